import { t } from '@vscode/l10n';
import { type Connection, isExposed } from '../../model/connection/connection.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Memento } from '../remembered/memento.ts';

const storageKey = 'plainHttp';

type Asked = Pick<Connection, 'id' | 'baseUrl'>;

/**
 * Consent to send a token or password unencrypted. The user is asked once per connection and address, whether it comes
 * from a command, a form or the settings.
 */
export class PlainHttpConsent {
  readonly #memory: Memento;
  readonly #ask: (baseUrl: string) => Promise<boolean>;
  readonly #asking = new Map<string, Promise<boolean>>();
  /** A refusal holds until the window closes, or until the user does something that asks again. */
  readonly #refused = new Set<string>();

  constructor(memory: Memento, ask: (baseUrl: string) => Promise<boolean>) {
    this.#memory = memory;
    this.#ask = ask;
  }

  /** Asks for an address that may not belong to a connection yet. */
  async agrees(baseUrl: string): Promise<boolean> {
    return !isExposed(baseUrl) || this.#ask(baseUrl);
  }

  /** Call before sending a secret. Throws if the user refuses or has refused. */
  async require(connection: Asked, doing = t('send the token')): Promise<void> {
    if (!isExposed(connection.baseUrl)) return;
    const entry = entryOf(connection);
    if (this.#agreed().includes(entry)) return;
    const isAgreed = !this.#refused.has(entry) && (await this.#askOnce(entry, connection.baseUrl));
    if (isAgreed) return this.remember(connection);
    this.#refused.add(entry);
    throw new ServiceError('notSignedIn', {
      doing,
      why: t('{0} is not encrypted, and sending secrets there was not approved', connection.baseUrl),
      remedy: t('Change the address to one that begins with https://, or set the token to be asked again.'),
    });
  }

  /** Clears a refusal after the user did something that only makes sense with consent. */
  askAgain(connection: Asked): void {
    this.#refused.delete(entryOf(connection));
  }

  /** Stores consent that was given through `agrees`. */
  async remember(connection: Asked): Promise<void> {
    if (!isExposed(connection.baseUrl)) return;
    const entry = entryOf(connection);
    this.#refused.delete(entry);
    if (!this.#agreed().includes(entry)) await this.#memory.update(storageKey, [...this.#agreed(), entry]);
  }

  async revoke(id: string): Promise<void> {
    const agreed = this.#agreed();
    const others = agreed.filter((entry) => !entry.startsWith(`${id} `));
    if (others.length < agreed.length) await this.#memory.update(storageKey, others);
  }

  /** Shares one prompt between requests that start together. */
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
