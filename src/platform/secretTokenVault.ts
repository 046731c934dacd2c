import type * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import { type TokenVault, TokenVaultError } from '../services/connections/connections.ts';

/** The one door to tokens: SecretStorage, each bound to the origin that it was entered for. */
export class SecretTokenVault implements TokenVault {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async get(connection: Connection): Promise<string | undefined> {
    const stored = parse(await this.#secrets.get(key(connection)));
    // the address was changed in the settings: the new one has to be given its own token
    return stored?.origin === origin(connection) ? stored.token : undefined;
  }

  async set(connection: Connection, token: string): Promise<void> {
    const stored = JSON.stringify({ origin: origin(connection), token });
    await attempt(() => this.#secrets.store(key(connection), stored));
  }

  async delete(connection: Connection): Promise<void> {
    await attempt(() => this.#secrets.delete(key(connection)));
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
