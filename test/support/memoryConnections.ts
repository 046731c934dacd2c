import { type Connection, defaultNetworkChoices, type NetworkChoices } from '../../src/model/connection/connection.ts';
import { KnownSecrets } from '../../src/model/connection/knownSecrets.ts';
import { noProxySettings, type ProxySettings } from '../../src/model/connection/proxy.ts';
import { Connections, type ConnectionStore, type TokenVault } from '../../src/services/connections/connections.ts';
import { Lazy } from '../../src/services/common/lazy.ts';
import { PlainHttpConsent } from '../../src/services/connections/plainHttpConsent.ts';
import { Emitter } from '../../src/services/common/emitter.ts';
import { plainMemory } from './memory.ts';

/** Stub for the settings. */
export class MemoryStore implements ConnectionStore {
  #kept: readonly Connection[] = [];
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readConnections = (): readonly Connection[] => this.#kept;
  writeConnections = async (connections: readonly Connection[]): Promise<void> => {
    this.#kept = connections;
    this.#changed.fire();
  };
  networkDefaults = (): NetworkChoices => defaultNetworkChoices;
  proxySettings = (): ProxySettings => noProxySettings;
}

/** Stub for the secret storage. */
export class MemoryVault implements TokenVault {
  readonly tokens = new Map<string, string>();
  get = async (connection: Connection): Promise<string | undefined> => this.tokens.get(connection.id);
  set = async (connection: Connection, token: string): Promise<void> => void this.tokens.set(connection.id, token);
  delete = async (id: string): Promise<void> => void this.tokens.delete(id);
}

export interface MemoryConnections {
  readonly connections: Connections;
  readonly store: MemoryStore;
  readonly vault: MemoryVault;
}

/** Windows of one VS Code have separate settings here, but may share the secret storage. */
export function memoryConnections(vault = new MemoryVault()): MemoryConnections {
  const store = new MemoryStore();
  const plainHttp = new Lazy(async () => new PlainHttpConsent(plainMemory(), async () => true));
  return { store, vault, connections: new Connections(store, vault, new KnownSecrets(), plainHttp) };
}
