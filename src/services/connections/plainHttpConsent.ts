import { t } from '@vscode/l10n';
import { type Connection, isExposed } from '../../model/connection/connection.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Memento } from '../remembered/memento.ts';

const storageKey = 'plainHttp';

type Asked = Pick<Connection, 'id' | 'baseUrl'>;

/**
 * Whether a token or a password may go over the network in plain sight. A person is asked once for each connection and
 * address, wherever it comes from: a command, a form or the settings.
 */
export class PlainHttpConsent {
  readonly #memory: Memento;
  readonly #ask: (baseUrl: string) => Promise<boolean>;
  readonly #asking = new Map<string, Promise<boolean>>();
  /** A no counts until the window ends, or the person does something to be asked again. */
  readonly #refused = new Set<string>();

  constructor(memory: Memento, ask: (baseUrl: string) => Promise<boolean>) {
    this.#memory = memory;
    this.#ask = ask;
  }

  /** For an address that may be no connection's yet. */
  async agrees(baseUrl: string): Promise<boolean> {
    return !isExposed(baseUrl) || this.#ask(baseUrl);
  }

  /** Before anything secret is sent. Throws when the answer is no, or was. */
  async require(connection: Asked, doing = t('send the token')): Promise<void> {
    if (!isExposed(connection.baseUrl)) return;
    const entry = entryOf(connection);
    if (this.#agreed().includes(entry)) return;
    const isAgreed = !this.#refused.has(entry) && (await this.#askOnce(entry, connection.baseUrl));
    if (isAgreed) return this.remember(connection);
    this.#refused.add(entry);
    throw new ServiceError('notSignedIn', {
      doing,
      why: t('{0} is not encrypted, and nobody has agreed to send secrets there', connection.baseUrl),
      remedy: t('Change the address to one that begins with https://, or set the token to be asked again.'),
    });
  }

  /** The person has done something that only makes sense with a yes. */
  askAgain(connection: Asked): void {
    this.#refused.delete(entryOf(connection));
  }

  /** For who was asked by `agrees`. */
  async remember(connection: Asked): Promise<void> {
    if (!isExposed(connection.baseUrl)) return;
    const entry = entryOf(connection);
    this.#refused.delete(entry);
    if (!this.#agreed().includes(entry)) await this.#memory.update(storageKey, [...this.#agreed(), entry]);
  }

  async forget(id: string): Promise<void> {
    const agreed = this.#agreed();
    const others = agreed.filter((entry) => !entry.startsWith(`${id} `));
    if (others.length < agreed.length) await this.#memory.update(storageKey, others);
  }

  /** Many requests may begin together. */
  async #askOnce(entry: string, baseUrl: string): Promise<boolean> {
    const asking = this.#asking.get(entry) ?? this.#ask(baseUrl);
    this.#asking.set(entry, asking);
    try {
      return await asking;
    } finally {
      this.#asking.delete(entry);
    }
  }

  #agreed(): readonly string[] {
    const kept = this.#memory.get(storageKey);
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : [];
  }
}

function entryOf({ id, baseUrl }: Asked): string {
  return `${id} ${new URL(baseUrl).origin}`;
}
