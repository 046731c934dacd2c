import { type ControllerName, parseControllerName } from '../controller.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { holdsPhone, phoneDigits } from './phoneNumber.ts';
import type { RecordPage, RecordRow } from './recordPage.ts';
import { columnText, shownColumn } from './shownColumn.ts';

/** More words hardly narrow a search, and each one costs a request. */
const maxWords = 5;

/** Returns the search words, longest first: it matches the fewest records. */
export function searchWords(text: string): string[] {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
  return words.toSorted((one, other) => other.length - one.length).slice(0, maxWords);
}

/** Parsed search text: its words, or the digits if it is a phone number. */
export interface SearchTerms {
  readonly words: readonly string[];
  readonly phone: string | undefined;
}

export function searchTerms(text: string): SearchTerms {
  return { words: searchWords(text), phone: phoneDigits(text) };
}

export function holdTerms(texts: readonly (string | null)[], { words, phone }: SearchTerms): boolean {
  return holdWords(texts, words) || (phone !== undefined && texts.some((text) => holdsPhone(text, phone)));
}

/** True if the texts contain each of the words, ignoring case and accents. */
export function holdWords(texts: readonly (string | null)[], words: readonly string[]): boolean {
  const text = foldedText(texts.filter((one) => one !== null).join('\n'));
  return words.every((word) => text.includes(foldedText(word)));
}

/** Removes case and accents. */
export function foldedText(text: string): string {
  // most texts have no accents, and normalizing is slow
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

export interface WordsFound {
  readonly rows: readonly RecordRow[];
  /** False if the service returned too few matches per word to determine which records have all of them. */
  readonly isComplete: boolean;
  /** True if the service searches for the exact text or for all words, false if for any word. */
  readonly isWholeText: boolean;
}

type Found = Pick<RecordPage, 'rows' | 'total'>;

export function sizeOf({ rows, total }: Found): number {
  return total ?? rows.length;
}

/**
 * Returns the records that contain all words, from the service's results for the whole text and for each word. Most
 * services search for the exact text, some for any of its words.
 */
export function withAllWords(
  whole: Found,
  single: readonly { readonly word: string; readonly found: Found }[],
  limit: number,
): WordsFound {
  const lists = single.map(({ word, found }) => ({
    word,
    ids: new Set(found.rows.map(({ id }) => id)),
    rows: found.rows,
    isAll: found.total === undefined ? found.rows.length < limit : found.rows.length >= found.total,
  }));
  const missing = (row: RecordRow): typeof lists =>
    lists.filter(({ word, ids }) => !ids.has(row.id) && !holdWords([row.name, ...row.cells], [word]));
  const rows = new Map<string | null, RecordRow>();
  // more matches for the whole text than for one word: the service matched any word
  const isWholeText = single.every(({ found }) => sizeOf(whole) <= sizeOf(found));
  for (const row of whole.rows) if (isWholeText || missing(row).length === 0) rows.set(row.id, row);
  const byLength = lists.toSorted((one, other) => one.rows.length - other.rows.length);
  for (const row of byLength.flatMap((list) => list.rows)) if (missing(row).length === 0) rows.set(row.id, row);
  return {
    rows: [...rows.values()],
    isComplete: lists.some((list) => list.isAll && list.rows.every((row) => missing(row).every(({ isAll }) => isAll))),
    isWholeText,
  };
}

/**
 * Returns values that distinguish a record from others with the same name: first the columns that matched, then the
 * first columns of its list view. Uses the labels of choices if a form provides them.
 */
export function distinguishingValues(
  { columns, alias }: Pick<RecordPage, 'columns' | 'alias'>,
  { name, id, cells }: RecordRow,
  { words, phone }: SearchTerms,
  form?: RecordForm,
): string[] {
  const shown = columns.flatMap((column, index) => {
    const { label, isVisible, kind } = column;
    const cell = cells[index]?.trim() ?? '';
    if (cell === '' || cell === id || (isVisible && name.includes(cell))) return [];
    const isFound = !holdWords([name], words) && words.some((word) => holdTerms([cell], { words: [word], phone }));
    if (!isVisible && !isFound) return [];
    const read = columnText((form && shownColumn(column, alias, form)) ?? { kind }, column.name);
    return [{ text: `${label}: ${read(cell)}`, isFound }];
  });
  return [...shown.filter(({ isFound }) => isFound), ...shown.filter(({ isFound }) => !isFound)]
    .slice(0, 3)
    .map(({ text }) => text);
}

/** A record as the user names it. */
export interface NamedRecord {
  /** Just `leads` if the module was omitted. */
  readonly controller: ControllerName | string;
  readonly id: string;
  /** Name of the connection, if given. */
  readonly connection: string | undefined;
}

/**
 * Parses `crm/leads/413`, `crm/leads 413`, `leads 413` or `leads/413`, optionally followed by ` · Demo` as in a search
 * result.
 */
export function namedRecord(text: string): NamedRecord | undefined {
  const [said = '', ...further] = text.trim().split(' · ');
  const [, module, controller = '', id = ''] =
    /^(?:(\w[\w.-]*)\/)?(\w[\w.-]*)(?:\/| #?|#)(\S{1,200})$/.exec(said.trim().replace(/\s+/g, ' ')) ?? [];
  if (controller === '' || id === '') return undefined;
  const named = module === undefined ? controller : parseControllerName(`${module}/${controller}`);
  return named === undefined ? undefined : { controller: named, id, connection: further.join(' · ') || undefined };
}
