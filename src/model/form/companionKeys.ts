import type { FieldPath } from './fieldPath.ts';

/*
 * In a record, its text, drafts and files, a reference consists of three values: the id of the other record, and, in
 * companion keys, its label and its type. Above the service, `value.ts` reads and writes them as one value, and
 * `changeUnits.ts` merges them as one; nothing else knows these keys.
 */

const [before, behind] = ['__', '_model'];

/** Returns the companion keys of a reference: `__owner_id` and `owner_id_model` for `owner_id`. */
export function keysBeside(key: string): { readonly label: string; readonly type: string } {
  return { label: `${before}${key}`, type: `${key}${behind}` };
}

/** Like `keysBeside`, as full paths. */
export function companionPaths(at: FieldPath): { readonly label: FieldPath; readonly type: FieldPath } {
  const [around, { label, type }] = [at.slice(0, -1), keysBeside(at.at(-1) ?? '')];
  return { label: [...around, label], type: [...around, type] };
}

/** Returns the references that a companion key may belong to. */
export function referencesOfKey(key: string): string[] {
  return [
    ...(key.startsWith(before) ? [key.slice(before.length)] : []),
    ...(key.endsWith(behind) ? [key.slice(0, -behind.length)] : []),
  ];
}

/**
 * True if a key is a companion key of a reference. A key that only looks like a type, such as a car's model, is a field
 * if there is no label.
 */
export function isKeyOfReference(
  key: string,
  beside: { readonly isField: (key: string) => boolean; readonly hasLabel: (key: string) => boolean },
): boolean {
  return referencesOfKey(key).some((base) => {
    const { label } = keysBeside(base);
    return beside.isField(base) && (label === key || beside.hasLabel(label));
  });
}
