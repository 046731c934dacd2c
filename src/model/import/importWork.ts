import type { RecordField } from '../form/formElement.ts';

/** One cell of a file, for one field of a record. */
export interface ImportedCell {
  readonly field: RecordField;
  /** As in the file. */
  readonly cell: string | null;
  /** As sent to the service. */
  readonly value: string | null;
  /** For a reference: name and model of the target record. */
  readonly reference?: { readonly text?: string; readonly model?: string };
  /** Name in the column next to the id of a reference. */
  readonly beside?: string;
  /** One sentence that says why the referenced record couldn't be determined. */
  readonly problem?: string;
  /** The name and the id refer to different records: whichever the service has, one of them is wrong. */
  readonly isMismatch?: boolean;
}

/** A record of a file that updates an existing record. */
export interface ImportUpdate {
  readonly id: string;
  /** Position in the file. */
  readonly position: number;
  readonly cells: readonly ImportedCell[];
}

export interface ImportAdd {
  readonly position: number;
  readonly cells: readonly ImportedCell[];
}

export interface ImportRefusal {
  readonly position: number;
  readonly why: string;
}

/** What to do with one record of a file. */
export type ImportTask =
  | ({ readonly kind: 'update' } & ImportUpdate)
  | ({ readonly kind: 'add' } & ImportAdd)
  /** `with`: id of the record that an earlier, conflicting row is for; that row is refused, too. */
  | ({ readonly kind: 'refused'; readonly with?: string } & ImportRefusal)
  /** Only checked for existence, because the mode excludes existing records. */
  | { readonly kind: 'existing'; readonly id: string; readonly position: number }
  /** Excluded by the mode. */
  | ({ readonly kind: 'skipped' } & ImportRefusal);

/** `both` changes existing records and adds the others; `change` never adds, `add` never changes. */
export type ImportMode = (typeof importModes)[number];

export const importModes = ['both', 'change', 'add'] as const;

/** How records of a file are matched with existing ones. */
export type ImportKey =
  | { readonly kind: 'id' }
  /** By a field with unique values. */
  | { readonly kind: 'field'; readonly field: RecordField }
  /** All records are new. */
  | { readonly kind: 'none' };
