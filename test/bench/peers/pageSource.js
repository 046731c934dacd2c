import { total } from './pageParameters.js';

const pageSize = 100;
/** As many pages as our table caches. */
const maxPages = 30;
const ahead = 25;

/** Provides a grid with the same pages as our table, from the same stub host. */
export class PageSource {
  /** Newest last. */
  #pages = new Map();
  #parameters = new Set();
  #host = acquireVsCodeApi();
  #requests = 0;

  /** `came` is called with the range of rows whose records have arrived. */
  constructor(came) {
    window.addEventListener('message', ({ data: { result } }) => {
      const page = result.from / pageSize;
      this.#parameters.delete(page);
      this.#pages.set(page, result.rows);
      if (this.#pages.size > maxPages) this.#pages.delete(this.#pages.keys().next().value);
      came(result.from, result.from + result.rows.length - 1);
    });
  }

  /** Undefined while the record is loading. */
  row(container) {
    return this.#pages.get(Math.floor(container / pageSize))?.[container % pageSize];
  }

  /** Requests the rows on the screen and just outside of it. */
  need(top, bottom) {
    const first = Math.max(0, Math.floor((top - ahead) / pageSize));
    const last = Math.min(Math.ceil(total / pageSize) - 1, Math.floor((bottom + ahead) / pageSize));
    for (let page = first; page <= last; page++)
      if (!this.#pages.has(page) && !this.#parameters.has(page)) {
        this.#parameters.add(page);
        this.ask(page * pageSize, pageSize);
      }
  }

  ask(from, count) {
    const id = this.#requests++;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is the stand-in's, not a window's
    this.#host.postMessage({ kind: 'request', id, name: 'rows', params: { from, count } });
  }
}
