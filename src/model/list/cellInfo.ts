import type { FieldOption } from '../form/fieldKind.ts';

/** What a record's form says about one of its cells. */
export interface CellInfo {
  /** Why it is read-only; null if it is editable. */
  readonly whyNot: string | null;
  /** Available options; absent if any text can be typed. */
  readonly choices?: readonly FieldOption[] | 'boolean';
  /** Current choices of a multiple-choice field. */
  readonly chosen?: readonly string[];
  /** Restricts what can be typed. */
  readonly kind?: 'number' | 'date' | 'dateTime' | 'time';
  /** Set for a reference, whose record is looked up by name. */
  readonly reference?: { readonly label: string; readonly model?: string };
}
