import { type ExportRow, rowsAsShown } from '../../model/export/exportColumns.ts';
import type { ExportFormat } from '../../model/export/exportFormat.ts';
import { type ExportFile, PlainSink, type TextSink } from './exportFile.ts';
import { CsvText, JsonLinesText, JsonText, MarkdownText, type RowText, type RowTextOptions } from './rowTexts.ts';
import { SheetText } from './sheetText.ts';
import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { excelParts, sheetPath } from './excelParts.ts';
import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync } from 'node:zlib';

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

/** Writes rows as they arrive. Returns their number, and what didn't fit the format. */
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

/** Compresses the text of a sheet into a workbook as it is written. */
class WorkbookSink implements TextSink {
  readonly #zip: ZipWriter;
  readonly #sheet: PlainSink;
  #isOpen = false;

  constructor(file: Pick<ExportFile, 'write'>) {
    this.#zip = new ZipWriter(
      file,
      () =>
        // Excel's own files have this limit, too
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

const max = 0xffff_ffff;
/** Flags: sizes and CRC follow the data, and names are UTF-8. */
const streamed = 0x0808;
/** January 1, 1980, the format's earliest date. It is fixed so that the same records produce the same file. */
const date = 0x0021;

interface ExportEntry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  size: number;
  packed: number;
}

/** A zip archive, written sequentially without knowing the length of an entry in advance. */
export class ZipWriter {
  readonly #file: Pick<ExportFile, 'write'>;
  readonly #tooBig: () => Error;
  readonly #entries: ExportEntry[] = [];
  #offset = 0;
  #open: { readonly entry: ExportEntry; readonly deflate: DeflateRaw; readonly pump: Promise<void> } | undefined;

  constructor(file: Pick<ExportFile, 'write'>, tooBig: () => Error) {
    this.#file = file;
    this.#tooBig = tooBig;
  }

  /** Adds a complete entry. */
  async add(path: string, bytes: Buffer): Promise<void> {
    const entry = await this.#begin(path);
    await this.#packed(entry, deflateRawSync(bytes));
    entry.crc = crc32(bytes);
    entry.size = bytes.length;
    await this.#describe(entry);
  }

  /** Starts an entry that `append` fills. */
  async begin(path: string): Promise<void> {
    const entry = await this.#begin(path);
    const deflate = createDeflateRaw({ level: 4 });
    const pump = (async () => {
      for await (const bytes of deflate as AsyncIterable<Buffer>) await this.#packed(entry, bytes);
    })();
    pump.catch(() => undefined); // `append` or `end` reports it
    this.#open = { entry, deflate, pump };
  }

  async append(bytes: Uint8Array): Promise<void> {
    const open = this.#open;
    if (!open) throw new TypeError('no entry was begun');
    open.entry.crc = crc32(bytes, open.entry.crc);
    open.entry.size += bytes.length;
    if (open.entry.size > max) throw this.#tooBig();
    const taken = new Promise<void>((resolve, reject) => {
      open.deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    // if the file fails, the deflate stream only reports that it was closed
    await taken.catch(async (error: unknown) => {
      await open.pump;
      throw error;
    });
  }

  async end(): Promise<void> {
    if (this.#open) {
      const { entry, deflate, pump } = this.#open;
      deflate.end();
      await pump;
      await this.#describe(entry);
    }
    const start = this.#offset;
    for (const entry of this.#entries) await this.#write(directoryEntry(entry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x0605_4b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
  }

  async #begin(path: string): Promise<ExportEntry> {
    const entry = { name: Buffer.from(path), offset: this.#offset, crc: 0, size: 0, packed: 0 };
    this.#entries.push(entry);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x0403_4b50, 0);
    writeAbout(header, 4);
    header.writeUInt16LE(entry.name.length, 26);
    await this.#write(Buffer.concat([header, entry.name]));
    return entry;
  }

  async #packed(entry: ExportEntry, bytes: Buffer): Promise<void> {
    entry.packed += bytes.length;
    await this.#write(bytes);
  }

  async #describe({ crc, packed, size }: ExportEntry): Promise<void> {
    const after = Buffer.alloc(16);
    after.writeUInt32LE(0x0807_4b50, 0);
    writeSizes(after, 4, { crc, packed, size });
    await this.#write(after);
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    if (this.#offset > max) throw this.#tooBig();
    await this.#file.write(bytes);
  }
}

function directoryEntry(entry: ExportEntry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(20, 4);
  writeAbout(header, 6);
  writeSizes(header, 16, entry);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}

/** Writes the required version, flags, method (deflate), time and date. */
function writeAbout(header: Buffer, at: number): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(streamed, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt16LE(0, at + 6);
  header.writeUInt16LE(date, at + 8);
}

function writeSizes(to: Buffer, at: number, { crc, packed, size }: Pick<ExportEntry, 'crc' | 'packed' | 'size'>): void {
  to.writeUInt32LE(crc, at);
  to.writeUInt32LE(packed, at + 4);
  to.writeUInt32LE(size, at + 8);
}
