import type { FieldOption } from '../form/fieldKind.ts';

/** What the form of a record tells about one of its cells. */
export interface CellInfo {
  /** Why it may not be edited; null when it may. */
  readonly whyNot: string | null;
  /** What there is to choose from; any text may be typed where nothing is told. */
  readonly choices?: readonly FieldOption[] | 'boolean';
  /** Any number of them may be chosen; these are, in the record. */
  readonly chosen?: readonly string[];
  /** What is typed has to be one of these. */
  readonly kind?: 'number' | 'date' | 'dateTime' | 'time';
  /** It points at another record, which is looked up by its name. */
  readonly reference?: { readonly label: string; readonly model?: string };
}
