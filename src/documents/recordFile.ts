import type * as vscode from 'vscode';
import type { RecordAddress } from '../model/address.ts';
import { UserError } from '../platform/errors.ts';
import type { Clients } from '../services/clients.ts';
import type { AddressedFile } from './addressedFile.ts';

/** A record: its fields as JSON. */
export class RecordFile implements AddressedFile<RecordAddress> {
  readonly #clients: Clients;

  constructor(clients: Clients) {
    this.#clients = clients;
  }

  isReadonly(): boolean {
    return true;
  }

  async read(_uri: vscode.Uri, { connection, controller, id }: RecordAddress): Promise<string> {
    const client = await this.#clients.get(connection);
    const { values } = await client.open(controller, id);
    return `${JSON.stringify(values, undefined, 2)}\n`;
  }

  async write(_uri: vscode.Uri, { id }: RecordAddress): Promise<void> {
    throw new UserError(`Could not save record ${id}: records can only be read as text so far. Edit it in a table.`);
  }
}
