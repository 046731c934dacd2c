import type { ExportColumn } from '../../model/export/exportColumns.ts';
import type { RecordRow } from '../../model/list/recordPage.ts';

/** Rows as the text of a file, piece by piece: nothing is kept from one to the next. */
export interface RowText {
  head(): string;
  rows(rows: readonly RecordRow[]): string;
  tail(): string;
  /** What did not fit into the format, one sentence; undefined when everything did. */
  readonly note?: string | undefined;
}

export interface RowTextOptions {
  readonly columns: readonly ExportColumn[];
  /** Whether cells that a spreadsheet would run are written so that it does not. */
  readonly defuse: boolean;
}
