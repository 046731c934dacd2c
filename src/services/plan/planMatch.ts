import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import { recordValue } from '../../model/form/recordForm.ts';
import type { Column } from '../../model/list/recordPage.ts';
import { findByField } from '../import/findByField.ts';
import { entryId } from '../import/plannedAdds.ts';
import type { WrittenOperation } from './planFile.ts';

/** The field by whose value the records of a plan are found in another service, and the column that shows it. */
export interface MatchField {
  readonly field: RecordField;
  readonly column: Column;
  /** The service the plan was made for, if this window knows it: details that the plan lacks are read there. */
  readonly origin: RecordService | undefined;
}

/**
 * Returns the one record that an operation targets, by the value of a field, or the journal line if there isn't exactly
 * one. Only reads.
 */
export async function matchByField(
  one: WrittenOperation,
  match: MatchField,
  { client, controller }: { readonly client: RecordService; readonly controller: ControllerName },
  signal: AbortSignal,
): Promise<string | JournalLine> {
  const { field, origin } = match;
  const value = keyIn(one, field) ?? (await keyAtOrigin(one, field, origin, controller, signal));
  if (value === undefined || value === '')
    return leftOut(one, 'refused', t('The value of “{0}” of this record is unknown.', field.label));
  const { ids, why } = await findByField(client, controller, match, value, signal);
  if (why !== undefined) return leftOut(one, 'refused', why);
  const [id, ...others] = ids;
  if (id === undefined) return leftOut(one, 'gone', t('No record has “{0}” for “{1}”.', short(value), field.label));
  if (others.length === 0) return id;
  return leftOut(one, 'refused', t('{0} records have this value for {1}.', ids.length, `“${field.label}”`));
}

/** Rejects two lines that target the same record: only the user knows which one is right, so neither is written. */
export function meantTwice(id: string, later: WrittenOperation): readonly JournalLine[] {
  const why = t('Another line of the plan refers to the same record.');
  return [{ type: 'left', id, name: '', how: 'refused', why }, leftOut(later, 'refused', why)];
}

/** Returns the key, if the plan contains it. */
function keyIn({ operation }: WrittenOperation, { at }: RecordField): string | undefined {
  if (operation.do === 'delete') return scalarText(valueAt(operation.held, at));
  return scalarText(operation.fields.find((one) => one.field === pathKey(at))?.was);
}

async function keyAtOrigin(
  { operation }: WrittenOperation,
  field: RecordField,
  origin: RecordService | undefined,
  controller: ControllerName,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return origin && scalarText(recordValue(await origin.open(controller, operation.id, signal), field));
  } catch (error) {
    if (error instanceof ServiceError && error.scope === 'record') return undefined;
    throw error;
  }
}

/** Uses an id that no record has: the other service's id means nothing here. */
function leftOut({ line, operation }: WrittenOperation, how: 'refused' | 'gone', why: string): JournalLine {
  return { type: 'left', id: entryId(line), name: operation.name || t('Record {0}', operation.id), how, why };
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
