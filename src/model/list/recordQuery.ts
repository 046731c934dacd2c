/** Query for a list of records. */
export interface RecordQuery {
  /** Absent: the default list view, or the one the user opened last. */
  readonly listView?: string;
  /** 1-based. */
  readonly page?: number;
  readonly limit?: number;
  readonly sort?: { readonly columnName: string; readonly direction: 'ASC' | 'DESC' };
  /** Text that the service searches in all columns. */
  readonly search?: string;
  /** Conditions combined with AND, if the service supports comparing by column. */
  readonly where?: Conditions;
  /** The user's raw query in the service's query language, passed through unparsed. Replaces `where`. */
  readonly expertQuery?: string;
  /** Also read the columns with access rights. */
  readonly withAccess?: true;
  /** Applied by `services/lists/listFilter.ts`, never by the service. */
  readonly conditions?: never;
  readonly filter?: never;
}

/** Records queried through `view`: no paging, no sorting, no list view. */
export type ViewQuery =
  | { readonly kind: 'related'; readonly to: RelatedTo }
  /** All records of a category. */
  | { readonly kind: 'category'; readonly category: string }
  /** Meaning depends on the service. */
  | { readonly kind: 'criteria'; readonly criteria: string }
  /** The entry of a controller, by its address and type. */
  | { readonly kind: 'entry'; readonly url: string; readonly type: string };

/** The record whose related records are queried. */
export interface RelatedTo {
  readonly id: string;
  /** `<table>.<column>` that must equal its id. */
  readonly key: string;
  readonly modelClass: string;
}

/** Equality, by column name. */
export interface Conditions {
  readonly [column: string]: string | number | null;
}

/** One sentence for the user about their raw query. */
export interface QueryRemark {
  readonly text: string;
  /** Any parsable query can be sent as it is: a service may support more than its documentation says. */
  readonly canBeSent: boolean;
}

/**
 * True if a raw query is empty or only finds records, as far as is known. Links, which are untrusted, may carry no
 * other.
 */
export type IsPlainQuery = (expertQuery: string) => boolean;
