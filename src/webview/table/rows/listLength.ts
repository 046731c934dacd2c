import type { TableRows } from '../../../protocol/table.ts';
import type { RowRange } from './wantedRows.ts';

/** How long a list is, as far as its answers tell. */
export class ListLength {
  /** Null when the service does not tell. */
  total: number | null = null;
  /** How many rows can be scrolled through; without a total it grows. */
  length = 0;
  /** Without a total: the place after the last row, once it was found. */
  #end: number | null = null;
  #mostAtOnce = 0;

  get isKnown(): boolean {
    return this.total !== null || this.#end !== null;
  }

  /** What was found out by reading says nothing about the list as it is now. */
  forget(): void {
    this.#end = null;
    this.#mostAtOnce = 0;
  }

  note({ from, to }: RowRange, reply: TableRows, pageSize: number): void {
    this.total = reply.total;
    if (reply.total !== null) {
      this.length = reply.total;
      return;
    }
    const arrivedTo = reply.from + reply.rows.length;
    const isShort = reply.rows.length < Math.min(to - from, this.#mostAtOnce);
    this.#mostAtOnce = Math.max(this.#mostAtOnce, reply.rows.length);
    if (reply.rows.length === 0) this.#end = Math.min(this.#end ?? from, from);
    else if (isShort) this.#end = arrivedTo;
    this.length = this.#end ?? Math.max(this.length, arrivedTo + pageSize);
  }
}
