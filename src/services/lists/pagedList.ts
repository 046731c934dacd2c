import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { Column, RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import { type AskPage, contradiction, countingFromOne, learnPageSize, withCredibleTotal } from './learnPageSize.ts';
import { inColumnOrder, ListState, type RowSlice } from './listState.ts';

/** After so many changes while it is read, a list is read one page at a time: one answer agrees with itself. */
const patience = 4;

/**
 * One list, by the place of its rows. The service counts pages from 1 and may put fewer rows on them than it is asked
 * for, so the size of a page is learned first, and everything is forgotten when the list changes.
 */
export class PagedList {
  readonly #ask: AskPage;
  readonly #pageSize: number;
  readonly #requests = new SharedRequests<void>();
  /** One look at a page is enough for all that one operation asks about its rows. */
  readonly #looks = new WeakMap<AbortSignal, Map<number, Promise<RecordPage>>>();
  /** Undefined until an answer has shown the size of a page. */
  #state: ListState | undefined;
  /** Counts the states, also those without an answer yet. */
  #generation = 0;

  constructor(ask: AskPage, pageSize: number) {
    this.#ask = withCredibleTotal(countingFromOne(ask));
    this.#pageSize = pageSize;
  }

  get columns(): readonly Column[] {
    return this.#state?.first.columns ?? [];
  }

  async rows(from: number, count: number, signal: AbortSignal | undefined): Promise<RowSlice> {
    for (let turn = 1; turn <= patience * 3; turn++) {
      const state = this.#state;
      if (!state) {
        await this.#load(Math.floor(from / this.#pageSize) + 1, signal);
        continue;
      }
      const pages = state.pagesFor(from, count);
      await Promise.all(pages.slice(0, turn > patience ? 1 : undefined).map((page) => this.#load(page, signal)));
      const slice = this.#state === state || turn > patience ? this.#state?.slice(from, count) : undefined;
      if (slice) return slice;
    }
    throw changesTooFast();
  }

  find(id: string): RecordRow | undefined {
    return this.#state?.find(id)?.row;
  }

  /** A row that is at hand as the service has it now; undefined when it is not where it was. What is at hand stays. */
  async readAgain(id: string, signal: AbortSignal): Promise<RecordRow | undefined> {
    const state = this.#state;
    const page = state?.find(id)?.page;
    if (!state || page === undefined) return undefined;
    const looks = this.#looks.get(signal) ?? new Map<number, Promise<RecordPage>>();
    this.#looks.set(signal, looks);
    const look = looks.get(page) ?? this.#ask(page, state.size, signal);
    looks.set(page, look);
    const answer = await look;
    return inColumnOrder(answer, state.first.columns).find((row) => row.id === id);
  }

  /** What is under way says nothing about the list as it will be asked for next. */
  forget(): void {
    this.#state = undefined;
    this.#generation += 1;
    this.#requests.forget();
  }

  #load(page: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#state?.has(page)) return Promise.resolve();
    const limit = this.#state?.size ?? this.#pageSize;
    const generation = this.#generation;
    const load = async (abort: AbortSignal): Promise<void> => {
      const answer = withoutStrays(await this.#ask(page, limit, abort), page, limit);
      if (this.#generation === generation) await this.#take(page, limit, answer, abort);
    };
    return this.#requests.get(`${page} of ${limit}`, load, signal);
  }

  async #take(page: number, limit: number, answer: RecordPage, signal: AbortSignal): Promise<void> {
    if (answer.page !== page && answer.rows.length > 0)
      throw contradiction(t('it was asked for page {0} and answered with page {1}', page, answer.page));
    const state = this.#state;
    if (!state) return this.#learn(page, limit, answer, signal);
    if (limit !== state.size) return; // asked before the size was known
    if (!state.isAbout(answer)) {
      this.forget();
      if (!state.hasProvenSize) return this.#learn(page, limit, answer, signal);
      // the size is the service's, not the list's
      this.#state = new ListState(state.size, state.hasGaps, answer);
    }
    this.#keep(page, answer);
  }

  async #learn(page: number, limit: number, answer: RecordPage, signal: AbortSignal): Promise<void> {
    const generation = this.#generation;
    const known = await learnPageSize(this.#ask, { page, limit, answer }, signal);
    if (!known || this.#state || this.#generation !== generation) return;
    this.#state = new ListState(known.size, known.hasGaps, known.answer ?? answer);
    // counted in other pages, this one is not where it was thought to be
    if (known.answer) this.#keep(page, known.answer);
  }

  #keep(page: number, answer: RecordPage): void {
    const state = this.#state;
    if (!state) return;
    const count = answer.rows.length;
    const expected = state.expected(page);
    if (answer.total !== undefined && count === 0 && expected > 0)
      throw contradiction(t('it tells of more records than it sends'));
    const isShort = answer.total !== undefined && count < expected && !state.hasGaps;
    // its pages have another size than they had
    if (isShort || count > state.size) return this.forget();
    const other = state.repeated(page, answer.rows);
    // asked for more than there is, a service may answer with its last page
    if (other === page - 1 && answer.total === undefined) return state.keepEnd(page, answer);
    if (other !== undefined) throw contradiction(t('page {0} and page {1} are the same', other, page));
    state.keep(page, answer);
  }
}

/** A service may answer with its last page when it is asked for one past the end. */
function withoutStrays(answer: RecordPage, page: number, limit: number): RecordPage {
  const isPastEnd = page > 1 && answer.total !== undefined && (page - 1) * limit >= answer.total;
  return isPastEnd ? { ...answer, rows: [] } : answer;
}

function changesTooFast(): ServiceError {
  return new ServiceError('unreadable', {
    doing: t('list the records'),
    why: t('they change faster than they can be read'),
    remedy: t('Try again in a moment.'),
  });
}

interface Running<T> {
  readonly controller: AbortController;
  readonly answer: Promise<T>;
  waiting: number;
}

/** Who asks for the same thing at the same time shares one request; it is aborted when nobody waits any more. */
class SharedRequests<T> {
  readonly #running = new Map<string, Running<T>>();

  get(key: string, ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted) return Promise.reject(canceled());
    const running = this.#running.get(key) ?? this.#start(key, ask);
    running.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        running.waiting -= 1;
        if (running.waiting === 0) {
          if (this.#running.get(key) === running) this.#running.delete(key);
          running.controller.abort();
        }
        reject(canceled());
      };
      signal?.addEventListener('abort', leave, { once: true });
      const settle = (): void => signal?.removeEventListener('abort', leave);
      running.answer.then(
        (value) => (settle(), resolve(value)),
        (error: unknown) => (settle(), reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }

  /** Those who wait still get their answers; nobody new shares them. */
  forget(): void {
    this.#running.clear();
  }

  #start(key: string, ask: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const answer = ask(controller.signal);
    const running: Running<T> = { controller, answer, waiting: 0 };
    this.#running.set(key, running);
    const end = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    answer.then(end, end);
    return running;
  }
}

function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('list the records'), why: t('it was canceled') });
}
