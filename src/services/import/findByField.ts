import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { looseText, sameValue } from '../../model/form/fieldValue.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { ImportSubject } from '../../model/import/importMapping.ts';
import { incompleteView } from '../../model/list/lookUpView.ts';
import type { Column } from '../../model/list/recordPage.ts';
import { isFull } from '../lists/learnPageSize.ts';

/**
 * Returns the column of the look-up list view that shows a field's stored value; undefined if there is none to compare
 * with.
 */
export function columnOfField(
  { lookUpColumns, alias }: Pick<ImportSubject, 'lookUpColumns' | 'alias'>,
  { at }: RecordField,
): Column | undefined {
  const [name, ...more] = at;
  if (name === undefined || more.length > 0) return undefined;
  return lookUpColumns.find(
    ({ key, columnName }) => columnName === key && (key === name || key === `${alias}.${name}`),
  );
}

/** Records with exactly a given value, or `why` (one sentence) if that can't be determined. */
export type FieldMatch =
  | { readonly ids: readonly string[]; readonly why?: undefined }
  | { readonly ids?: undefined; readonly why: string };

const pageSize = 100;

/**
 * Finds the records with a value and compares it according to the field's kind: a service may search without regard to
 * case or accents, or ignore the condition.
 */
export async function findByField(
  client: Pick<RecordService, 'lookUp'>,
  controller: ControllerName,
  { field, column }: { readonly field: Pick<RecordField, 'kind' | 'label'>; readonly column: Column },
  value: string,
  signal: AbortSignal,
): Promise<FieldMatch> {
  const where = { [column.columnName ?? column.key]: value };
  const page = await client.lookUp(controller, { where, page: 1, limit: pageSize }, signal);
  const at = page.columns.findIndex(({ key }) => key === column.key);
  const found = page.rows.map(({ id, cells }) => ({ id, cell: cells[at] }));
  const looseValue = looseText(value, field.kind);
  // treating this as no match would add the record a second time
  if (found.some(({ cell }) => looseText(cell, field.kind) !== looseValue))
    throw new ServiceError('unreadable', {
      doing: t('find records by “{0}”', column.label),
      why: t('the service returned records with a different value'),
      remedy: t('Match them by the id instead.'),
    });
  const exact = found.filter(({ cell }) => sameValue(cell, value, field.kind));
  const [near] = found;
  if (exact.length === 0 && near)
    return {
      why: t(
        'The service has “{0}” for “{1}”, which differs from “{2}” only in case, spaces, or accents. Correct one of them.',
        shortened(near.cell ?? ''),
        field.label,
        shortened(value),
      ),
    };
  const { total = 0 } = page;
  const isAll = total === found.length ? total < pageSize : total < found.length && !isFull(page, pageSize);
  if (!isAll) return { why: t('Too many records have a value like “{0}” for “{1}”.', shortened(value), field.label) };
  if (exact.length < 2 && !page.view.showsAll) return { why: incompleteView(page.view, controller) };
  return { ids: exact.flatMap(({ id }) => id ?? []) };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
