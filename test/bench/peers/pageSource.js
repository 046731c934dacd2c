import { total } from './asked.js';

const pageSize = 100;
/** As many as the table keeps. */
const mostPages = 30;
const ahead = 25;

/** Gives a grid the same pages by the same stand-in as the table has. */
export class PageSource {
  /** The newest last. */
  #pages = new Map();
  #asked = new Set();
  #host = acquireVsCodeApi();
  #requests = 0;

  /** `came` hears from which row to which there are records now. */
  constructor(came) {
    window.addEventListener('message', ({ data: { result } }) => {
      const page = result.from / pageSize;
      this.#asked.delete(page);
      this.#pages.set(page, result.rows);
      if (this.#pages.size > mostPages) this.#pages.delete(this.#pages.keys().next().value);
      came(result.from, result.from + result.rows.length - 1);
    });
  }

  /** Undefined while it is on its way. */
  row(place) {
    return this.#pages.get(Math.floor(place / pageSize))?.[place % pageSize];
  }

  /** What is on the screen, and what is just outside of it. */
  need(top, bottom) {
    const first = Math.max(0, Math.floor((top - ahead) / pageSize));
    const last = Math.min(Math.ceil(total / pageSize) - 1, Math.floor((bottom + ahead) / pageSize));
    for (let page = first; page <= last; page++)
      if (!this.#pages.has(page) && !this.#asked.has(page)) {
        this.#asked.add(page);
        this.ask(page * pageSize, pageSize);
      }
  }

  ask(from, count) {
    const id = this.#requests++;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is the stand-in's, not a window's
    this.#host.postMessage({ kind: 'request', id, name: 'rows', params: { from, count } });
  }
}
