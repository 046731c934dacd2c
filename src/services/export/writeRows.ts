import { type ExportRow, rowsAsShown } from '../../model/export/exportColumns.ts';
import type { ExportFormat } from '../../model/export/exportFormat.ts';
import { type ExportFile, PlainSink } from './exportFile.ts';
import { CsvText, JsonLinesText, JsonText, MarkdownText, type RowText, type RowTextOptions } from './rowTexts.ts';
import { SheetText } from './sheetText.ts';
import { WorkbookSink } from './workbookSink.ts';

export interface RowFileOptions extends RowTextOptions {
  readonly format: ExportFormat;
}

const texts: Readonly<Record<ExportFormat, new (options: RowTextOptions) => RowText>> = {
  csv: CsvText,
  excel: SheetText,
  json: JsonText,
  jsonLines: JsonLinesText,
  markdown: MarkdownText,
};

/** Writes rows as they come. Answers how many, and what did not fit into the format. */
export async function writeRows(
  { format, columns, defuse }: RowFileOptions,
  pieces: AsyncIterable<readonly ExportRow[]>,
  file: Pick<ExportFile, 'write'>,
  afterPiece: (written: number) => void,
): Promise<{ readonly written: number; readonly note: string | undefined }> {
  const text = new texts[format]({ columns, defuse });
  const asShown = rowsAsShown(columns, format);
  const sink = format === 'excel' ? new WorkbookSink(file) : new PlainSink(file);
  let written = 0;
  await sink.write(text.head());
  for await (const rows of pieces) {
    await sink.write(text.rows(asShown(rows)));
    written += rows.length;
    afterPiece(written);
  }
  await sink.write(text.tail());
  await sink.end();
  return { written, note: text.note };
}
