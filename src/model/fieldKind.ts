/**
 * The control that a field is edited with. `nested` is a value inside the value (rows of a sub-table, an object):
 * no single control can hold it without damage, so it is shown as JSON.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'file'
  | 'password'
  | 'hidden'
  | 'nested';

/** What a text field is expected to hold; it stays a text field. */
export type TextFormat = 'email' | 'url' | 'phone';

/** One thing to choose. The value is what is sent. */
export interface FieldOption {
  readonly value: string;
  readonly text: string;
  readonly group?: string;
}
