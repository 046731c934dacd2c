import type { ServiceMessage } from '../model/errors.ts';
import type { RecordField } from '../model/formElement.ts';
import type { JsonValue } from '../model/json.ts';

/** What the service said in `errors` or `message`, whatever shape it has. With `fields`, at the field it is about. */
export function readServiceMessages(
  _value: JsonValue | undefined,
  _fields: readonly Pick<RecordField, 'path' | 'at'>[] = [],
): ServiceMessage[] {
  return [];
}
