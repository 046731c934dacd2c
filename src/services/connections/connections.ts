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

/** Where connections are written down. There are no secrets in it. */
export interface ConnectionStore {
  readConnections(): readonly Connection[];
  writeConnections(connections: readonly Connection[]): Promise<void>;
  /** What a connection that chooses nothing gets. */
  networkDefaults(): NetworkChoices;
  proxySettings(): ProxySettings;
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}

/** Where tokens live. A token is given out only for the base address that it was stored for. */
export interface TokenVault {
  get(connection: Connection): Promise<string | undefined>;
  set(connection: Connection, token: string): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Thrown when tokens can be neither kept nor forgotten. */
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

/** What was read over it may be true no longer: its token is another, it leads to another service or asks it otherwise, or it is gone. */
export interface StaleConnection {
  readonly id: string;
  readonly reason: 'token' | 'service';
}

interface Lent {
  readonly connection: Connection;
  token: string | undefined;
}

/** Only what decides which service answers, and how: a new name or color changes nothing. */
function serviceOf({ baseUrl, choices, network }: Connection, proxySettings: ProxySettings): string {
  return JSON.stringify([baseUrl, choices, network, proxySettings]);
}

/** The connections that a person has added, and those that come and go by themselves such as the demo. */
export class Connections {
  readonly #store: ConnectionStore;
  readonly #vault: TokenVault;
  readonly #lent = new Map<string, Lent>();
  /** The settings take their time: two who change them at once would each write a list without the other's change. */
  readonly #turns = new KeyedMutex();
  readonly #changed = new Emitter<void>();
  readonly #tokenChanged = new Emitter<string>();
  readonly #stale = new Emitter<StaleConnection>();
  readonly #removed = new Emitter<string>();
  readonly #forgetters: ((id: string) => Promise<unknown>)[] = [];
  /** The services behind those that someone has asked for. */
  readonly #services = new Map<string, string>();
  /** Those whose tokens were looked up. */
  readonly #learned = new Set<string>();
  /** The tokens of all connections, and what else no text may show. */
  readonly secrets: KnownSecrets;
  /** Asked before any of them is sent in plain sight. */
  readonly plainHttp: Lazy<PlainHttpConsent>;
  /** Something about some connection. */
  readonly onDidChange = this.#changed.event;
  /** Gets the id, before `onDidChange`: what was read with the old token is no longer the truth. */
  readonly onDidChangeToken = this.#tokenChanged.event;
  /** Before `onDidChange`. Whoever keeps in memory what was read over a connection forgets it then. */
  readonly onDidGoStale = this.#stale.event;
  /** Gets the id, so that what is remembered about the connection can be forgotten. */
  readonly onDidRemove = this.#removed.event;

  constructor(store: ConnectionStore, vault: TokenVault, secrets: KnownSecrets, plainHttp: Lazy<PlainHttpConsent>) {
    this.#store = store;
    this.#vault = vault;
    this.secrets = secrets;
    this.plainHttp = plainHttp;
    store.onDidChange(() => this.#tellChange());
  }

  all(): readonly Connection[] {
    const stored = this.#store.readConnections().filter((connection) => !this.#lent.has(connection.id));
    return [...[...this.#lent.values()].map(({ connection }) => connection), ...stored];
  }

  get(id: string): Connection | undefined {
    const found = this.all().find((connection) => connection.id === id);
    if (found && !this.#services.has(id)) this.#services.set(id, serviceOf(found, this.proxySettings()));
    return found;
  }

  /** The address of its service now, for what is made from here on. */
  addressOf(id: string): string {
    const connection = this.get(id);
    if (!connection) throw new UnknownConnectionError(id);
    return connection.baseUrl;
  }

  /** Whether it leads to the service at this address. What is lent, such as the demo, has a new address at each start. */
  leadsTo(id: string, address: string): boolean {
    return isSameAddress(address, this.addressOf(id)) || !this.isKept(id);
  }

  networkDefaults(): NetworkChoices {
    return this.#store.networkDefaults();
  }

  proxySettings(): ProxySettings {
    return this.#store.proxySettings();
  }

  /** The connection as it would be added, to be tried first. */
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

  /** Whoever adds one has asked whether its address is to be, see `plainHttp`. */
  add(details: NewConnection, token: string | undefined): Promise<Connection> {
    return this.#inTurn(async () => {
      const connection = this.draft(details);
      this.secrets.learn(token);
      // one of the same id may have been removed by hand; a locked keyring keeps nobody from adding one without a token
      await this.forgetToken(connection.id).catch(() => undefined);
      await this.forget(connection.id);
      // the token first: a connection without its token would greet the person with an error
      if (token !== undefined) await this.#vault.set(connection, token);
      await this.#store.writeConnections([...this.#store.readConnections(), connection]);
      await (await this.plainHttp.get()).remember(connection);
      return connection;
    });
  }

  /** Puts the changed connection in the place of the one with its id. A token stays with the address it was entered for. */
  change(connection: Connection): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.isKept(connection.id)) throw new UnknownConnectionError(connection.id);
      await this.#store.writeConnections(
        this.#store.readConnections().map((other) => (other.id === connection.id ? connection : other)),
      );
    });
  }

  /** Written down, rather than lent for as long as something runs. */
  isKept(id: string): boolean {
    return !this.#lent.has(id) && this.#store.readConnections().some((connection) => connection.id === id);
  }

  remove(connection: Connection): Promise<void> {
    return this.#inTurn(async () => {
      await this.forgetToken(connection.id);
      await this.#store.writeConnections(this.#store.readConnections().filter((other) => other.id !== connection.id));
      await this.forget(connection.id);
    });
  }

  /** With the consent to send it in plain sight. */
  async forgetToken(id: string): Promise<void> {
    await this.#vault.delete(id);
    await (await this.plainHttp.get()).forget(id);
  }

  /** Called with the id of a connection that is removed, which is complete once all are done. */
  onForget(forget: (id: string) => Promise<unknown>): void {
    this.#forgetters.push(forget);
  }

  /** Everything that is stored about a connection that is in the settings no longer, or not yet. */
  async forget(id: string): Promise<void> {
    this.#removed.fire(id);
    for (const forget of this.#forgetters) await forget(id);
  }

  async token(connection: Connection): Promise<string | undefined> {
    await this.#learnTokens();
    return this.#keptToken(connection);
  }

  /** Before any of them is used: a service may say that of another connection, too. */
  async #learnTokens(): Promise<void> {
    const unknown = this.all().filter(({ id }) => !this.#learned.has(id));
    for (const { id } of unknown) this.#learned.add(id);
    const learning = unknown.map(async (one) => this.secrets.learn(await this.#keptToken(one)));
    // who needs one that is not given out is told so
    await Promise.allSettled(learning);
  }

  async #keptToken(connection: Connection): Promise<string | undefined> {
    const lent = this.#lent.get(connection.id);
    if (!lent) return this.#vault.get(connection);
    // who still has the connection of an earlier run asks for a token that is gone
    return lent.connection.baseUrl === connection.baseUrl ? lent.token : undefined;
  }

  async setToken(connection: Connection, token: string): Promise<void> {
    // it went while the person typed: its token would stay behind for whoever comes next by that name
    if (!this.get(connection.id)) throw new UnknownConnectionError(connection.id);
    this.secrets.learn(token);
    const lent = this.#lent.get(connection.id);
    if (lent) lent.token = token;
    else await this.#vault.set(connection, token);
    this.#tokenChanged.fire(connection.id);
    this.#stale.fire({ id: connection.id, reason: 'token' });
    this.#tellChange();
  }

  async signOut(connection: Connection): Promise<void> {
    const lent = this.#lent.get(connection.id);
    if (lent) lent.token = undefined;
    else await this.#vault.delete(connection.id);
    this.#tokenChanged.fire(connection.id);
    this.#stale.fire({ id: connection.id, reason: 'token' });
    this.#tellChange();
  }

  /**
   * For as long as something runs in this window: nothing is written to the settings, nor to the secret storage, which
   * all windows share. Another window that lends a connection of the same id has a service and a token of its own.
   */
  lend(connection: Connection, token: string): void {
    this.secrets.learn(token);
    this.#lent.set(connection.id, { connection, token });
    this.#tellChange();
  }

  withdraw(id: string): void {
    if (this.#lent.delete(id)) this.#tellChange();
  }

  #tellChange(): void {
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

/** Thrown when something refers to a connection that is not (or no longer) there. */
export class UnknownConnectionError extends UserFacingError {
  constructor(id: string) {
    super(t("There is no connection “{0}”. Add it, or start the demo if it is the demo's.", id));
    this.name = 'UnknownConnectionError';
  }

  override get isLogWorthReading(): boolean {
    return true;
  }
}

/** No answer, rather than an answer that says no. */
export function isAway(error: unknown, connection: string): boolean {
  if (error instanceof UnknownConnectionError) return connection === demoId;
  return error instanceof ServiceError && error.scope === 'passing';
}
