import { t } from '@vscode/l10n';
import {
  type Connection,
  connectionId,
  defaultServiceChoices,
  demoId,
  isSameAddress,
  type NetworkChoices,
} from '../../model/connection/connection.ts';
import type { KnownSecrets } from '../../model/connection/knownSecrets.ts';
import type { ProxySettings } from '../../model/connection/proxy.ts';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import type { PlainHttpConsent } from './plainHttpConsent.ts';
import { KeyedMutex } from '../common/keyedMutex.ts';
import type { Lazy } from '../common/lazy.ts';
import { Emitter } from '../common/emitter.ts';

/** Stores connections. Contains no secrets. */
export interface ConnectionStore {
  readConnections(): readonly Connection[];
  writeConnections(connections: readonly Connection[]): Promise<void>;
  /** Network settings of a connection that sets none. */
  networkDefaults(): NetworkChoices;
  proxySettings(): ProxySettings;
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}

/** Stores tokens. Returns a token only for the base URL it was stored for. */
export interface TokenVault {
  get(connection: Connection): Promise<string | undefined>;
  set(connection: Connection, token: string): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Thrown when tokens can be neither stored nor deleted. */
export class TokenVaultError extends UserFacingError {
  constructor(cause: unknown) {
    super(
      t(
        "Could not change the token: VS Code's secret storage refused. Unlock this computer's keyring, then try again.",
      ),
      { cause },
    );
    this.name = 'TokenVaultError';
  }

  override get isLogWorthReading(): boolean {
    return true;
  }
}

export interface NewConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly readOnly?: boolean;
}

/**
 * A connection whose cached data may be stale: its token changed, it leads to another service or reaches it
 * differently, or it was removed.
 */
export interface StaleConnection {
  readonly id: string;
  readonly reason: 'token' | 'service';
}

interface TemporaryConnection {
  readonly connection: Connection;
  token: string | undefined;
}

/** Covers only what determines which service responds, and how: a new name or color changes nothing. */
function serviceOf({ baseUrl, choices, network }: Connection, proxySettings: ProxySettings): string {
  return JSON.stringify([baseUrl, choices, network, proxySettings]);
}

/** The connections that the user added, and temporary ones such as the demo. */
export class Connections {
  readonly #store: ConnectionStore;
  readonly #vault: TokenVault;
  readonly #temporary = new Map<string, TemporaryConnection>();
  /**
   * Serializes settings updates, which are slow: two concurrent ones would each write a list without the other's
   * change.
   */
  readonly #turns = new KeyedMutex();
  readonly #changed = new Emitter<void>();
  readonly #tokenChanged = new Emitter<string>();
  readonly #stale = new Emitter<StaleConnection>();
  readonly #removed = new Emitter<string>();
  readonly #erasers: ((id: string) => Promise<unknown>)[] = [];
  /** Services of the connections in use. */
  readonly #services = new Map<string, string>();
  /** Connections whose tokens were looked up. */
  readonly #learned = new Set<string>();
  /** Tokens of all connections, and other values that must be redacted. */
  readonly secrets: KnownSecrets;
  /** Consent, requested before any secret is sent unencrypted. */
  readonly plainHttp: Lazy<PlainHttpConsent>;
  /** Fires when any connection changes. */
  readonly onDidChange = this.#changed.event;
  /** Fires with the id, before `onDidChange`: data read with the old token is stale. */
  readonly onDidChangeToken = this.#tokenChanged.event;
  /** Fires before `onDidChange`. Caches of data read over the connection must be cleared. */
  readonly onDidGoStale = this.#stale.event;
  /** Fires with the id, so that stored data about the connection can be deleted. */
  readonly onDidRemove = this.#removed.event;

  constructor(store: ConnectionStore, vault: TokenVault, secrets: KnownSecrets, plainHttp: Lazy<PlainHttpConsent>) {
    this.#store = store;
    this.#vault = vault;
    this.secrets = secrets;
    this.plainHttp = plainHttp;
    store.onDidChange(() => this.#notifyChange());
  }

  all(): readonly Connection[] {
    const stored = this.#store.readConnections().filter((connection) => !this.#temporary.has(connection.id));
    return [...[...this.#temporary.values()].map(({ connection }) => connection), ...stored];
  }

  get(id: string): Connection | undefined {
    const found = this.all().find((connection) => connection.id === id);
    if (found && !this.#services.has(id)) this.#services.set(id, serviceOf(found, this.proxySettings()));
    return found;
  }

  /** Returns the service's current base URL, for anything created from now on. */
  addressOf(id: string): string {
    const connection = this.get(id);
    if (!connection) throw new UnknownConnectionError(id);
    return connection.baseUrl;
  }

  /**
   * True if the connection leads to the service at this address. A temporary connection, such as the demo, has a new
   * address at each start.
   */
  leadsTo(id: string, address: string): boolean {
    return isSameAddress(address, this.addressOf(id)) || !this.isPersisted(id);
  }

  networkDefaults(): NetworkChoices {
    return this.#store.networkDefaults();
  }

  proxySettings(): ProxySettings {
    return this.#store.proxySettings();
  }

  /** Returns the connection as it would be added, to test it first. */
  draft({ name, baseUrl, readOnly = false }: NewConnection): Connection {
    return {
      id: connectionId(name, [demoId, ...this.all().map((other) => other.id)]),
      name,
      baseUrl,
      readOnly,
      choices: defaultServiceChoices,
      network: this.#store.networkDefaults(),
    };
  }

  /** The caller must have asked for consent to the address first, see `plainHttp`. */
  add(details: NewConnection, token: string | undefined): Promise<Connection> {
    return this.#inTurn(async () => {
      const connection = this.draft(details);
      this.secrets.add(token);
      // a connection with the same id may have been removed by hand; a locked keyring must not prevent adding one
      // without a token
      await this.forgetToken(connection.id).catch(() => undefined);
      await this.eraseData(connection.id);
      // store the token first: a connection without its token would show an error right away
      if (token !== undefined) await this.#vault.set(connection, token);
      await this.#store.writeConnections([...this.#store.readConnections(), connection]);
      await (await this.plainHttp.get()).remember(connection);
      return connection;
    });
  }

  /** Replaces the connection with the same id. A token stays with the address it was entered for. */
  change(connection: Connection): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.isPersisted(connection.id)) throw new UnknownConnectionError(connection.id);
      await this.#store.writeConnections(
        this.#store.readConnections().map((other) => (other.id === connection.id ? connection : other)),
      );
    });
  }

  /** True if the connection is stored in the settings, false if it is temporary. */
  isPersisted(id: string): boolean {
    return !this.#temporary.has(id) && this.#store.readConnections().some((connection) => connection.id === id);
  }

  remove(connection: Connection): Promise<void> {
    return this.#inTurn(async () => {
      await this.forgetToken(connection.id);
      await this.#store.writeConnections(this.#store.readConnections().filter((other) => other.id !== connection.id));
      await this.eraseData(connection.id);
    });
  }

  /** Also deletes the consent to send it unencrypted. */
  async forgetToken(id: string): Promise<void> {
    await this.#vault.delete(id);
    await (await this.plainHttp.get()).revoke(id);
  }

  /** Registers a callback for the id of a removed connection. The removal completes once all callbacks are done. */
  onErase(eraseData: (id: string) => Promise<unknown>): void {
    this.#erasers.push(eraseData);
  }

  /** Deletes everything stored about a connection that is no longer, or not yet, in the settings. */
  async eraseData(id: string): Promise<void> {
    this.#removed.fire(id);
    for (const eraseData of this.#erasers) await eraseData(id);
  }

  async token(connection: Connection): Promise<string | undefined> {
    await this.#learnTokens();
    return this.#keptToken(connection);
  }

  /** Learns all tokens before any is used: a service may also send back the token of another connection. */
  async #learnTokens(): Promise<void> {
    const unknown = this.all().filter(({ id }) => !this.#learned.has(id));
    for (const { id } of unknown) this.#learned.add(id);
    const learning = unknown.map(async (one) => this.secrets.add(await this.#keptToken(one)));
    // a caller that needs an unavailable token gets its own error
    await Promise.allSettled(learning);
  }

  async #keptToken(connection: Connection): Promise<string | undefined> {
    const temporary = this.#temporary.get(connection.id);
    if (!temporary) return this.#vault.get(connection);
    // a caller may still have the connection of an earlier session, whose token is no longer valid
    return temporary.connection.baseUrl === connection.baseUrl ? temporary.token : undefined;
  }

  async setToken(connection: Connection, token: string): Promise<void> {
    // the connection was removed during input: its token would be left for the next connection with that id
    if (!this.get(connection.id)) throw new UnknownConnectionError(connection.id);
    this.secrets.add(token);
    const temporary = this.#temporary.get(connection.id);
    if (temporary) temporary.token = token;
    else await this.#vault.set(connection, token);
    this.#tokenChanged.fire(connection.id);
    this.#stale.fire({ id: connection.id, reason: 'token' });
    this.#notifyChange();
  }

  async signOut(connection: Connection): Promise<void> {
    const temporary = this.#temporary.get(connection.id);
    if (temporary) temporary.token = undefined;
    else await this.#vault.delete(connection.id);
    this.#tokenChanged.fire(connection.id);
    this.#stale.fire({ id: connection.id, reason: 'token' });
    this.#notifyChange();
  }

  /**
   * Adds a temporary connection for this window: writes nothing to the settings or the secret storage, which all
   * windows share. Another window with a temporary connection of the same id has its own service and token.
   */
  addTemporary(connection: Connection, token: string): void {
    this.secrets.add(token);
    this.#temporary.set(connection.id, { connection, token });
    this.#notifyChange();
  }

  removeTemporary(id: string): void {
    if (this.#temporary.delete(id)) this.#notifyChange();
  }

  #notifyChange(): void {
    for (const [id, before] of this.#services) {
      const connection = this.all().find((one) => one.id === id);
      if (connection && serviceOf(connection, this.proxySettings()) === before) continue;
      this.#services.delete(id);
      this.#stale.fire({ id, reason: 'service' });
    }
    this.#changed.fire();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.runExclusive('settings', work);
  }
}

/** Thrown when a connection doesn't exist, or no longer exists. */
export class UnknownConnectionError extends UserFacingError {
  constructor(id: string) {
    super(t('There is no connection “{0}”. Add it, or start the demo if it belongs to the demo.', id));
    this.name = 'UnknownConnectionError';
  }

  override get isLogWorthReading(): boolean {
    return true;
  }
}

/** True if there was no response, as opposed to a negative one. */
export function isUnavailable(error: unknown, connection: string): boolean {
  if (error instanceof UnknownConnectionError) return connection === demoId;
  return error instanceof ServiceError && error.scope === 'passing';
}
