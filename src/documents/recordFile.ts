import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress, OpenAddress } from '../model/address/address.ts';
import { ServiceError } from '../model/errors.ts';
import type { SubmitAction } from '../model/form/submitAction.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import { UserError } from '../platform/errorReporter.ts';
import { openDocumentAt } from '../platform/openRecords.ts';
import { awaitedConnection } from '../services/connections/awaitedConnection.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { RecordDrafts } from '../services/records/recordDrafts.ts';
import type { AddressedFile } from './addressedFile.ts';
import type { FileVersions } from './fileVersions.ts';

/** A tab that comes back with its window is read before the demo is there again. */
const patience = 15_000;

export interface RecordFileDeps {
  readonly connections: Connections;
  readonly drafts: RecordDrafts;
  readonly edits: DocumentEdits;
  readonly versions: FileVersions;
}

interface Saved {
  readonly text: string;
  readonly id: string | undefined;
}

/** A record, or one that is yet to be added: its fields as JSON. */
export class RecordFile implements AddressedFile<OpenAddress> {
  readonly #deps: RecordFileDeps;
  readonly #expectedUntil = Date.now() + patience;
  /** The button that the next save was asked for with. */
  readonly #actions = new Map<string, SubmitAction>();
  /** Why the next save is refused: something is being typed that is no value yet. */
  readonly #held = new Map<string, string>();
  /** What the save that VS Code is about to call done has sent. */
  readonly #justSaved = new Map<string, Saved>();
  /** What was read after a save, for VS Code, which asks for it next. */
  readonly #justRead = new Map<string, string>();
  /** A new record was added: its id, where the answer named it. */
  readonly #added = new vscode.EventEmitter<{
    readonly document: vscode.TextDocument;
    readonly id: string | undefined;
  }>();
  readonly onDidAdd = this.#added.event;

  constructor(deps: RecordFileDeps) {
    this.#deps = deps;
  }

  isReadonly({ connection }: OpenAddress): boolean {
    return this.#deps.connections.get(connection)?.readOnly === true;
  }

  async read(uri: vscode.Uri, address: OpenAddress): Promise<string> {
    const { connections, drafts } = this.#deps;
    const ready = this.#justRead.get(uri.toString());
    this.#justRead.delete(uri.toString());
    if (ready !== undefined) return ready;
    await awaitedConnection(connections, address.connection, this.#expectedUntil - Date.now());
    try {
      const text = await drafts.read(address);
      const document = openDocumentAt(uri);
      // VS Code tells of no change where there is none
      if (!document || document.getText() === text) await drafts.noteShown(address, text);
      return text;
    } catch (error) {
      // an open form says what became of it
      if (
        error instanceof ServiceError &&
        error.code === 'notFound' &&
        address.kind === 'record' &&
        drafts.get(address)
      )
        await drafts.refreshBase(address);
      throw error;
    }
  }

  async write(uri: vscode.Uri, address: OpenAddress, text: string): Promise<void> {
    const { drafts } = this.#deps;
    const key = uri.toString();
    const action = this.#actions.get(key);
    const held = this.#held.get(key);
    this.#actions.delete(key);
    this.#justSaved.delete(key);
    this.#held.delete(key);
    if (held !== undefined) throw new UserError(held);
    const document = openDocumentAt(uri);
    if (!document)
      throw new UserError(t('Could not save {0}: it is not open. Open it and edit it there.', nameOf(address)));
    if (document.getText() !== text)
      throw new UserError(t('Could not save {0}: it can only be changed in its open document.', nameOf(address)));
    const { id, sent } = await drafts.save(address, text, action);
    // what was found to be there already is read again as well
    if (sent || document.isDirty) this.#justSaved.set(key, { text, id });
  }

  hold(document: vscode.TextDocument, sentence: string): void {
    this.#held.set(document.uri.toString(), sentence);
  }

  /** A button of the form. True when the record was saved. */
  async submit(document: vscode.TextDocument, address: OpenAddress, action: SubmitAction): Promise<boolean> {
    const key = document.uri.toString();
    if (document.isDirty) {
      this.#actions.set(key, action);
      try {
        return await document.save();
      } finally {
        this.#actions.delete(key);
      }
    }
    // VS Code saves nothing that has no changes, but a button may mean more than a save
    const text = document.getText();
    const { id, sent } = await this.#deps.drafts.save(address, text, action);
    if (sent) this.#justSaved.set(key, { text, id });
    await this.saved(document, address);
    return true;
  }

  /** VS Code does not read again what it has just saved, and what was typed meanwhile must stay. */
  async saved(document: vscode.TextDocument, address: OpenAddress): Promise<void> {
    const { drafts, edits, versions } = this.#deps;
    const key = document.uri.toString();
    const saved = this.#justSaved.get(key);
    this.#justSaved.delete(key);
    if (!saved) return;
    if (address.kind === 'newRecord') return this.#added.fire({ document, id: saved.id });
    const current = document.getText();
    const text = await drafts.settle(address, saved.text, current).catch(() => undefined);
    // VS Code calls a document clean that was typed into while it was being saved
    const isDirty = document.isDirty || document.getText() !== saved.text;
    if (text === undefined) return isDirty ? undefined : versions.raise(document.uri);
    if (!isDirty) {
      await drafts.drop(address, document.getText());
      this.#justRead.set(key, text);
      versions.raise(document.uri);
      return;
    }
    // whoever goes on typing meanwhile has the newer text
    await edits.change(document, (now) => (now === current ? text : now)).catch(() => undefined);
  }
}

function nameOf(address: RecordsAddress): string {
  return address.kind === 'record' ? t('record {0}', address.id) : t('the new record');
}
