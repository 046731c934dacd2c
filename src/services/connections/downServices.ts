import type { Connection } from '../../model/connection/connection.ts';
import { isUnanswered, type RequestHistory } from './requestHistory.ts';

/** Which services do not answer, by the last requests over their connections. */
export class DownServices {
  readonly #requests: Pick<RequestHistory, 'all'>;
  /** Old requests are dropped while a service is still down. */
  readonly #known = new Map<string, number>();

  constructor(requests: Pick<RequestHistory, 'all'>) {
    this.#requests = requests;
  }

  /** When the first request since the last answer was sent, in milliseconds; undefined for a service that answers. */
  since({ id, baseUrl }: Pick<Connection, 'id' | 'baseUrl'>): number | undefined {
    const key = `${id} ${baseUrl}`;
    const start = `${new URL(baseUrl).origin}/`;
    const unanswered: number[] = [];
    for (const request of this.#requests.all()) {
      if (request.connection !== id || request.outcome === 'canceled') continue;
      if (!isUnanswered(request) || !request.address.startsWith(start)) break;
      unanswered.push(request.startedAt);
    }
    const first = unanswered.at(-1);
    if (first === undefined) this.#known.delete(key);
    else this.#known.set(key, Math.min(first, this.#known.get(key) ?? first));
    return this.#known.get(key);
  }
}
