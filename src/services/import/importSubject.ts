import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { importFields, type ImportSubject } from '../../model/import/importMapping.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';

/** Number of forms read to learn which fields are writable. */
const tried = 3;

/** Returns the columns of a controller, and the form with the most writable fields. */
export async function importSubject(
  client: RecordService,
  controller: ControllerName,
  listView: string | undefined,
  signal: AbortSignal,
): Promise<ImportSubject> {
  const first = { page: 1, limit: 20 };
  const lookUp = await client.lookUp(controller, first, signal);
  const page = listView === undefined ? lookUp : await client.records(controller, { listView, ...first }, signal);
  const form = await bestForm(client, controller, page, signal);
  return { form, columns: page.columns, lookUpColumns: lookUp.columns, alias: page.alias, primaryKey: page.primaryKey };
}

async function bestForm(
  client: RecordService,
  controller: ControllerName,
  page: RecordPage,
  signal: AbortSignal,
): Promise<RecordForm> {
  const ids = page.rows.flatMap(({ id, canEdit }) => (id === null || canEdit === false ? [] : [id]));
  let best: RecordForm | undefined;
  const tryForm = async (open: () => Promise<RecordForm>): Promise<boolean> => {
    try {
      const form = await open();
      if (!best || importFields({ form }).length > importFields({ form: best }).length) best = form;
      return importFields({ form }).length > 0;
    } catch (error) {
      if (error instanceof ServiceError && error.scope === 'record') return false;
      throw error;
    }
  };
  for (const id of ids.slice(0, tried)) if (await tryForm(() => client.open(controller, id, signal))) break;
  if (!best || importFields({ form: best }).length === 0)
    await tryForm(() => client.form(controller, 'add', undefined, signal));
  if (best) return best;
  throw new ServiceError('notAllowed', {
    doing: t('import the file'),
    why: t('neither a record nor the form for a new one could be read'),
    remedy: t('Ask an administrator of the service for access.'),
  });
}
