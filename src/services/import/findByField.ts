import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { ImportSubject } from '../../model/import/importMapping.ts';
import type { Column } from '../../model/list/recordPage.ts';

/** The column of a list that shows a field as the record has it; undefined when there is none to compare with. */
export function columnOfField({ columns, alias }: ImportSubject, { at }: RecordField): Column | undefined {
  const [name, ...more] = at;
  if (name === undefined || more.length > 0) return undefined;
  return columns.find(({ key, columnName }) => columnName === key && (key === name || key === `${alias}.${name}`));
}

/** The ids of the records that have a value. The answer is looked at again: a service may leave a condition aside. */
export async function findByField(
  client: Pick<RecordClient, 'records'>,
  list: { readonly controller: ControllerName; readonly listView: string | undefined },
  column: Column,
  value: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const q = { method: 'find', where: [{ [column.columnName ?? column.key]: value }] } as const;
  const listView = list.listView === undefined ? {} : { listView: list.listView };
  const page = await client.records(list.controller, { ...listView, q, page: 1, limit: 20 }, signal);
  const at = page.columns.findIndex(({ key }) => key === column.key);
  const fold = (text: string | null | undefined): string => (text ?? '').trim().toLowerCase();
  // to take it for none would add the record a second time
  if (page.rows.some(({ cells }) => fold(cells[at]) !== fold(value)))
    throw new ServiceError('unreadable', {
      doing: t('find records by “{0}”', column.label),
      why: t('the service answered with records that have another value'),
      remedy: t('Match them by the id instead.'),
    });
  return page.rows.flatMap(({ id }) => id ?? []);
}
