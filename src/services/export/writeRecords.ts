import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { type ExportColumn, rowsAsShown } from '../../model/export/exportColumns.ts';
import type { ExportFormat } from '../../model/export/exportFormat.ts';
import { countNotes, expectedCount, type ExportReport, type ExportRows } from '../../model/export/exportPlan.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { CsvText, JsonLinesText, JsonText, MarkdownText, type RowText, type RowTextOptions } from './rowTexts.ts';
import { type ExportFile, PlainSink } from './exportFile.ts';
import type { RecordSource } from './recordSource.ts';
import { SheetText } from './sheetText.ts';
import { WorkbookSink } from './workbookSink.ts';

export interface ExportTask {
  readonly source: RecordSource;
  /** The page that the columns were chosen from. */
  readonly first: RecordPage;
  readonly rows: ExportRows;
  readonly columns: readonly ExportColumn[];
  readonly format: ExportFormat;
  readonly defuse: boolean;
  readonly onProgress: (written: number, expected: number | undefined) => void;
}

const texts: Readonly<Record<ExportFormat, new (options: RowTextOptions) => RowText>> = {
  csv: CsvText,
  excel: SheetText,
  json: JsonText,
  jsonLines: JsonLinesText,
  markdown: MarkdownText,
};

/** Reads records and writes them as they come, a few pages at a time. */
export async function writeRecords(
  task: ExportTask,
  file: Pick<ExportFile, 'write'>,
  signal: AbortSignal,
): Promise<ExportReport> {
  const { source, first, rows, columns, format, defuse, onProgress } = task;
  const text = new texts[format]({ columns, defuse });
  const asShown = rowsAsShown(columns, format);
  const sink = format === 'excel' ? new WorkbookSink(file) : new PlainSink(file);
  const expected = (): number | undefined => expectedCount(rows, source.reader.total ?? first.total);
  let written = 0;
  await sink.write(text.head());
  for await (const some of source.readRows(rows, first, signal)) {
    await sink.write(text.rows(asShown(some)));
    written += some.length;
    onProgress(written, expected());
    stopIfCanceled(signal);
  }
  await sink.write(text.tail());
  await sink.end();
  const { hasChanged, unknownColumns } = source.reader;
  const outcome = { written, expected: expected(), hasChanged, unknownColumns, hasOrder: source.hasOrder };
  return {
    written,
    expected: outcome.expected,
    notes: [...countNotes(rows, outcome), ...(text.note === undefined ? [] : [text.note])],
    said: saidOnce(first.messages ?? [], source.said),
  };
}

export function stopIfCanceled(signal: AbortSignal): void {
  if (signal.aborted) throw canceled();
}

export function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('export the records'), why: t('it was canceled') });
}
