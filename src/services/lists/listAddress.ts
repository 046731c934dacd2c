import type { ControllerName } from '../../model/controller.ts';
import type { RecordQuery, ViewQuery } from '../../model/list/recordQuery.ts';

/** A list view of a connection; without a name, the controller's default one. */
export interface ListAddress {
  readonly connection: string;
  readonly controller: ControllerName;
  readonly listView: string | undefined;
  /** A saved search of it, where that is shown. */
  readonly search?: string;
}

/** What may be asked beside the page. */
export type ListQuery = Pick<RecordQuery, 'sort' | 'search' | 'where' | 'expertQuery'>;

/** A list, or what the service finds in its place. */
export type RowsQuery = ListQuery | { readonly find: ViewQuery };
