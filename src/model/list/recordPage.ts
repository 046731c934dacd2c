/** One page of a list of records, with the columns that the list view gives it. */
export interface RecordPage {
  readonly columns: readonly Column[];
  readonly rows: readonly RecordRow[];
  /** Counts from 1. */
  readonly page: number;
  /** What the service says, or else what it sent. */
  readonly pageSize: number;
  /** Undefined when the service does not tell. */
  readonly total: number | undefined;
  readonly listViewId: string | undefined;
  readonly listViewName: string | undefined;
  /** The prefix of the controller's own columns: `leads` in `leads.city`. */
  readonly alias: string | undefined;
  readonly primaryKey: string | undefined;
  /** The column with the record's name; left out where none is told. */
  readonly nameKey?: string;
  /** The column that says of a record whether it is deleted, `0` or `1`; left out where none is known. */
  readonly deletedKey?: string;
  /** What the service said beside it; left out where that was nothing. */
  readonly messages?: readonly string[];
}

export interface Column {
  /** Unlike `columnName` where the cells hold a text that stands for the value, such as the name of another record. */
  readonly key: string;
  /** The `sort` value; undefined when the service names none. */
  readonly columnName: string | undefined;
  readonly name: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** A data field; otherwise the service computed it. */
  readonly isData: boolean;
  readonly isVisible: boolean;
  readonly isSortable: boolean;
  readonly isSearchable: boolean;
  /** Opens the record. */
  readonly isLink: boolean;
  readonly total: number | undefined;
  /** How many the total counts; left out where the service does not tell. */
  readonly totalCount?: number;
  /** How many its numbers are shown with; left out while no value has any. */
  readonly decimals?: number;
  /** False for a value that rows carry and no header names: hidden until someone asks for it, unless there are no headers. */
  readonly isDeclared: boolean;
}

export type ColumnKind = 'text' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean';

export interface RecordRow {
  /** Null when the row does not tell: such a row can be shown and not opened. */
  readonly id: string | null;
  readonly name: string;
  readonly isDeleted: boolean;
  /** Undefined when the service does not tell. */
  readonly canEdit: boolean | undefined;
  readonly canDelete: boolean | undefined;
  readonly canComment: boolean | undefined;
  /** In the order of the page's columns. */
  readonly cells: readonly Cell[];
}

export type Cell = string | null;
