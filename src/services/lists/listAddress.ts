import type { ControllerName } from '../../model/controller.ts';
import type { RecordQuery, ViewQuery } from '../../model/list/recordQuery.ts';

/** A list view of a connection; without `listView`, the controller's default one. */
export interface ListAddress {
  readonly connection: string;
  readonly controller: ControllerName;
  readonly listView: string | undefined;
  /** Saved search that is shown, if any. */
  readonly search?: string;
}

/** Query parameters other than the page. */
export type ListQuery = Pick<RecordQuery, 'sort' | 'search' | 'where' | 'expertQuery' | 'withAccess'>;

/** A list, or the results of a service search that replace it. */
export type RowsQuery = ListQuery | { readonly find: ViewQuery };
