import * as vscode from 'vscode';
import type { ListViewAddress } from '../../../model/address/address.ts';
import type { TableEditor } from '../../table/host/tableEditor.ts';
import type { TableSession } from '../../table/host/tableSession.ts';

interface Part {
  readonly listView: string | undefined;
  readonly received: vscode.EventEmitter<unknown>;
  readonly disposed: vscode.EventEmitter<void>;
  readonly session: Promise<TableSession>;
}

/** A list embedded in a form, and its label. */
export interface EmbeddedList {
  readonly address: ListViewAddress;
  readonly label: string;
}

export interface FormPage {
  readonly visible: boolean;
  /** Posts to the table of the association with this name. */
  readonly post: (name: string, message: unknown) => void;
}

/** Related records in a form: each association is a regular table whose messages pass through the form's page. */
export class RelatedTables {
  readonly #tables: Pick<TableEditor, 'embed'>;
  readonly #page: FormPage;
  readonly #parts = new Map<string, Part>();

  constructor(tables: Pick<TableEditor, 'embed'>, page: FormPage) {
    this.#tables = tables;
    this.#page = page;
  }

  /** Handles a message from the page for the table of an association. */
  receive(name: string, list: EmbeddedList, message: unknown): Promise<void> {
    const known = this.#parts.get(name);
    const isSame = known !== undefined && known.listView === list.address.listView;
    if (!isSame) known?.disposed.fire();
    const part = isSame ? known : this.#open(name, list);
    return part.session.then(() => part.received.fire(message));
  }

  /** Saves staged cells together with the form. Rejected cells stay, and their table shows why. */
  async save(): Promise<void> {
    for (const { session } of this.#parts.values()) {
      await (await session).commitAndSave();
    }
  }

  dispose(): void {
    for (const { disposed } of this.#parts.values()) disposed.fire();
    this.#parts.clear();
  }

  #open(name: string, { address, label }: EmbeddedList): Part {
    const received = new vscode.EventEmitter<unknown>();
    const disposed = new vscode.EventEmitter<void>();
    const page = this.#page;
    const session = this.#tables.embed(address, {
      active: false,
      label,
      get visible() {
        return page.visible;
      },
      onDidDispose: disposed.event,
      webview: {
        onDidReceiveMessage: received.event,
        postMessage: async (message: unknown) => {
          page.post(name, message);
          return true;
        },
      },
    });
    const part = { listView: address.listView, received, disposed, session };
    this.#parts.set(name, part);
    return part;
  }
}
