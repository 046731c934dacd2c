import { chosenFile, chosenFileValue } from '../../model/chosenFile.ts';
import { ServiceError } from '../../model/errors.ts';
import { type FormValue, type FormValues, isRows, isValues } from '../../model/fieldValue.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { ByteStore } from './stores.ts';

/** A file as a person chose it. */
export interface PickedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** It goes through the memory of the window more than once. */
const mostBytes = 64 * 2 ** 20;

/** Keeps the bytes, and answers what the text says for them. */
export async function keepFile(files: ByteStore, file: PickedFile): Promise<{ id: string; value: JsonObject }> {
  const { name, type, bytes } = file;
  if (bytes.length > mostBytes)
    throw new ServiceError('refused', {
      doing: `take the file ${name}`,
      why: `it is larger than ${mostBytes / 2 ** 20} MB`,
      remedy: 'Choose a smaller one.',
    });
  const id = await files.write(bytes);
  return { id, value: chosenFileValue({ name, type, size: bytes.length, id }) };
}

/** The values with the bytes of the files that they name. */
export async function withFiles(values: FormValues, files: ByteStore, doing: string): Promise<FormValues> {
  const filled = async (value: FormValue): Promise<FormValue> => {
    const file = chosenFile(value as JsonValue);
    if (file) {
      const bytes = await files.read(file.id);
      if (bytes) return { name: file.name, type: file.type, bytes };
      throw new ServiceError('refused', {
        doing,
        why: `the file ${file.name} is not kept here any more`,
        remedy: 'Choose it again.',
      });
    }
    if (isRows(value)) return Promise.all(value.map(filled));
    if (!isValues(value)) return value;
    return Object.fromEntries(
      await Promise.all(Object.entries(value).map(async ([key, inside]) => [key, await filled(inside)])),
    );
  };
  return (await filled(values)) as FormValues;
}
