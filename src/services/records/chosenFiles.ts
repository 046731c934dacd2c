import { t } from '@vscode/l10n';
import { chosenFile, chosenFileValue } from '../../model/form/chosenFile.ts';
import { ServiceError } from '../../model/errors.ts';
import type { FieldPath } from '../../model/form/fieldPath.ts';
import { type FormValue, type FormValues, isRows, isValues } from '../../model/form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Draft } from './draft.ts';
import type { ByteStore } from '../common/fileStore.ts';

/** A file that the user picked. */
export interface PickedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Maximum size: the file is copied in memory more than once. */
const maxBytes = 64 * 2 ** 20;

/** Stores the bytes of a file for a field, and returns the value that represents them in the text. */
export async function keepFile(
  files: ByteStore,
  draft: Draft,
  key: string,
  { name, type, bytes }: PickedFile,
): Promise<{ id: string; at: FieldPath; value: JsonObject }> {
  const doing = t('use the file {0}', name);
  const field = draft.form.fields.find((each) => each.key === key);
  if (!field) throw new ServiceError('notFound', { doing, why: t('{0} has no such field', draft.name) });
  if (bytes.length > maxBytes) {
    const why = t('it is larger than {0} MB', maxBytes / 2 ** 20);
    throw new ServiceError('refused', { doing, why, remedy: t('Choose a smaller one.') });
  }
  const id = await files.writeBytes(bytes);
  return { id, at: field.at, value: chosenFileValue({ name, type, size: bytes.length, id }) };
}

/** Reads the bytes of the files in some values, by id; omits those no longer stored. */
export async function readFiles(values: FormValue, files: ByteStore): Promise<ReadonlyMap<string, Uint8Array>> {
  const read = new Map<string, Uint8Array>();
  const visit = async (value: FormValue): Promise<void> => {
    const file = chosenFile(value as JsonValue);
    if (file) {
      const bytes = read.get(file.id) ?? (await files.readBytes(file.id));
      if (bytes) read.set(file.id, bytes);
    } else if (isRows(value)) for (const one of value) await visit(one);
    else if (isValues(value)) for (const one of Object.values(value)) await visit(one);
  };
  await visit(values);
  return read;
}

/** Returns the values with the bytes of their files. */
export function withFiles(values: FormValues, read: ReadonlyMap<string, Uint8Array>, doing: string): FormValues {
  const filled = (value: FormValue): FormValue => {
    const file = chosenFile(value as JsonValue);
    if (file) {
      const bytes = read.get(file.id);
      if (bytes) return { name: file.name, type: file.type, bytes };
      throw new ServiceError('refused', {
        doing,
        why: t('the file {0} is no longer stored here', file.name),
        remedy: t('Choose it again.'),
      });
    }
    if (isRows(value)) return value.map(filled);
    if (!isValues(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, filled(inside)]));
  };
  return filled(values) as FormValues;
}
