import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import { ServiceError } from '../../model/errors.ts';
import { whyNotAllowed, whyReadOnly } from '../../model/writePermission.ts';
import type { Clients } from './clients.ts';
import { type Connections, UnknownConnectionError } from './connections.ts';

/** The one place that every write asks first, whoever wants it: a person, a command, another extension, a tool. */
export class WriteGuard {
  readonly #connections: Connections;
  readonly #clients: Pick<Clients, 'get'>;

  constructor(connections: Connections, clients: Pick<Clients, 'get'>) {
    this.#connections = connections;
    this.#clients = clients;
  }

  /** For work that begins now: the address of the service that it is made for. */
  begin(id: string, doing: string): string {
    const madeFor = this.#connections.addressOf(id);
    this.check(id, doing, madeFor);
    return madeFor;
  }

  /** The client to prepare a write with. `doing` follows "Could not": `save Lead 17`. */
  async client(id: string, doing: string, madeFor: string): Promise<RecordClient> {
    this.check(id, doing, madeFor);
    return this.#clients.get(id);
  }

  /** Throws when the connection is read-only, or leads to another service than the one that the write was made for. */
  check(id: string, doing: string, madeFor: string): void {
    const connection = this.#connections.get(id);
    if (!connection) throw new UnknownConnectionError(id);
    const closed = whyReadOnly(connection);
    if (closed) throw new ServiceError('notAllowed', { doing, ...closed });
    this.checkService(id, doing, madeFor);
  }

  /** Throws when the connection leads to another service than this one: another service has other records. */
  checkService(id: string, doing: string, madeFor: string): void {
    if (this.#connections.leadsTo(id, madeFor)) return;
    const { name = id, baseUrl = '' } = this.#connections.get(id) ?? {};
    throw new ServiceError('refused', {
      doing,
      why: t('it was made for {0}, and the connection {1} leads to {2} now', madeFor, name, baseUrl),
      remedy: t('Change the address of the connection back, or start again with the records of the new address.'),
    });
  }

  /** For what is offered or not: a button, a menu entry. */
  allows(id: string): boolean {
    const connection = this.#connections.get(id);
    return connection !== undefined && whyNotAllowed('edit', connection) === undefined;
  }
}
