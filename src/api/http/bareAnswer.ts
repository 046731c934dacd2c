import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a write is answered with is not shown, so it need not be an object: nothing, a word, a flag, the id of what was
 * added. A number is no id, since it may as well say that one record was written. Undefined for what means no, or nothing.
 */
export function bareAnswer(value: JsonValue): JsonObject | undefined {
  if (value === null || value === true || (typeof value === 'number' && value > 0)) return {};
  if (typeof value === 'string' && /^\d{16,}$/.test(value)) return {};
  if (typeof value === 'string') return uuid.test(value) ? { id: value } : { message: value };
  if (!Array.isArray(value)) return undefined;
  const [only = {}, ...more] = value;
  return more.length === 0 && isObject(only) ? only : undefined;
}
