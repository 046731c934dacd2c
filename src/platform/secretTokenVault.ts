import type * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import { type TokenVault, TokenVaultError } from '../services/connections/connections.ts';

/** The one door to tokens: SecretStorage, each bound to the origin that it was entered for. */
export class SecretTokenVault implements TokenVault {
  readonly #secrets: vscode.SecretStorage;
  /** Each look goes through VS Code's window, which every request would wait for while that is busy. */
  #known = new Map<string, string | undefined>();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    secrets.onDidChange(() => this.#forget());
  }

  async get(connection: Connection): Promise<string | undefined> {
    const known = this.#known;
    const name = key(connection);
    const found = known.has(name) ? known.get(name) : await this.#secrets.get(name);
    known.set(name, found);
    const stored = parse(found);
    // the address was changed in the settings: the new one has to be given its own token
    return stored?.origin === origin(connection) ? stored.token : undefined;
  }

  async set(connection: Connection, token: string): Promise<void> {
    const stored = JSON.stringify({ origin: origin(connection), token });
    await attempt(() => this.#secrets.store(key(connection), stored));
    this.#forget();
  }

  async delete(connection: Connection): Promise<void> {
    await attempt(() => this.#secrets.delete(key(connection)));
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

function key(connection: Connection): string {
  return `token:${connection.id}`;
}

function origin(connection: Connection): string {
  return new URL(connection.baseUrl).origin;
}

function parse(stored: string | undefined): { origin: unknown; token: string } | undefined {
  try {
    const { origin: boundTo, token } = JSON.parse(stored ?? '{}') as { origin?: unknown; token?: unknown };
    return typeof token === 'string' ? { origin: boundTo, token } : undefined;
  } catch {
    return undefined;
  }
}
