import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { RecordPage, RecordRow } from '../../model/list/recordPage.ts';

/** Requests a page (one-based) of at most `limit` rows. */
export type AskPage = (page: number, limit: number, signal: AbortSignal) => Promise<RecordPage>;

/**
 * The interface counts pages from 1; a service that numbers its first page 0 counts from 0. A service that numbers
 * every page 0 leaves that open.
 */
export function countingFromOne(ask: AskPage): AskPage {
  let first: number | undefined;
  return async (page, limit, signal) => {
    const answer = await ask(page, limit, signal);
    if (page === 1) first = answer.page;
    else if (first === undefined && answer.page < page) first = (await ask(1, limit, signal)).page;
    if (first !== 0) return answer;
    return { ...answer, page: answer.page === 0 ? page : answer.page + 1 };
  };
}

export interface PageSize {
  readonly size: number;
  /** True if short pages aren't due to a limit: the service omits rows, and their indexes stay empty. */
  readonly hasGaps: boolean;
  /** The response for the page at this size; undefined if there is none. */
  readonly answer: RecordPage | undefined;
}

/** True if more rows may follow: as many came as were requested, or as the service puts on a page. */
export function isFull({ rows, pageSize }: RecordPage, limit: number): boolean {
  return rows.length > 0 && (rows.length >= limit || rows.length === pageSize);
}

/**
 * Removes a total that is proven wrong: a service may send 0 on each page, or the number of rows on it. The list is
 * then read like one without a total, as long as new records arrive.
 */
export function withCredibleTotal(ask: AskPage): AskPage {
  let isWrong = false;
  let checked: number | undefined;
  return async (page, limit, signal) => {
    const answer = await ask(page, limit, signal);
    const { total, rows } = answer;
    if (total === undefined) return answer;
    const count = rows.length;
    const begin = (page - 1) * limit;
    isWrong ||= total < count || (count === limit && begin < total && total < begin + count);
    if (!isWrong && page === 1 && total === count && checked !== count && isFull(answer, limit)) {
      const next = await ask(2, count, signal).catch(pastTheEnd);
      const more = next && !sameRows(next.rows, rows) ? next.rows.length : 0;
      // if the list grew in between, it has a new total
      isWrong = more > 0 && (next?.total ?? 0) < count + more;
      if (!isWrong) checked = count;
    }
    return isWrong ? { ...answer, total: undefined } : answer;
  };
}

/** A service may reject a page after the last one. */
export function pastTheEnd(error: unknown): undefined {
  if (error instanceof ServiceError && error.scope === 'record') return undefined;
  throw error;
}

/** True for at least two rows with matching, non-null ids. */
export function sameRows(some: readonly RecordRow[], others: readonly RecordRow[]): boolean {
  if (some.length < 2 || some.length !== others.length) return false;
  return some.every(({ id }, index) => id !== null && id === others[index]?.id);
}

/**
 * Determines how many rows the service puts on a page, regardless of what it was asked for and what it reports. A full
 * page proves its size; a short page is either the last one or shows a limit, which the first page decides. Returns
 * undefined if the list changed in between.
 */
export async function learnPageSize(
  ask: AskPage,
  { page, limit, answer }: { readonly page: number; readonly limit: number; readonly answer: RecordPage },
  signal: AbortSignal,
): Promise<PageSize | undefined> {
  const { total } = answer;
  const count = answer.rows.length;
  if (count === limit) return { size: limit, hasGaps: false, answer };
  if (page !== 1) {
    const first = await ask(1, limit, signal);
    if (first.total !== total) return undefined;
    const known = await learnPageSize(ask, { page: 1, limit, answer: first }, signal);
    if (!known || known.size !== limit) return known && { ...known, answer: undefined };
    const isLast = total === undefined || (page - 1) * limit + count >= total;
    return { size: limit, hasGaps: known.hasGaps || !isLast, answer };
  }
  if (count === 0) {
    if ((total ?? 0) > 0) throw contradiction(t('it reports records but sends none'));
    return { size: limit, hasGaps: false, answer };
  }
  if (total !== undefined && total <= count) return { size: Math.max(limit, count), hasGaps: false, answer };
  if (total === undefined && count < limit) return learnWithoutTotal(ask, answer, limit, signal);
  if (count > limit || total === undefined || answer.pageSize === count) return { size: count, hasGaps: false, answer };
  // request as many as came: a limit returns all of them, while omitted rows are missing again
  const again = await ask(1, count, signal);
  if (again.total !== total) return undefined;
  if (again.rows.length === count) return { size: count, hasGaps: false, answer: again };
  return { size: limit, hasGaps: true, answer };
}

/** If nothing follows a short first page, it is the whole list and its length is the total. */
async function learnWithoutTotal(
  ask: AskPage,
  answer: RecordPage,
  limit: number,
  signal: AbortSignal,
): Promise<PageSize | undefined> {
  const count = answer.rows.length;
  const next = await ask(2, count, signal);
  if (next.total !== undefined) return undefined;
  const isRepeated = next.rows.length === count && next.rows.every(({ id }, index) => id === answer.rows[index]?.id);
  // a repeated full page says nothing about the records after it
  if (next.rows.length > 0 && (!isRepeated || isFull(answer, limit))) return { size: count, hasGaps: false, answer };
  return { size: limit, hasGaps: false, answer: { ...answer, total: count } };
}

export function contradiction(why: string): ServiceError {
  return new ServiceError('unreadable', {
    doing: t('list the records'),
    why: t('the service contradicts itself ({0})', why),
    remedy: t('Try another list view, or contact the service administrator.'),
  });
}
