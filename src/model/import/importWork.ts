import type { RecordField } from '../form/formElement.ts';

/** One cell of a file, for one field of a record. */
export interface ImportedCell {
  readonly field: RecordField;
  /** As it stands in the file. */
  readonly cell: string | null;
  /** As the service would get it. */
  readonly value: string | null;
  /** Of a record that the field is to point at: how it is called, and of which model it is. */
  readonly reference?: { readonly text?: string; readonly model?: string };
  /** The name that stands beside the id of a reference. */
  readonly beside?: string;
  /** Why nobody knows which record it names, one sentence. */
  readonly problem?: string;
  /** The problem is that its name and its id mean two records: whichever the service has, one of them is not meant. */
  readonly isMismatch?: boolean;
}

/** A record of a file that is meant for one of the service's. */
export interface ImportUpdate {
  readonly id: string;
  /** Where it stands in the file. */
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

/** What one record of a file asks for. */
export type ImportTask =
  | ({ readonly kind: 'update' } & ImportUpdate)
  | ({ readonly kind: 'add' } & ImportAdd)
  /** `with`: the id of a record that one before it was meant for, which is refused as well. */
  | ({ readonly kind: 'refused'; readonly with?: string } & ImportRefusal);

/** How the records of a file find those of the service. */
export type ImportKey =
  | { readonly kind: 'id' }
  /** By the value of a field that no two records share. */
  | { readonly kind: 'field'; readonly field: RecordField }
  /** Every one is new. */
  | { readonly kind: 'none' };
