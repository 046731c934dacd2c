import { setImmediate } from 'node:timers/promises';
import type { RowsRequest, TableRows, TableStart } from '../../protocol/tableProtocol.ts';

type Load = (request: RowsRequest, signal: AbortSignal) => Promise<TableRows>;

interface Flight {
  readonly request: RowsRequest;
  readonly rows: Promise<TableRows>;
  readonly controller: AbortController;
}

/** Asks for what a table shows first while its page is still being loaded. What comes is handed out once. */
export class RowPrefetch {
  readonly #load: Load;
  #flight: Flight | undefined;

  constructor(load: Load) {
    this.#load = load;
  }

  begin(request: RowsRequest): Promise<TableRows> {
    if (this.#flight && isSame(this.#flight.request, request)) return this.#flight.rows;
    this.drop();
    const controller = new AbortController();
    const rows = this.#load(request, controller.signal);
    rows.catch(() => undefined); // whoever takes it hears of it
    this.#flight = { request, rows, controller };
    return rows;
  }

  /** What is here by now, without waiting for the service. */
  async arrived(): Promise<TableStart['first']> {
    const flight = this.#flight;
    if (!flight) return undefined;
    const rows = await Promise.race([flight.rows.catch(() => undefined), setImmediate(undefined)]);
    if (!rows || this.#flight !== flight) return undefined;
    this.#flight = undefined;
    return { request: flight.request, rows };
  }

  /** What is on its way, if it answers this; anything else that is has become useless. */
  take(request: RowsRequest, signal: AbortSignal): Promise<TableRows> | undefined {
    const flight = this.#flight;
    if (!flight) return undefined;
    if (!isSame(flight.request, request)) {
      this.drop();
      return undefined;
    }
    this.#flight = undefined;
    signal.addEventListener('abort', () => flight.controller.abort(), { once: true });
    return flight.rows;
  }

  drop(): void {
    this.#flight?.controller.abort();
    this.#flight = undefined;
  }
}

function isSame(one: RowsRequest, other: RowsRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
