import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { scalarText } from '../../model/form/fieldValue.ts';
import { type JsonValue, isObject, type JsonObject } from '../../model/json.ts';
import { type ImportCell, type ImportRow, type ImportTable, maxColumns, longest } from './importTable.ts';
import { detectText, readText, type TextFile } from './textFile.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { parseJson } from '../../model/exactJson.ts';

/** Number of records used to collect the names. */
const looked = 200;

/** Opens JSON or JSON Lines. */
export async function openJson(path: string, name: string): Promise<ImportTable> {
  const file = await detectText(path, name);
  const names = new Set<string>();
  for await (const { position, record } of jsonRecords(readText(file), name)) {
    for (const key of Object.keys(record)) names.add(key);
    if (position >= looked || names.size > maxColumns) break;
  }
  if (names.size === 0)
    throw new FileProblem(t('Could not import {0}: it contains no records. Choose another file.', name));
  const titles = [...names];
  return {
    unit: 'record',
    titles,
    notes: file.note === undefined ? [] : [file.note],
    absent: undefined,
    mayBeDefused: false,
    rows: () => importRows(file, titles),
  };
}

async function* importRows(file: TextFile, titles: readonly string[]): AsyncGenerator<ImportRow, void, void> {
  const columns = new Map(titles.map((title, at) => [title, at]));
  for await (const { position, record } of jsonRecords(readText(file), file.name)) {
    const cells: ImportCell[] = [];
    let other: string | undefined;
    for (const [key, value] of Object.entries(record)) {
      const at = columns.get(key);
      if (at === undefined) other ??= key;
      else cells[at] = cellOf(value);
    }
    const problem = (): string => t('It has “{0}”, which earlier records do not have.', other ?? '');
    yield { position, cells, ...(other !== undefined && { problem: problem() }) };
  }
}

function cellOf(value: JsonValue | undefined): ImportCell {
  if (value === undefined || value === null) return null;
  return scalarText(value) ?? JSON.stringify(value);
}

interface NumberedRecord {
  /** One-based. */
  readonly position: number;
  readonly record: JsonObject;
}

/** Yields the records of a JSON array or JSON Lines text one at a time, without holding the whole text in memory. */
async function* jsonRecords(pieces: AsyncIterable<string>, name: string): AsyncGenerator<NumberedRecord, void, void> {
  const splitter = new RecordSplitter(name);
  let position = 0;
  for await (const piece of pieces)
    for (const text of splitter.parseChunk(piece)) {
      position += 1;
      yield { position, record: parsed(text, name, position) };
    }
  splitter.end(position);
}

/** Maximum nesting depth: serializing is recursive. */
const deepest = 1_000;

/** Finds the start and end of each object by its braces outside of strings. */
class RecordSplitter {
  readonly #name: string;
  #held = '';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #hasEnded = false;
  #isList: boolean | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  *parseChunk(piece: string): Generator<string, void, void> {
    let from = this.#depth > 0 ? 0 : -1;
    for (let index = 0; index < piece.length; index++) {
      const letter = piece[index] ?? '';
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (letter === '\\') this.#isEscaped = true;
        else if (letter === '"') this.#isText = false;
        continue;
      }
      if (this.#depth === 0) {
        if (letter === '{') {
          from = index;
          this.#depth = 1;
          this.#isList ??= false;
        } else this.#between(letter);
        continue;
      }
      if (letter === '"') this.#isText = true;
      else if (letter === '{' || letter === '[') {
        this.#depth += 1;
        if (this.#depth > deepest)
          throw this.#broken(t('one of its records is nested deeper than {0} levels', formatNumber(deepest)));
      } else if (letter === '}' || letter === ']') {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        yield this.#held + piece.slice(from, index + 1);
        this.#held = '';
        from = -1;
      }
    }
    if (from >= 0) this.#held += piece.slice(from);
    if (this.#held.length > longest) throw this.#broken(t('one of its records is never closed'));
  }

  end(count: number): void {
    if (this.#depth > 0 || (this.#isList === true && !this.#hasEnded))
      throw this.#broken(t('it ends unexpectedly after record {0}', count));
  }

  /** Handles characters between records: the brackets of the array, commas and whitespace. */
  #between(letter: string): void {
    if (/\s/.test(letter) || letter === ',') return;
    if (letter === '[' && this.#isList === undefined) this.#isList = true;
    else if (letter === ']' && this.#isList === true && !this.#hasEnded) this.#hasEnded = true;
    else throw this.#broken(t('it is not a list of records'));
  }

  #broken(why: string): FileProblem {
    return new FileProblem(t('Could not read {0}: {1}. Choose another file, or correct it.', this.#name, why));
  }
}

function parsed(text: string, name: string, position: number): JsonObject {
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch {
    // reported below
  }
  throw new FileProblem(t('Could not read {0}: record {1} is not JSON. Correct it there.', name, position));
}
