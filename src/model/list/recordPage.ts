/** One page of a list of records, with the columns of the list view. */
export interface RecordPage {
  readonly columns: readonly Column[];
  /**
   * Columns with the access rights of the rows, as far as no header declares them; omitted if there are none. Only a query
   * `withAccess` adds them to `columns`, because few tables show them.
   */
  readonly access?: readonly Column[];
  readonly rows: readonly RecordRow[];
  /** 1-based. */
  readonly page: number;
  /** As reported by the service, else the number of rows received. */
  readonly pageSize: number;
  /** Undefined if the service doesn't provide it. */
  readonly total: number | undefined;
  readonly listViewId: string | undefined;
  readonly listViewName: string | undefined;
  /** The prefix of the controller's own columns: `leads` in `leads.city`. */
  readonly alias: string | undefined;
  readonly primaryKey: string | undefined;
  /** Column with the record's name; omitted if unknown. */
  readonly nameKey?: string;
  /** Column that marks deleted records with `0` or `1`; omitted if unknown. */
  readonly deletedKey?: string;
  /** Messages that the service returned with the page; omitted if there are none. */
  readonly messages?: readonly string[];
}

export interface Column {
  /** Differs from `columnName` if the cells hold a label instead of the value, such as the name of another record. */
  readonly key: string;
  /** Value for `sort`; undefined if the service provides none. */
  readonly columnName: string | undefined;
  readonly name: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** True for a data field, false for a value computed by the service. */
  readonly isData: boolean;
  readonly isVisible: boolean;
  readonly isSortable: boolean;
  readonly isSearchable: boolean;
  /** The cell links to the record. */
  readonly isLink: boolean;
  readonly total: number | undefined;
  /** Number of values in the total; omitted if the service doesn't provide it. */
  readonly totalCount?: number;
  /** Decimal places of its numbers; omitted while no value has any. */
  readonly decimals?: number;
  /**
   * False for a value in the rows without a header: hidden until the user shows it, unless there are no headers at all.
   */
  readonly isDeclared: boolean;
  /** The cells hold access rights in a format that isn't documented. */
  readonly isAccess?: true;
}

export type ColumnKind = 'text' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean';

export interface RecordRow {
  /** Null if the row has no id: it can be shown but not opened. */
  readonly id: string | null;
  readonly name: string;
  readonly isDeleted: boolean;
  /** Undefined if the service doesn't provide it. */
  readonly canEdit: boolean | undefined;
  readonly canDelete: boolean | undefined;
  readonly canComment: boolean | undefined;
  /** In column order. */
  readonly cells: readonly Cell[];
}

export type Cell = string | null;
