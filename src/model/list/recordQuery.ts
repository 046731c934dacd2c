/** What a list of records is asked for. */
export interface RecordQuery {
  /** The default view, or the one the user saw last, when absent. */
  readonly listView?: string;
  /** Counts from 1. */
  readonly page?: number;
  readonly limit?: number;
  readonly sort?: { readonly columnName: string; readonly direction: 'ASC' | 'DESC' };
  /** Searched by the service over all columns. */
  readonly search?: string;
  /** All of them hold, as far as the service compares by column. */
  readonly where?: Conditions;
  /** A person's own text in the service's query language, which only the service reads. It takes the place of `where`. */
  readonly expertQuery?: string;
}

/** Records that the service finds by way of `view`: no paging, no sorting, no list view. */
export type ViewQuery =
  | { readonly kind: 'related'; readonly to: RelatedTo }
  /** All records of a category. */
  | { readonly kind: 'category'; readonly category: string }
  /** What this means is the service's own. */
  | { readonly kind: 'criteria'; readonly criteria: string }
  /** The entry of a controller, by its address and type. */
  | { readonly kind: 'entry'; readonly url: string; readonly type: string };

/** The record whose relatives are asked for. */
export interface RelatedTo {
  readonly id: string;
  /** `<table>.<column>`, which is to be equal to its id. */
  readonly key: string;
  readonly modelClass: string;
}

/** Equality, by column name. */
export interface Conditions {
  readonly [column: string]: string | number | null;
}

/** What a person should know about their own query, in one sentence. */
export interface QueryRemark {
  readonly text: string;
  /** Whatever can be read can be sent as it is: a service may know more than its documentation says. */
  readonly canBeSent: boolean;
}

/** Whether an expert's query is empty or does nothing but find, as far as is known. A link that comes from anywhere may bring no other. */
export type IsPlainQuery = (expertQuery: string) => boolean;
