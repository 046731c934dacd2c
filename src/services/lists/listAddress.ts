import type { ControllerName } from '../../model/controller.ts';
import type { Condition } from '../../model/list/condition.ts';
import type { RecordQuery, ViewQuery } from '../../model/list/recordQuery.ts';

/** A list view of a connection; without `listView`, the controller's default one. */
export interface ListAddress {
  readonly connection: string;
  readonly controller: ControllerName;
  readonly listView: string | undefined;
  /** Saved search that is shown, if any. */
  readonly search?: string;
}

/** Query parameters that a service understands, other than the page. */
export type ServiceQuery = Pick<RecordQuery, 'sort' | 'search' | 'where' | 'expertQuery' | 'withAccess'>;

/** A list: the query that the service gets, and the conditions that are applied locally to all records that it sends. */
export interface ListQuery extends ServiceQuery {
  /** Combined with AND. */
  readonly conditions?: readonly Condition[];
}

/** A list, or the results of a service search that replace it. */
export type RowsQuery = ListQuery | { readonly find: ViewQuery };
