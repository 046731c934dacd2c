import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { excelParts, sheetPath } from './excelParts.ts';
import { type ExportFile, PlainSink, type TextSink } from './exportFile.ts';
import { ZipWriter } from './zipWriter.ts';

/** The text of a sheet, packed into a workbook as it comes. */
export class WorkbookSink implements TextSink {
  readonly #zip: ZipWriter;
  readonly #sheet: PlainSink;
  #isOpen = false;

  constructor(file: Pick<ExportFile, 'write'>) {
    this.#zip = new ZipWriter(
      file,
      () =>
        // what Excel itself writes has this limit as well
        new FileProblem(t('Could not export to Excel: a sheet holds no more than 4 GB. Choose CSV, or fewer columns.')),
    );
    this.#sheet = new PlainSink({ write: (bytes) => this.#zip.append(bytes) });
  }

  async write(text: string): Promise<void> {
    await this.#open();
    await this.#sheet.write(text);
  }

  async end(): Promise<void> {
    await this.#open();
    await this.#sheet.end();
    await this.#zip.end();
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const [path, text] of excelParts) await this.#zip.add(path, Buffer.from(text));
    await this.#zip.begin(sheetPath);
  }
}
