import { findPhone, phoneDigits, phoneTails } from '../../model/list/phoneNumber.ts';
import type { RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import type { ListAddress, RowsQuery } from './listAddress.ts';
import type { RecordPages } from './recordPages.ts';

const max = 100;

type Page = Pick<RecordPage, 'rows' | 'columns' | 'alias' | 'total'>;

export interface PhoneFound extends Pick<RecordPage, 'columns' | 'alias'> {
  readonly rows: readonly RecordRow[];
  /** Search text that finds most of them in the service; undefined if there are none. */
  readonly search: string | undefined;
}

/**
 * Finds the records with a phone number of these digits. A service compares characters, so the search uses the end of
 * the number in the notations of its first records, and the digits are compared here.
 */
export async function findByPhone(
  ask: (search: string, limit: number) => Promise<Page>,
  digits: string,
): Promise<PhoneFound> {
  const found = new Map<string | null, { readonly row: RecordRow; readonly phone: string }>();
  const collect = (rows: readonly RecordRow[]): void => {
    for (const row of rows) {
      const phone = [row.name, ...row.cells].flatMap((text) => findPhone(text, digits) ?? [])[0];
      if (phone !== undefined) found.set(row.id, { row, phone });
    }
  };
  const sample = await ask('', max);
  collect(sample.rows);
  if (sample.total === undefined || sample.rows.length < sample.total) {
    let tails = phoneTails(digits, cellsOf(sample));
    if (tails.length < 2) {
      // no separators seen yet: every notation keeps the last two digits together
      const ending = await ask(digits.slice(-2), max);
      collect(ending.rows);
      tails = phoneTails(digits, cellsOf(ending));
    }
    for (const tail of tails) collect((await ask(tail, max)).rows);
  }
  const phones = [...found.values()].map(({ phone }) => phone);
  const count = (search: string): number => phones.filter((phone) => phone.includes(search)).length;
  const searches = [...phones.slice(0, 1), ...phoneTails(digits, phones)];
  const [search] = searches.toSorted((one, other) => count(other) - count(one));
  const { columns, alias } = sample;
  const rows = [...found.values()].map(({ row }) => row);
  return { rows, columns, alias, search: rows.length === 0 ? undefined : search };
}

function cellsOf({ rows }: Pick<RecordPage, 'rows'>): (string | null)[] {
  return rows.flatMap(({ cells }) => cells);
}

/**
 * Returns the search text with its phone number as the service writes it, for a search without results; undefined if it
 * isn't a phone number.
 */
export async function spellPhone(
  pages: Pick<RecordPages, 'rows'>,
  address: ListAddress,
  query: RowsQuery,
  signal: AbortSignal,
): Promise<string | undefined> {
  const digits = 'find' in query ? undefined : phoneDigits(query.search ?? '');
  if (digits === undefined) return undefined;
  const { search: _, ...others } = { search: '', ...query };
  const ask = (search: string, limit: number): ReturnType<RecordPages['rows']> =>
    pages.rows(address, search === '' ? others : { ...others, search }, 0, limit, signal);
  return (await findByPhone(ask, digits)).search;
}
