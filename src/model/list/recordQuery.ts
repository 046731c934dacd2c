import type { JsonValue } from '../json.ts';

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
  readonly q?: FindQuery;
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

/** The service's fine-grained query, `q`. Conditions are equality; whatever else it may hold is passed on as it is. */
export interface FindQuery {
  readonly method?: 'find';
  readonly fields?: readonly string[];
  readonly where?: Conditions | readonly Conditions[];
  /** `<column> ASC` or `<column> DESC`, applied in order. */
  readonly order?: readonly string[];
  readonly [other: string]: JsonValue | undefined | readonly string[] | Conditions | readonly Conditions[];
}

export interface Conditions {
  readonly [column: string]: string | number | null;
}
