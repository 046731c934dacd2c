import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import { isSameAddress } from '../../model/connection/connection.ts';
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

  /** The client to write with. `doing` follows "Could not": `save Lead 17`. */
  async client(connection: string, doing: string, madeFor?: string): Promise<RecordClient> {
    this.check(connection, doing, madeFor);
    return this.#clients.get(connection);
  }

  /**
   * Throws when the connection is read-only, and when it led elsewhere when what is to be written was made: another
   * service has other records. What is lent, such as the demo, has a new address each time.
   */
  check(id: string, doing: string, madeFor?: string): void {
    const connection = this.#connections.get(id);
    if (!connection) throw new UnknownConnectionError(id);
    const closed = whyReadOnly(connection);
    if (closed) throw new ServiceError('notAllowed', { doing, ...closed });
    this.checkPlace(id, doing, madeFor);
  }

  /** Only whether the connection leads to where it led. */
  checkPlace(id: string, doing: string, madeFor?: string): void {
    const connection = this.#connections.get(id);
    if (!connection) throw new UnknownConnectionError(id);
    if (madeFor !== undefined && !isSameAddress(madeFor, connection.baseUrl) && this.#connections.isKept(id))
      throw new ServiceError('refused', {
        doing,
        why: t(
          'the connection {0} led to {1} when this was read, and leads to {2} now',
          connection.name,
          madeFor,
          connection.baseUrl,
        ),
        remedy: t('Change its address back, or begin anew with what is there now.'),
      });
  }

  /** For what is offered or not: a button, a menu entry. */
  allows(id: string): boolean {
    const connection = this.#connections.get(id);
    return connection !== undefined && whyNotAllowed('edit', connection) === undefined;
  }
}
