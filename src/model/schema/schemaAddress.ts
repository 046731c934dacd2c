import {
  type AddressParts,
  addressParts,
  type NewRecordAddress,
  parseAddress,
  type RecordAddress,
} from '../address/address.ts';

/** The scheme of the JSON schemas of records: `records-schema://<connection>/<module>/<controller>/<file>`. */
export const recordSchemaScheme = 'records-schema';

/** What stands at `$schema` in a record's text. */
export function schemaAddress(address: RecordAddress | NewRecordAddress): string {
  const { authority, path } = addressParts(address);
  return `${recordSchemaScheme}://${authority}${path.replace(/\.record\.json$/, '.json')}`;
}

/** The record whose schema is at the address; undefined for anything that `schemaAddress` could not have written. */
export function recordOfSchema({ authority, path }: AddressParts): RecordAddress | NewRecordAddress | undefined {
  if (!path.endsWith('.json') || path.endsWith('.record.json')) return undefined;
  const address = parseAddress({ authority, path: path.replace(/\.json$/, '.record.json') });
  return address?.kind === 'listView' ? undefined : address;
}
