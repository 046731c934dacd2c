import { isObject, type JsonObject } from '../../model/json.ts';
import { firstOf, flag, list, number } from '../tolerant.ts';

const statusKeys = ['code', 'status', 'status_code', 'statusCode', 'http_code', 'http_status'];
const fieldKeys = ['field', 'field_name', 'fieldName', 'attribute', 'property', 'path', 'name', '__name'];
const meant = new Set([401, 403, 404, 410]);

/**
 * A service may send a refusal as a good answer and say only inside what it is. Its words are in some language; a
 * number, and the flag of a deleted record, are not.
 */
export function ownStatus(answer: JsonObject): number | undefined {
  const entries = list(answer['errors'] ?? answer['error']).filter(isObject);
  // what is about a field says nothing of the record
  const general = entries.filter((entry) => !fieldKeys.some((key) => Object.hasOwn(entry, key)));
  for (const place of [answer, ...general]) {
    const found = number(firstOf(place, ...statusKeys));
    if (found !== undefined && meant.has(found)) return found;
  }
  return flag(firstOf(answer, 'is_record_deleted')) === true ? 410 : undefined;
}
