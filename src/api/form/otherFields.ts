import { displayKey, modelKey } from '../../model/form/fieldPath.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { JsonObject } from '../../model/json.ts';
import { type FormGround, readField } from './readField.ts';

const mostFields = 5_000;

/** What the record holds beyond the form's elements, as plain fields to look at: without an element there is no permission. */
export function otherFields(fields: readonly RecordField[], root: string, ground: FormGround): RecordField[] {
  const { values } = ground.record;
  const covered = new Set(fields.map(({ at }) => at[0]));
  const others: RecordField[] = [];
  for (const key of Object.keys(values)) {
    if (covered.has(key) || isCompanion(key, values) || key === '$schema' || key.startsWith('_acl_')) continue;
    if (others.length >= mostFields) break;
    const field = readField({ type: 'input', element: {}, path: [root, key], multiple: false, parents: [] }, ground);
    others.push({ ...field, permission: { editable: false, from: 'nothing', bar: 'noElement' } });
  }
  return others;
}

function isCompanion(key: string, values: JsonObject): boolean {
  if (key.startsWith('__')) return Object.hasOwn(values, key.slice(2));
  if (!key.endsWith('_model')) return false;
  const base = key.slice(0, -'_model'.length);
  return modelKey(base) === key && Object.hasOwn(values, base) && Object.hasOwn(values, displayKey(base));
}
