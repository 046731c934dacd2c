import type { Connection } from '../../model/connection/connection.ts';
import { isUnanswered, type RequestHistory } from './requestHistory.ts';

/** Tracks which services are down, based on the latest requests over their connections. */
export class DownServices {
  readonly #requests: Pick<RequestHistory, 'all'>;
  /** Start of each outage: old requests are dropped while a service is still down. */
  readonly #known = new Map<string, number>();

  constructor(requests: Pick<RequestHistory, 'all'>) {
    this.#requests = requests;
  }

  /**
   * Returns when the first request since the last response was sent, in milliseconds; undefined for a service that
   * responds.
   */
  since({ id, baseUrl }: Pick<Connection, 'id' | 'baseUrl'>): number | undefined {
    const key = `${id} ${baseUrl}`;
    const start = `${new URL(baseUrl).origin}/`;
    const pending: number[] = [];
    for (const request of this.#requests.all()) {
      if (request.connection !== id || request.outcome === 'canceled') continue;
      if (!isUnanswered(request) || !request.address.startsWith(start)) break;
      pending.push(request.startedAt);
    }
    const first = pending.at(-1);
    if (first === undefined) this.#known.delete(key);
    else this.#known.set(key, Math.min(first, this.#known.get(key) ?? first));
    return this.#known.get(key);
  }
}
