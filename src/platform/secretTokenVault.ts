import type * as vscode from 'vscode';
import { type Connection, isSameAddress } from '../model/connection/connection.ts';
import { type TokenVault, TokenVaultError } from '../services/connections/connections.ts';

/** The one door to tokens: SecretStorage, each bound to the base address that it was entered for. */
export class SecretTokenVault implements TokenVault {
  readonly #secrets: vscode.SecretStorage;
  /** Each look goes through VS Code's window, which every request would wait for while that is busy. */
  #known = new Map<string, string | undefined>();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    secrets.onDidChange(() => this.#forget());
  }

  async get({ id, baseUrl }: Connection): Promise<string | undefined> {
    const known = this.#known;
    const name = key(id);
    const found = known.has(name) ? known.get(name) : await this.#secrets.get(name);
    known.set(name, found);
    const stored = parse(found);
    // the address was changed in the settings: the new one has to be given its own token
    return stored && isSameAddress(stored.address, baseUrl) ? stored.token : undefined;
  }

  async set({ id, baseUrl: address }: Connection, token: string): Promise<void> {
    await attempt(() => this.#secrets.store(key(id), JSON.stringify({ address, token })));
    this.#forget();
  }

  async delete(id: string): Promise<void> {
    await attempt(() => this.#secrets.delete(key(id)));
    this.#forget();
  }

  /** What is being looked up now may be what was there before: it goes where nobody finds it. */
  #forget(): void {
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
