import type { JsonValue } from './json.ts';

/** A file that is about to be sent. */
export interface FileValue {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type FormValue = JsonValue | FileValue | readonly FormValue[] | FormValues | undefined;

/**
 * What a person made of a record: the same shape as `RecordForm.values`. A key that is absent was not touched
 * (the record's own value stands); null and '' were emptied.
 */
export interface FormValues {
  readonly [key: string]: FormValue;
}
