import { t } from '@vscode/l10n';
import type { RecordClient } from '../api/recordClient.ts';
import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { FormValues } from '../model/form/fieldValue.ts';
import type { RecordForm } from '../model/form/recordForm.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import type { RecordQuery } from '../model/list/recordQuery.ts';
import type { SaveResult, WriteResult } from '../model/form/saveResult.ts';
import { actionForSave } from '../model/form/submitAction.ts';
import type { Clients } from './connections/clients.ts';
import type { Connections } from './connections/connections.ts';
import { type OneAtATime, recordKey } from './common/oneAtATime.ts';
import type { RecordChanges, RecordsChange } from './common/recordChanges.ts';
import type { WriteGuard } from './connections/writeGuard.ts';

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
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  /** Shared with all who save records. */
  readonly queue: OneAtATime;
}

export function createRecordApi({ connections, clients, guard, changes, queue }: ApiParts): RecordApi {
  const saved = async (client: RecordClient, form: RecordForm, values: FormValues): Promise<SaveResult> => {
    const action = actionForSave(form);
    if (!action) throw noActionRefusal(form.name || form.singular);
    return client.sendSave(form, values, action);
  };
  return {
    version: 1,
    connections: () => connections.all().map(({ id, name, baseUrl, readOnly }) => ({ id, name, baseUrl, readOnly })),
    index: async (connection, controller, query = {}) =>
      (await clients.get(connection)).records(named(controller), query),
    view: async (connection, controller, id) => (await clients.get(connection)).open(named(controller), id),
    save: async (connection, controller, id, values) => {
      const client = await guard.client(connection, t('save the record'));
      const name = named(controller);
      const result =
        id === undefined
          ? await saved(client, await client.form(name, 'add'), values)
          : await queue.run(recordKey(connection, name, id), async () =>
              saved(client, await client.form(name, 'edit', id), values),
            );
      changes.tell({ connection, controller, ids: result.id === undefined ? [] : [result.id] });
      return result;
    },
    delete: async (connection, controller, id) => {
      const client = await guard.client(connection, t('delete the record'));
      const result = await client.sendDelete(named(controller), id);
      changes.tell({ connection, controller, ids: [id], isDeletion: true });
      return result;
    },
    onDidChangeRecords: changes.onDidChange,
  };
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

function noActionRefusal(name: string): ServiceError {
  return new ServiceError('notAllowed', {
    doing: t('save {0}', name),
    why: t('its form offers no plain save'),
    remedy: t("Open it and press one of the form's own buttons."),
  });
}
