import type { Connection } from '../../model/connection/connection.ts';
import type { RequestTrace, TracedForm } from '../../model/requestTrace.ts';
import type { RequestLog } from './clients.ts';
import { Emitter } from '../common/emitter.ts';

/** A request that was sent from this window. */
export interface SentRequest extends RequestTrace {
  readonly number: number;
  readonly connection: string;
  readonly connectionName: string;
  /** Full URL. */
  readonly address: string;
}

const max = 500;
/** Maximum total characters of form data kept: an import sends many bodies, and few of them are ever inspected. */
const maxFormData = 2_000_000;

/** Statuses with which a gateway reports that the service is down. */
const awayStatuses = new Set([502, 503, 504]);

/** True if a request shows that its service is down. */
export function isUnanswered({ outcome, status }: Pick<RequestTrace, 'outcome' | 'status'>): boolean {
  return outcome === 'noAnswer' || (status !== undefined && awayStatuses.has(status));
}

/** The latest requests, in memory only. Each is also passed on to the log. */
export class RequestHistory implements RequestLog {
  readonly #log: RequestLog;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #returned = new Emitter<string>();
  /** Fires with the id of a connection whose service responds again: failed reads can be retried. */
  readonly onDidReturn = this.#returned.event;
  readonly #away = new Set<string>();
  #requests: SentRequest[] = [];
  #sent = 0;
  #formData = 0;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  request(connection: Connection, trace: RequestTrace): void {
    this.#log.request(connection, trace);
    this.#requests.push({
      ...trace,
      number: ++this.#sent,
      connection: connection.id,
      connectionName: connection.name,
      address: `${new URL(connection.baseUrl).origin}${trace.path}${trace.query}`,
    });
    if (this.#requests.length > max) this.#requests = this.#requests.slice(-max);
    this.#formData += weight(trace.form);
    if (this.#formData > maxFormData) this.#dropForms();
    this.#changed.fire();
    this.#follow(connection.id, trace);
  }

  /** Drops the oldest first, and more than necessary, so that it doesn't run on every request. */
  #dropForms(): void {
    let kept = 0;
    for (let at = this.#requests.length - 1; at >= 0; at--) {
      const request = this.#requests[at];
      if (request?.form === undefined || request.form === 'dropped') continue;
      const size = weight(request.form);
      if (kept + size <= maxFormData / 2) kept += size;
      else this.#requests[at] = { ...request, form: 'dropped' };
    }
    this.#formData = kept;
  }

  #follow(id: string, { outcome, status }: RequestTrace): void {
    if (outcome === 'canceled') return;
    if (isUnanswered({ outcome, status })) this.#away.add(id);
    else if (this.#away.delete(id)) this.#returned.fire(id);
  }

  /** Newest first. */
  all(): readonly SentRequest[] {
    return this.#requests.toReversed();
  }

  clear(): void {
    this.#requests = [];
    this.#formData = 0;
    this.#changed.fire();
  }
}

function weight(form: TracedForm | undefined): number {
  if (form === undefined || form === 'dropped') return 0;
  return form.reduce((sum, entry) => sum + entry.key.length + (entry.kind === 'text' ? entry.text.length : 0), 0);
}
