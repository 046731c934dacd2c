import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { type ImportRow, type ImportTable, longest, maxColumns } from './importTable.ts';
import { detectText, readText, type TextFile } from './textFile.ts';

const delimiters = [',', ';', '\t', '|'];
/** Number of records used to detect the delimiter. */
const looked = 30;

export async function openCsv(path: string, name: string): Promise<ImportTable> {
  const file = await detectText(path, name);
  const start = await beginning(file);
  // Excel's own way to declare the delimiter
  const named = /^sep=(.)\r?\n/.exec(start)?.[1];
  const delimiter = named ?? bestDelimiter(start);
  const skip = named === undefined ? 0 : 1;
  let titles: readonly string[] | undefined;
  for await (const { cells } of csvRows(file, delimiter, skip)) {
    titles = cells.map((cell) => (cell ?? '').trim());
    break;
  }
  if (!titles) throw new FileProblem(t('Could not import {0}: it contains no data. Choose another file.', name));
  const width = titles.length;
  return {
    unit: 'line',
    titles,
    notes: file.note === undefined ? [] : [file.note],
    absent: undefined,
    mayBeDefused: true,
    rows: () => importRows(csvRows(file, delimiter, skip), width),
  };
}

async function* importRows(
  rows: AsyncGenerator<CsvRow, void, void>,
  width: number,
): AsyncGenerator<ImportRow, void, void> {
  let isTitle = true;
  for await (const { line, cells } of rows) {
    if (isTitle) {
      isTitle = false;
      continue;
    }
    const isTooLong = cells.slice(width).some((cell) => cell !== null);
    const problem = (): string => t('It has {0} cells instead of {1}.', cells.length, width);
    yield { position: line, cells: cells.slice(0, width), ...(isTooLong && { problem: problem() }) };
  }
}

async function* csvRows(file: TextFile, delimiter: string, skip: number): AsyncGenerator<CsvRow, void, void> {
  const rows = new CsvRows(delimiter, file.name);
  let left = skip;
  const wanted = function* (found: Iterable<CsvRow>): Generator<CsvRow, void, void> {
    for (const row of found) {
      if (left > 0) left -= 1;
      else yield row;
    }
  };
  for await (const text of readText(file)) yield* wanted(rows.parseChunk(text));
  yield* wanted(rows.end());
}

async function beginning(file: TextFile): Promise<string> {
  for await (const text of readText(file)) return text;
  return '';
}

/** Returns the delimiter that splits the first records most consistently, into the most cells. */
function bestDelimiter(start: string): string {
  const scores = delimiters.map((delimiter) => {
    const rows = [...new CsvRows(delimiter, '').parseChunk(start)].slice(0, looked);
    const [first, ...others] = rows.map(({ cells }) => cells.length);
    // the sample may end before the first line does
    const width = first ?? start.split(delimiter).length;
    const alike = others.filter((one) => one === width).length + 1;
    return { delimiter, score: width < 2 ? 0 : (alike / (others.length + 1)) * 1_000 + width };
  });
  return scores.toSorted((one, other) => other.score - one.score)[0]?.delimiter ?? ',';
}

interface CsvRow {
  /** Line where the record starts, one-based. */
  readonly line: number;
  /** An empty cell without quotes is null. */
  readonly cells: readonly (string | null)[];
}

/**
 * Streaming parser for RFC 4180 and close variants: a quote counts only at the start of a cell, line ends are CRLF, LF
 * or CR.
 */
export class CsvRows {
  readonly #delimiter: string;
  readonly #name: string;
  #cells: (string | null)[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #wasQuoted = false;
  #line = 1;
  #began = 1;
  #afterReturn = false;
  /** Length of the current record so far. */
  #length = 0;

  constructor(delimiter: string, name: string) {
    this.#delimiter = delimiter;
    this.#name = name;
  }

  /** Yields the rows that this chunk completes. */
  *parseChunk(text: string): Generator<CsvRow, void, void> {
    for (let index = 0; index < text.length; index++) {
      const letter = text[index] ?? '';
      if (this.#afterReturn) {
        this.#afterReturn = false;
        if (letter === '\n') continue;
      }
      if (this.#state === 'quoted') {
        // everything up to the next quote belongs to the cell
        const end = text.indexOf('"', index);
        const inside = text.slice(index, end < 0 ? undefined : end);
        this.#add(inside);
        this.#line += lineEnds(inside);
        if (end < 0) return;
        this.#state = 'quote';
        index = end;
        continue;
      }
      if (letter === '"' && this.#state === 'start') {
        this.#state = 'quoted';
        this.#wasQuoted = true;
      } else if (letter === '"' && this.#state === 'quote') {
        this.#add('"');
        this.#state = 'quoted';
      } else if (letter === this.#delimiter) this.#endCell();
      else if (letter === '\n' || letter === '\r') {
        this.#afterReturn = letter === '\r';
        this.#line += 1;
        yield* this.#endRow();
      } else {
        const end = endOfPlain(text, index + 1, this.#delimiter);
        this.#add(text.slice(index, end));
        this.#state = 'plain';
        index = end - 1;
      }
    }
  }

  *end(): Generator<CsvRow, void, void> {
    if (this.#state === 'quoted') throw this.#unclosed();
    if (this.#cells.length > 0 || this.#cell !== '' || this.#wasQuoted) yield* this.#endRow();
  }

  #add(text: string): void {
    this.#cell += text;
    this.#length += text.length;
    if (this.#length > longest) throw this.#state === 'quoted' ? this.#unclosed() : this.#endless();
  }

  #endCell(): void {
    if (this.#cells.length >= maxColumns) throw this.#endless();
    this.#cells.push(this.#cell === '' && !this.#wasQuoted ? null : this.#cell);
    this.#cell = '';
    this.#wasQuoted = false;
    this.#state = 'start';
  }

  *#endRow(): Generator<CsvRow, void, void> {
    this.#endCell();
    const cells = this.#cells;
    const line = this.#began;
    this.#cells = [];
    this.#length = 0;
    this.#began = this.#line;
    // an empty line isn't a record
    if (cells.length > 1 || cells[0] !== null) yield { line, cells };
  }

  #unclosed(): FileProblem {
    return new FileProblem(
      t(
        'Could not read {0}: a quote in the record at line {1} is never closed. Correct it there.',
        this.#name,
        this.#began,
      ),
    );
  }

  #endless(): FileProblem {
    return new FileProblem(
      t(
        'Could not read {0}: the record at line {1} has no end. Choose another file, or correct it.',
        this.#name,
        this.#began,
      ),
    );
  }
}

/** Returns where an unquoted cell ends; a quote inside it is an ordinary character. */
function endOfPlain(text: string, from: number, delimiter: string): number {
  for (let index = from; index < text.length; index++) {
    const letter = text[index];
    if (letter === delimiter || letter === '\n' || letter === '\r') return index;
  }
  return text.length;
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
