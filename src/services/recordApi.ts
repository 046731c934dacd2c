import { type ControllerName, parseControllerName } from '../model/controller.ts';
import type { FormValues } from '../model/form/fieldValue.ts';
import type { RecordForm } from '../model/form/recordForm.ts';
import type { SaveResult, WriteResult } from '../model/form/saveResult.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import type { RecordQuery } from '../model/list/recordQuery.ts';
import type { RecordChanges, RecordsChange } from './common/recordChanges.ts';
import type { Clients } from './connections/clients.ts';
import type { Connections } from './connections/connections.ts';
import type { ReferenceDeps } from './references/lookUp.ts';
import type { Lazy } from './common/lazy.ts';
import type { RecordWriter } from './writes/recordWriter.ts';

export interface ConnectionSummary {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly readOnly: boolean;
}

/** `q`: a query in the service's own language. */
export interface IndexQuery extends Omit<RecordQuery, 'where' | 'expertQuery'> {
  readonly q?: Readonly<Record<string, unknown>>;
}

/** API that other extensions get from `activate`. Read-only connections reject writes here as everywhere else. */
export interface RecordApi {
  readonly version: 1;
  connections(): readonly ConnectionSummary[];
  index(connection: string, controller: string, query?: IndexQuery): Promise<RecordPage>;
  view(connection: string, controller: string, id: string): Promise<RecordForm>;
  /** Adds a record if there is no id. Changes only the fields in `values`. */
  save(connection: string, controller: string, id: string | undefined, values: FormValues): Promise<SaveResult>;
  delete(connection: string, controller: string, id: string): Promise<WriteResult>;
  readonly onDidChangeRecords: (listener: (change: RecordsChange) => void) => { dispose(): void };
}

interface RecordApiDeps extends ReferenceDeps {
  readonly connections: Connections;
  readonly clients: Pick<Clients, 'get'>;
  readonly writer: Pick<Lazy<RecordWriter>, 'get'>;
  readonly changes: RecordChanges;
}

/** An error's `effect` says whether the write was not sent, was rejected, or may have been made. */
export function createRecordApi(deps: RecordApiDeps): RecordApi {
  const { connections, clients, writer, changes } = deps;
  return {
    version: 1,
    connections: () => connections.all().map(({ id, name, baseUrl, readOnly }) => ({ id, name, baseUrl, readOnly })),
    index: async (connection, controller, { q, ...query } = {}) =>
      (await clients.get(connection)).records(await named(controller), {
        ...query,
        ...(q && { expertQuery: JSON.stringify(q) }),
      }),
    view: async (connection, controller, id) => (await clients.get(connection)).open(await named(controller), id),
    save: async (connection, controller, id, values) => {
      const madeFor = connections.addressOf(connection);
      const { saveForCaller } = await import('./writes/callerWrites.ts');
      const { NamedRecords } = await import('./references/namedRecords.ts');
      const target = { connection, controller: await named(controller), id, madeFor };
      return saveForCaller(await writer.get(), new NamedRecords(deps), target, values);
    },
    delete: async (connection, controller, id) => {
      const madeFor = connections.addressOf(connection);
      const { deleteForCaller } = await import('./writes/callerWrites.ts');
      return deleteForCaller(await writer.get(), { connection, controller: await named(controller), id }, madeFor);
    },
    onDidChangeRecords: changes.onDidChange,
  };
}

async function named(controller: string): Promise<ControllerName> {
  const name = parseControllerName(controller);
  if (name) return name;
  const { noControllerError } = await import('./writes/callerWrites.ts');
  throw noControllerError(controller);
}
