import { t } from '@vscode/l10n';
import type { ComparedField } from '../../model/compare/comparedFields.ts';
import type { ComparedEntry, ComparedRow, Side } from '../../model/compare/comparison.ts';
import { csvCell } from '../../model/export/csvCell.ts';
import { formatText } from '../../model/formatValue.ts';
import { columnText } from '../../model/list/shownColumn.ts';
import type { ColumnKind } from '../../model/list/recordPage.ts';
import type { CompareRow } from '../../protocol/compareProtocol.ts';

/** Of a record that has no partner, so many values tell which one it is. */
const told = 6;
const longest = 500;

/** What was found, as a person reads it: in the page, in a diff editor, in a file. */
export class EntryTexts {
  readonly #fields: readonly ComparedField[];
  readonly #formats: readonly (readonly [Format, Format])[];
  /** As keys of a JSON text, where no two are the same. */
  readonly #names: readonly string[];

  constructor(fields: readonly ComparedField[]) {
    this.#fields = fields;
    this.#formats = fields.map((field) => [formatOf(field, 0), formatOf(field, 1)] as const);
    const times = new Map<string, number>();
    for (const { label } of fields) times.set(label, (times.get(label) ?? 0) + 1);
    this.#names = fields.map(({ label, key }) => (times.get(label) === 1 ? label : `${label} (${key})`));
  }

  row(entry: ComparedEntry): CompareRow {
    const { kind } = entry;
    if (kind === 'duplicate') return { kind, name: entry.name, key: entry.key, cells: [], times: entry.counts };
    const [here, there] = rowsOf(entry);
    const cell = (at: number): CompareRow['cells'][number] => ({
      label: this.#names[at] ?? '',
      here: shortened(this.#read(at, 0, here)),
      there: shortened(this.#read(at, 1, there)),
    });
    const known = here ?? there;
    const places =
      kind === 'different' ? entry.fields : this.#filled(kind === 'onlyHere' ? 0 : 1, known).slice(0, told);
    return { kind, name: nameOf(here, there), key: known?.key ?? '', cells: places.map(cell), times: null };
  }

  /** Both sides as JSON, with what is the same written alike; null for one that is not there. */
  sides(entry: Exclude<ComparedEntry, { kind: 'duplicate' }>): readonly [string | null, string | null] {
    const [here, there] = rowsOf(entry);
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

  /** Lines of a CSV file: one for each field that differs, and one for each record without a partner. */
  *csv(entry: ComparedEntry, defuse: boolean): Generator<string, void, void> {
    const line = (...cells: readonly (string | null)[]): string =>
      `${cells.map((cell) => csvCell(cell, defuse)).join(',')}\r\n`;
    const word = kindWords()[entry.kind];
    if (entry.kind === 'duplicate') {
      const [here, there] = entry.counts;
      yield line(word, entry.key, entry.name, null, null, null, String(here), String(there));
      return;
    }
    const [here, there] = rowsOf(entry);
    const about = [word, (here ?? there)?.key ?? '', nameOf(here, there), here?.id ?? null, there?.id ?? null];
    if (entry.kind !== 'different') yield line(...about, null, null, null);
    else
      for (const at of entry.fields)
        yield line(...about, this.#names[at] ?? '', here?.cells[at] ?? null, there?.cells[at] ?? null);
  }

  csvHead(): string {
    const titles = [
      t('Result'),
      t('Matched by'),
      t('Record'),
      t('Id here'),
      t('Id there'),
      t('Field'),
      t('Here'),
      t('There'),
    ];
    return `\uFEFF${titles.map((title) => csvCell(title, true)).join(',')}\r\n`;
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

const columnKinds = new Set<string>(['number', 'date', 'dateTime', 'time', 'boolean']);

function formatOf({ kind, key, ends }: ComparedField, side: Side): Format {
  const columnKind = (columnKinds.has(kind) ? kind : 'text') as ColumnKind;
  const options = ends[side]?.options ?? [];
  if (options.length === 0 || columnKind !== 'text') return (cell) => formatText(cell, columnKind, key);
  return columnText({ kind: 'text', options, ...(kind === 'choices' && { isSeveral: true as const }) }, key);
}

function rowsOf(
  entry: Exclude<ComparedEntry, { kind: 'duplicate' }>,
): readonly [ComparedRow | undefined, ComparedRow | undefined] {
  return ['here' in entry ? entry.here : undefined, 'there' in entry ? entry.there : undefined];
}

/** A row of a file has no name. */
function nameOf(here: ComparedRow | undefined, there: ComparedRow | undefined): string {
  return here?.name || there?.name || '';
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function kindWords(): Readonly<Record<ComparedEntry['kind'], string>> {
  return { different: t('Different'), onlyHere: t('Only here'), onlyThere: t('Only there'), duplicate: t('Ambiguous') };
}
