import type * as vscode from 'vscode';
import type { RecordAddress } from '../model/address.ts';
import { UserError } from '../platform/errors.ts';
import { awaitedConnection } from '../services/awaitedConnection.ts';
import type { Clients } from '../services/clients.ts';
import type { Connections } from '../services/connections.ts';
import type { AddressedFile } from './addressedFile.ts';

/** A tab that comes back with its window is read before the demo is there again. */
const patience = 15_000;

/** A record: its fields as JSON. */
export class RecordFile implements AddressedFile<RecordAddress> {
  readonly #connections: Connections;
  readonly #clients: Clients;
  readonly #expectedUntil = Date.now() + patience;

  constructor(connections: Connections, clients: Clients) {
    this.#connections = connections;
    this.#clients = clients;
  }

  isReadonly(): boolean {
    return true;
  }

  async read(_uri: vscode.Uri, { connection, controller, id }: RecordAddress): Promise<string> {
    await awaitedConnection(this.#connections, connection, this.#expectedUntil - Date.now());
    const client = await this.#clients.get(connection);
    const { values } = await client.open(controller, id);
    return `${JSON.stringify(values, undefined, 2)}\n`;
  }

  async write(_uri: vscode.Uri, { id }: RecordAddress): Promise<void> {
    throw new UserError(`Could not save record ${id}: records can only be read as text so far. Edit it in a table.`);
  }
}
