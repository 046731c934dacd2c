import { ownValue } from './fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';

/** A file chosen in a form, as it appears in the record's text. Its bytes are stored elsewhere under the id. */
export interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly id: string;
}

const fileKey = '$file';

export function chosenFileValue({ name, type, size, id }: ChosenFile): JsonObject {
  return { [fileKey]: { name, type, size, id } };
}

export function chosenFile(value: JsonValue | undefined): ChosenFile | undefined {
  const file = isObject(value) && Object.keys(value).length === 1 ? ownValue(value, fileKey) : undefined;
  const [name, type, size, id] = ['name', 'type', 'size', 'id'].map((key) => ownValue(file, key));
  if (typeof name !== 'string' || typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) return undefined;
  return { name, type: typeof type === 'string' ? type : '', size: typeof size === 'number' ? size : 0, id };
}
