import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { longest } from './importTable.ts';

export interface CsvRow {
  /** The line where it begins, counted from 1. */
  readonly line: number;
  /** An empty cell without quotes is null. */
  readonly cells: readonly (string | null)[];
}

/** RFC 4180 and what comes near it, piece by piece: a quote counts at the beginning of a cell, line ends are CR LF, LF or CR. */
export class CsvRows {
  readonly #delimiter: string;
  #cells: (string | null)[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #wasQuoted = false;
  #line = 1;
  #began = 1;
  #afterReturn = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The rows that are complete with this piece. */
  *take(text: string): Generator<CsvRow, void, void> {
    for (let place = 0; place < text.length; place++) {
      const letter = text[place] ?? '';
      if (this.#afterReturn) {
        this.#afterReturn = false;
        if (letter === '\n') continue;
      }
      if (this.#state === 'quoted') {
        // up to the next quote all letters belong to the cell
        const end = text.indexOf('"', place);
        const inside = text.slice(place, end < 0 ? undefined : end);
        this.#add(inside);
        this.#line += lineEnds(inside);
        if (end < 0) return;
        this.#state = 'quote';
        place = end;
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
        const end = endOfPlain(text, place + 1, this.#delimiter);
        this.#add(text.slice(place, end));
        this.#state = 'plain';
        place = end - 1;
      }
    }
  }

  *end(name: string): Generator<CsvRow, void, void> {
    if (this.#state === 'quoted') throw unclosed(name, this.#began);
    if (this.#cells.length > 0 || this.#cell !== '' || this.#wasQuoted) yield* this.#endRow();
  }

  #add(text: string): void {
    this.#cell += text;
    if (this.#cell.length > longest) throw unclosed(t('the file'), this.#began);
  }

  #endCell(): void {
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
    this.#began = this.#line;
    // a line without anything is no record
    if (cells.length > 1 || cells[0] !== null) yield { line, cells };
  }
}

/** Where a cell without quotes ends; a quote inside of it is a letter like any other. */
function endOfPlain(text: string, from: number, delimiter: string): number {
  for (let place = from; place < text.length; place++) {
    const letter = text[place];
    if (letter === delimiter || letter === '\n' || letter === '\r') return place;
  }
  return text.length;
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function unclosed(name: string, line: number): FileProblem {
  return new FileProblem(
    t('Could not read {0}: a quote in the record at line {1} is never closed. Correct it there.', name, line),
  );
}
