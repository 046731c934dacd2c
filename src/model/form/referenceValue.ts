/** A record that a reference can point to. */
export interface ReferenceMatch {
  readonly id: string;
  readonly text: string;
  /** Distinguishes it from other records with the same name. */
  readonly detail?: string;
}

/** Result of a look-up. */
export interface ReferenceMatches {
  readonly records: readonly ReferenceMatch[];
  /** Model of these records; undefined if unknown. */
  readonly model?: string;
  /** True if there are more matches. */
  readonly isCut: boolean;
  /** The model matches several controllers: the user must choose one before searching. */
  readonly controllers?: readonly string[];
  /** Why there is no controller to search: the user must type an id. */
  readonly whyNotFound?: string;
  /** Messages that the service returned with the records. */
  readonly said?: readonly string[];
}

/** Ids are numbers or alphanumeric; a name has spaces or no digits. */
export function isLikeAnId(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text);
}

/** Normalizes a name for comparison with typed or imported text. */
export function foldedName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
