import { t } from '@vscode/l10n';
import type { RecordService, WritePermit } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { recordKey } from '../../model/recordKey.ts';
import { whyNotAllowed, whyReadOnly } from '../../model/writePermission.ts';
import type { Clients } from './clients.ts';
import { type Connections, UnknownConnectionError } from './connections.ts';

/** The user who requested a write, identified by token. */
export interface WriteUser {
  readonly number: number;
  /** Undefined if the token couldn't be read. */
  readonly token: Promise<{ readonly value: string | undefined } | undefined>;
}

/** Checks every write before it is sent, whether it comes from the user, a command, another extension or a tool. */
export class WriteGuard {
  readonly #connections: Connections;
  readonly #clients: Pick<Clients, 'get'>;

  /** Counts the token changes of each connection. */
  readonly #tokens = new Map<string, number>();

  constructor(connections: Connections, clients: Pick<Clients, 'get'>) {
    this.#connections = connections;
    this.#clients = clients;
    connections.onDidChangeToken((id) => this.#tokens.set(id, this.#tokenNumber(id) + 1));
  }

  /** Starts new work: returns the base URL of the service it is made for. */
  begin(id: string, doing: string): string {
    const madeFor = this.#connections.addressOf(id);
    this.check(id, doing, madeFor);
    return madeFor;
  }

  /** The client to prepare a write with. `doing` follows "Could not": `save Lead 17`. */
  async client(id: string, doing: string, madeFor: string): Promise<RecordService> {
    this.check(id, doing, madeFor);
    return this.#clients.get(id);
  }

  /** Lock key of a record: two connections to the same service share it. */
  recordKey(connection: string, controller: ControllerName, id: string): string {
    return recordKey(this.#connections.addressOf(connection), controller, id);
  }

  /** Captures the connection's current user: their writes are never sent as another user. */
  user(id: string): WriteUser {
    const connection = this.#connections.get(id);
    const token = connection ? this.#connections.token(connection) : Promise.resolve(undefined);
    return {
      number: this.#tokenNumber(id),
      // if the secret storage fails, sending the write reports it
      token: token.then(
        (value) => ({ value }),
        () => undefined,
      ),
    };
  }

  /**
   * Returns the check for one write, which runs again immediately before its first byte is sent. Without a user, the
   * write is sent without a token.
   */
  async permit(id: string, doing: string, madeFor: string, user?: WriteUser): Promise<WritePermit> {
    const ordered = await user?.token;
    return (sent) => {
      this.check(id, doing, madeFor);
      if (!user) return;
      const isSame = ordered === undefined || (ordered.value ?? '') === (sent ?? '');
      if (isSame && user.number === this.#tokenNumber(id)) return;
      throw new ServiceError('notSignedIn', {
        doing,
        why: t(
          'the token of the connection {0} was replaced or removed before it was sent',
          this.#connections.get(id)?.name ?? id,
        ),
        remedy: t('Nothing was sent. Try again to send it as the user who is signed in now.'),
      });
    };
  }

  #tokenNumber(id: string): number {
    return this.#tokens.get(id) ?? 0;
  }

  /** Throws if the connection is read-only, or leads to a different service than the write was made for. */
  check(id: string, doing: string, madeFor: string): void {
    const connection = this.#connections.get(id);
    if (!connection) throw new UnknownConnectionError(id);
    const closed = whyReadOnly(connection);
    if (closed) throw new ServiceError('notAllowed', { doing, ...closed, scope: 'all' });
    this.checkService(id, doing, madeFor);
  }

  /** Throws if the connection leads to a different service than this one, which has different records. */
  checkService(id: string, doing: string, madeFor: string): void {
    if (this.#connections.leadsTo(id, madeFor)) return;
    const { name = id, baseUrl = '' } = this.#connections.get(id) ?? {};
    throw new ServiceError('refused', {
      doing,
      why: t('it was created for {0}, but the connection {1} now points to {2}', madeFor, name, baseUrl),
      scope: 'all',
      remedy: t("Restore the connection's previous address, or start over with the records of the new address."),
    });
  }

  /** True if edits can be offered, for example as a button or menu item. */
  allows(id: string): boolean {
    const connection = this.#connections.get(id);
    return connection !== undefined && whyNotAllowed('edit', connection) === undefined;
  }
}
