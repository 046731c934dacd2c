import type { StatusLine } from './parts/statusLine.ts';
import { statusState } from './statusState.ts';
import type { Table } from './table.ts';

const noticeStays = 10_000;

/** Keeps the status line true, and writes it only when it says something else: a screen reader reads every change. */
export class StatusReport {
  readonly #table: Table;
  readonly #line: StatusLine;
  readonly #shown: () => { readonly first: number; readonly last: number } | undefined;
  readonly #selection: () => string;
  #notice = '';
  #noticeEnds: ReturnType<typeof setTimeout> | undefined;
  #last = '';

  constructor(
    table: Table,
    line: StatusLine,
    shown: () => { readonly first: number; readonly last: number } | undefined,
    selection: () => string,
  ) {
    this.#table = table;
    this.#line = line;
    this.#shown = shown;
    this.#selection = selection;
  }

  /** Says something for a while. */
  notify(text: string): void {
    this.#notice = text;
    clearTimeout(this.#noticeEnds);
    if (text !== '') this.#noticeEnds = setTimeout(() => this.notify(''), noticeStays);
    this.update();
  }

  update(): void {
    const state = statusState(this.#table, this.#shown(), this.#selection(), this.#notice);
    const key = JSON.stringify(state);
    if (key === this.#last) return;
    this.#last = key;
    this.#line.show(state);
  }
}
