import { t } from '@vscode/l10n';
import type { RecordService, WritePermit } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { recordKey } from '../../model/recordKey.ts';
import { whyNotAllowed, whyReadOnly } from '../../model/writePermission.ts';
import type { Clients } from './clients.ts';
import { type Connections, UnknownConnectionError } from './connections.ts';

/** The user that a write was ordered by, as far as their token tells. */
export interface WriteUser {
  readonly number: number;
  /** Undefined where it could not be read. */
  readonly token: Promise<{ readonly value: string | undefined } | undefined>;
}

/** The one place that every write asks first, whoever wants it: a person, a command, another extension, a tool. */
export class WriteGuard {
  readonly #connections: Connections;
  readonly #clients: Pick<Clients, 'get'>;

  /** Counts the tokens that each connection was given or lost. */
  readonly #tokens = new Map<string, number>();

  constructor(connections: Connections, clients: Pick<Clients, 'get'>) {
    this.#connections = connections;
    this.#clients = clients;
    connections.onDidChangeToken((id) => this.#tokens.set(id, this.#tokenNumber(id) + 1));
  }

  /** For work that begins now: the address of the service that it is made for. */
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

  /** What a record is locked by: two connections to one service share it. */
  recordKey(connection: string, controller: ControllerName, id: string): string {
    return recordKey(this.#connections.addressOf(connection), controller, id);
  }

  /** Whoever writes over the connection now: what they order is sent as nobody else. */
  user(id: string): WriteUser {
    const connection = this.#connections.get(id);
    const token = connection ? this.#connections.token(connection) : Promise.resolve(undefined);
    return {
      number: this.#tokenNumber(id),
      // a secret storage that does not give it out says so when the write is sent
      token: token.then(
        (value) => ({ value }),
        () => undefined,
      ),
    };
  }

  /** For one write: asked again immediately before its first byte goes out. Without a user it goes out with no one's token. */
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

  /** Throws when the connection is read-only, or leads to another service than the one that the write was made for. */
  check(id: string, doing: string, madeFor: string): void {
    const connection = this.#connections.get(id);
    if (!connection) throw new UnknownConnectionError(id);
    const closed = whyReadOnly(connection);
    if (closed) throw new ServiceError('notAllowed', { doing, ...closed, scope: 'all' });
    this.checkService(id, doing, madeFor);
  }

  /** Throws when the connection leads to another service than this one: another service has other records. */
  checkService(id: string, doing: string, madeFor: string): void {
    if (this.#connections.leadsTo(id, madeFor)) return;
    const { name = id, baseUrl = '' } = this.#connections.get(id) ?? {};
    throw new ServiceError('refused', {
      doing,
      why: t('it was made for {0}, and the connection {1} leads to {2} now', madeFor, name, baseUrl),
      scope: 'all',
      remedy: t('Change the address of the connection back, or start again with the records of the new address.'),
    });
  }

  /** For what is offered or not: a button, a menu entry. */
  allows(id: string): boolean {
    const connection = this.#connections.get(id);
    return connection !== undefined && whyNotAllowed('edit', connection) === undefined;
  }
}
