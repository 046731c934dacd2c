import type * as vscode from 'vscode';
import { type Connection, isSameAddress } from '../model/connection/connection.ts';
import { type TokenVault, TokenVaultError } from '../services/connections/connections.ts';

/** The only access to tokens: SecretStorage, with each token bound to the base URL it was entered for. */
export class SecretTokenVault implements TokenVault {
  readonly #secrets: vscode.SecretStorage;
  /** Cache: each read goes through VS Code's window, and every request would wait while that is busy. */
  #known = new Map<string, string | undefined>();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    secrets.onDidChange(() => this.#clearCache());
  }

  async get({ id, baseUrl }: Connection): Promise<string | undefined> {
    const known = this.#known;
    const name = key(id);
    const found = known.has(name) ? known.get(name) : await this.#secrets.get(name);
    known.set(name, found);
    const stored = parse(found);
    // the base URL was changed in the settings: the new one needs its own token
    return stored && isSameAddress(stored.address, baseUrl) ? stored.token : undefined;
  }

  async set({ id, baseUrl: address }: Connection, token: string): Promise<void> {
    await attempt(() => this.#secrets.store(key(id), JSON.stringify({ address, token })));
    this.#clearCache();
  }

  async delete(id: string): Promise<void> {
    await attempt(() => this.#secrets.delete(key(id)));
    this.#clearCache();
  }

  /** Replaces the cache, so that a read in flight stores its possibly stale result in the old one. */
  #clearCache(): void {
    this.#known = new Map();
  }
}

/** A keyring may be locked or missing. */
async function attempt(change: () => Thenable<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    throw new TokenVaultError(error);
  }
}

function key(id: string): string {
  return `token:${id}`;
}

/** Earlier versions stored only the origin, which is the whole address of a service without a path. */
function parse(stored: string | undefined): { address: string; token: string } | undefined {
  try {
    const { address, origin, token } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    const boundTo = address ?? origin;
    return typeof token === 'string' && typeof boundTo === 'string' ? { address: boundTo, token } : undefined;
  } catch {
    return undefined;
  }
}
