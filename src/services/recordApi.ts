import { randomUUID as newKey } from 'node:crypto';
import { t } from '@vscode/l10n';
import { fieldAt } from '../model/bulk/plannedCell.ts';
import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import { type FormValues, isOtherKindOfEmpty, ownValue, sameValue } from '../model/form/fieldValue.ts';
import type { RecordForm } from '../model/form/recordForm.ts';
import type { SaveResult, WriteResult } from '../model/form/saveResult.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import type { RecordQuery } from '../model/list/recordQuery.ts';
import type { RecordChanges, RecordsChange } from './common/recordChanges.ts';
import type { Clients } from './connections/clients.ts';
import type { Connections } from './connections/connections.ts';
import type { RecordWriter, WriteOutcome } from './writes/recordWriter.ts';

export interface ConnectionSummary {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly readOnly: boolean;
}

/** What other extensions get from `activate`. Read-only connections refuse here as they do everywhere. */
export interface RecordApi {
  readonly version: 1;
  connections(): readonly ConnectionSummary[];
  index(connection: string, controller: string, query?: RecordQuery): Promise<RecordPage>;
  view(connection: string, controller: string, id: string): Promise<RecordForm>;
  /** Without an id it adds. Only what `values` names is changed. */
  save(connection: string, controller: string, id: string | undefined, values: FormValues): Promise<SaveResult>;
  delete(connection: string, controller: string, id: string): Promise<WriteResult>;
  readonly onDidChangeRecords: (listener: (change: RecordsChange) => void) => { dispose(): void };
}

interface ApiParts {
  readonly connections: Connections;
  readonly clients: Pick<Clients, 'get'>;
  readonly writer: RecordWriter;
  readonly changes: RecordChanges;
}

/** Whoever gets an error finds in its `effect` whether the write was not sent, refused, or may have been made. */
export function createRecordApi({ connections, clients, writer, changes }: ApiParts): RecordApi {
  return {
    version: 1,
    connections: () => connections.all().map(({ id, name, baseUrl, readOnly }) => ({ id, name, baseUrl, readOnly })),
    index: async (connection, controller, query = {}) =>
      (await clients.get(connection)).records(named(controller), query),
    view: async (connection, controller, id) => (await clients.get(connection)).open(named(controller), id),
    save: async (connection, controllerText, id, values) => {
      const controller = named(controllerText);
      const doing = t('save the record');
      if (id === undefined)
        return resultOf(await writer.add({ connection, controller, key: newKey() }, { doing, values: () => values }));
      const hasArrived = (form: RecordForm): boolean => hasAll(form, values);
      const order = { doing, hasArrived, values: (form: RecordForm) => (hasAll(form, values) ? undefined : values) };
      return resultOf(await writer.edit({ connection, controller, id }, order));
    },
    delete: async (connection, controller, id) =>
      resultOf(
        await writer.delete({ connection, controller: named(controller), id }, { doing: t('delete the record') }),
      ),
    onDidChangeRecords: changes.onDidChange,
  };
}

/** Whether the record says all of it already, each value as its field's kind has it. */
function hasAll(form: RecordForm, values: FormValues): boolean {
  return Object.entries(values).every(([key, value]) => {
    const field = fieldAt(form, [key]);
    const now = ownValue(form.values, key);
    return sameValue(now, value, field?.kind) && !isOtherKindOfEmpty(now, value);
  });
}

function resultOf(outcome: WriteOutcome): SaveResult {
  if (outcome.kind !== 'done') throw outcome.error;
  return { id: outcome.id, messages: outcome.messages };
}

function named(controller: string): ControllerName {
  const name = parseControllerName(controller);
  if (name) return name;
  const why = t('“{0}” is not a controller', controller);
  throw new ServiceError('notFound', {
    doing: t('find the controller'),
    why,
    remedy: t('Name it as <module>/<controller>, such as crm/leads.'),
  });
}
