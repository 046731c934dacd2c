import {
  type ComparedEntry,
  type ComparedPair,
  type ComparedRow,
  nameOfEntry,
  rowsOfEntry,
  type Side,
} from '../../../model/compare/comparison.ts';
import { type ComparedField, fieldNames } from '../../../model/compare/comparedFields.ts';
import { formatText } from '../../../model/formatValue.ts';
import { decimalsIn } from '../../../model/list/columnDecimals.ts';
import { columnText } from '../../../model/list/shownColumn.ts';
import type { CompareRow } from '../compareProtocol.ts';
import { fieldKinds } from '../../../model/form/fieldKind.ts';

/** Number of values that identify a record without a match. */
const maxFields = 6;
const longest = 500;

/** Display texts of the results, for the page and for diff editors. */
export class EntryTexts {
  readonly #fields: readonly ComparedField[];
  readonly #formats: readonly (readonly [Format, Format])[];
  readonly #names: readonly string[];
  /** Max decimals seen per field; all its numbers are shown with as many. */
  readonly #decimals: number[];

  constructor(fields: readonly ComparedField[]) {
    this.#fields = fields;
    this.#decimals = fields.map(() => 0);
    this.#formats = fields.map((field, at) => {
      const decimals = (): number => this.#decimals[at] ?? 0;
      return [formatOf(field, 0, decimals), formatOf(field, 1, decimals)] as const;
    });
    this.#names = fieldNames(fields);
  }

  rows(entries: readonly ComparedEntry[]): CompareRow[] {
    for (const entry of entries)
      for (const row of entry.kind === 'duplicate' ? [] : rowsOfEntry(entry))
        this.#fields.forEach(({ kind }, at) => {
          if (kind === 'number') this.#decimals[at] = Math.max(this.#decimals[at] ?? 0, decimalsIn(row?.cells[at]));
        });
    return entries.map((entry) => this.#row(entry));
  }

  #row(entry: ComparedEntry): CompareRow {
    const { kind } = entry;
    if (kind === 'duplicate') return { kind, name: entry.name, key: entry.key, cells: [], times: entry.counts };
    const [here, there] = rowsOfEntry(entry);
    const cell = (at: number): CompareRow['cells'][number] => ({
      label: this.#names[at] ?? '',
      here: shortened(this.#read(at, 0, here)),
      there: shortened(this.#read(at, 1, there)),
    });
    const known = here ?? there;
    const columns =
      kind === 'different' ? entry.fields : this.#filled(kind === 'onlyHere' ? 0 : 1, known).slice(0, maxFields);
    return { kind, name: nameOfEntry(entry), key: known?.key ?? '', cells: columns.map(cell), times: null };
  }

  /** Both sides as JSON, with equal values written alike; null for a missing side. */
  sides(entry: ComparedPair): readonly [string | null, string | null] {
    const [here, there] = rowsOfEntry(entry);
    const text = (
      row: ComparedRow | undefined,
      like: ComparedRow | undefined,
      differing: readonly number[],
    ): string | null => {
      if (!row) return null;
      const entries = this.#fields.flatMap(({ isCompared, ends }, at) => {
        if (!(like ? isCompared : ends[entry.kind === 'onlyHere' ? 0 : 1])) return [];
        const written = like && !differing.includes(at) ? like : row;
        return [[this.#names[at] ?? '', written.cells[at] ?? null]];
      });
      return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
    };
    const fields = entry.kind === 'different' ? entry.fields : [];
    return [text(here, there && here, fields), text(there, here, fields)];
  }

  #read(at: number, side: Side, row: ComparedRow | undefined): string {
    const cell = row?.cells[at] ?? null;
    return cell === null ? '' : (this.#formats[at]?.[side](cell) ?? cell);
  }

  #filled(side: Side, row: ComparedRow | undefined): readonly number[] {
    return this.#fields.flatMap(({ ends }, at) => (ends[side] && row?.cells[at] ? [at] : []));
  }
}

type Format = (cell: string) => string;

function formatOf({ kind, key, ends }: ComparedField, side: Side, decimals: () => number): Format {
  const columnKind = fieldKinds[kind].column ?? 'text';
  const options = ends[side]?.options ?? [];
  if (options.length === 0 || columnKind !== 'text') return (cell) => formatText(cell, columnKind, key, decimals());
  return columnText({ kind: 'text', options, ...(kind === 'choices' && { isSeveral: true as const }) }, key);
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
