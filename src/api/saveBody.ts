import { ServiceError } from '../model/errors.ts';
import type { FileValue, FormValues } from '../model/fieldValue.ts';
import type { RecordForm } from '../model/recordForm.ts';
import type { SubmitAction } from '../model/submitAction.ts';

export type SaveEntry = [key: string, value: string | FileValue];

export interface SaveOptions {
  /** How an empty value is written: the text `null`, as the interface says, or nothing at all. */
  readonly emptyValue: 'null' | 'empty';
}

export function saveEntries(
  _form: RecordForm,
  _values: FormValues,
  _action: SubmitAction,
  _options: SaveOptions,
): SaveEntry[] {
  throw new ServiceError('unreadable', { doing: 'save', why: 'forms are not saved yet' });
}
