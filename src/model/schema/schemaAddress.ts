import {
  type AddressParts,
  addressParts,
  type NewRecordAddress,
  parseAddress,
  type RecordAddress,
} from '../address/address.ts';

/** URI scheme of record schemas: `records-schema://<connection>/<module>/<controller>/<file>`. */
export const recordSchemaScheme = 'records-schema';

/** Value of `$schema` in a record's text. */
export function schemaAddress(address: RecordAddress | NewRecordAddress): string {
  const { authority, path } = addressParts(address);
  return `${recordSchemaScheme}://${authority}${path.replace(/\.record\.json$/, '.json')}`;
}

/** Returns the record that a schema URI belongs to; undefined for anything that `schemaAddress` can't produce. */
export function recordOfSchema({ authority, path }: AddressParts): RecordAddress | NewRecordAddress | undefined {
  if (!path.endsWith('.json') || path.endsWith('.record.json')) return undefined;
  const address = parseAddress({ authority, path: path.replace(/\.json$/, '.record.json') });
  return address?.kind === 'listView' ? undefined : address;
}
