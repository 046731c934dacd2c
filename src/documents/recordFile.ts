import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { customEditors } from '../manifest.ts';
import type { OpenAddress, RecordsAddress } from '../model/address/address.ts';
import { demoId } from '../model/connection/connection.ts';
import { isUnreadText, unreadText } from '../model/draft/recordText.ts';
import { ServiceError } from '../model/errors.ts';
import type { SubmitAction } from '../model/form/submitAction.ts';
import { capitalized } from '../model/sentence.ts';
import { whyNotAllowed } from '../model/writePermission.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import { type ErrorReporter, sentenceOf, UserError } from '../platform/errorReporter.ts';
import type { Log } from '../platform/log.ts';
import { openDocumentAt } from '../platform/openRecords.ts';
import { awaitedConnection } from '../services/connections/awaitedConnection.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { KnownRights } from '../services/records/knownRights.ts';
import type { RecordDrafts } from '../services/records/recordDrafts.ts';
import type { SavedRecord } from '../services/records/saveDraft.ts';
import type { AddressedFile } from './recordsFileSystem.ts';
import type { FileVersions } from './fileVersions.ts';
import { RunningSaves } from './runningSaves.ts';

/** A tab that comes back with its window is read before the demo is there again; one that waits longer says so. */
const patience = 4_000;

export interface RecordFileDeps {
  readonly connections: Connections;
  readonly drafts: RecordDrafts;
  readonly rights: Pick<KnownRights, 'get'>;
  readonly edits: DocumentEdits;
  readonly versions: FileVersions;
  readonly errors: Pick<ErrorReporter, 'show'>;
  readonly log: Pick<Log, 'error'>;
}

interface Saved {
  readonly text: string;
  readonly id: string | undefined;
  readonly said: readonly string[];
}

/** A record, or one that is yet to be added: its fields as JSON. */
export class RecordFile implements AddressedFile<OpenAddress> {
  readonly #deps: RecordFileDeps;
  readonly #expectedUntil = Date.now() + patience;
  /** What a form has saved, until VS Code has heard of it. */
  readonly #savedAhead = new Map<string, Saved>();
  /** VS Code may save a document while its form is saving it. */
  readonly #saves = new RunningSaves<SavedRecord>();
  /** Why the next save is refused: something is being typed that is no value yet. */
  readonly #held = new Map<string, string>();
  /** What the save that VS Code is about to call done has sent. */
  readonly #justSaved = new Map<string, Saved>();
  /** What was read after a save, for VS Code, which asks for it next. */
  readonly #justRead = new Map<string, string>();
  /** Why there is no record in these documents. Nobody may type there: it would be lost with the sentence. */
  readonly #unread = new Map<string, string>();
  readonly #retrying = new Map<string, Promise<void>>();
  /** A new record was added: its id, where the answer named it, and what else it said. */
  readonly #added = new vscode.EventEmitter<{
    readonly document: vscode.TextDocument;
    readonly id: string | undefined;
    readonly said: readonly string[];
  }>();
  readonly onDidAdd = this.#added.event;

  constructor(deps: RecordFileDeps) {
    this.#deps = deps;
  }

  isReadonly(uri: vscode.Uri, address: OpenAddress): boolean {
    const { connections, rights } = this.#deps;
    if (this.#unread.has(uri.toString())) return true;
    const connection = connections.get(address.connection);
    if (whyNotAllowed('edit', connection) !== undefined) return true;
    // what was typed before stays where it can be copied, and its save is refused with a sentence of ours
    return whyNotAllowed('edit', connection, rights.get(address)) !== undefined && !openDocumentAt(uri)?.isDirty;
  }

  /** What cannot be read is a document as well, which says why: VS Code would show an editor of its own without a reason. */
  async readContent(uri: vscode.Uri, address: OpenAddress): Promise<string> {
    const { connections, drafts, versions } = this.#deps;
    const key = uri.toString();
    const ready = this.#justRead.get(key);
    this.#justRead.delete(key);
    if (ready !== undefined) return ready;
    if (address.connection === demoId)
      await awaitedConnection(connections, address.connection, this.#expectedUntil - Date.now());
    try {
      const wasReadonly = this.isReadonly(uri, address);
      const text = await this.#ask(uri, address);
      this.#unread.delete(key);
      // VS Code has asked before what may be done with it
      if (this.isReadonly(uri, address) !== wasReadonly) setTimeout(() => versions.touch(uri), 0);
      return text;
    } catch (error) {
      const document = openDocumentAt(uri);
      if (!document || isUnreadText(document.getText())) return this.#unreadText(key, error);
      // what was read before stays, and an open form says what became of it
      const isGone = error instanceof ServiceError && error.code === 'notFound' && address.kind === 'record';
      if (isGone && drafts.get(address)) await drafts.refreshBase(address);
      if (!document.isDirty) return document.getText();
      // someone wants to throw away what was typed; VS Code keeps it when this fails, and says nothing that helps
      void this.#deps.errors.show(sentenceOf(t('Reading it again'), error), error, address.connection);
      throw error;
    }
  }

  /** Reads the record, which VS Code gets when it asks for it next; throws where nothing is to be thrown away for it. */
  async readAhead(uri: vscode.Uri, address: OpenAddress): Promise<void> {
    const text = await this.#ask(uri, address);
    this.#unread.delete(uri.toString());
    this.#justRead.set(uri.toString(), text);
  }

  /** VS Code has a document that says why there is no record in it, and asked before whether it may be typed into. */
  openedUnread(document: vscode.TextDocument, address: OpenAddress): void {
    const { drafts, versions } = this.#deps;
    const key = document.uri.toString();
    if (!this.#unread.has(key)) this.#unread.set(key, '');
    versions.touch(document.uri);
    // left by an extension host that is gone
    if (!drafts.failure(address)) void this.retry(document, address);
  }

  closed(uri: vscode.Uri): void {
    this.#unread.delete(uri.toString());
    this.#justRead.delete(uri.toString());
  }

  /** Asks again for what could not be read. Whether it worked is told by the drafts. */
  retry(document: vscode.TextDocument, address: OpenAddress): Promise<void> {
    const key = document.uri.toString();
    const running = this.#retrying.get(key) ?? this.#retry(document, address).finally(() => this.#retrying.delete(key));
    this.#retrying.set(key, running);
    return running;
  }

  async #retry(document: vscode.TextDocument, address: OpenAddress): Promise<void> {
    const { drafts } = this.#deps;
    const key = document.uri.toString();
    try {
      if (!document.isDirty) {
        const text = await this.#ask(document.uri, address);
        this.#unread.delete(key);
        this.#put(document, text);
      } else if (!drafts.get(address)) await drafts.restore(address);
      else if (address.kind === 'record') await drafts.refreshBase(address);
    } catch (error) {
      if (this.#unread.has(key)) this.#put(document, this.#unreadText(key, error));
    }
  }

  async #ask(uri: vscode.Uri, address: OpenAddress): Promise<string> {
    const { drafts } = this.#deps;
    const text = await drafts.readDocument(address);
    const document = openDocumentAt(uri);
    // VS Code tells of no change where there is none
    if (!document || document.getText() === text) await drafts.noteShown(address, text);
    return text;
  }

  /** For VS Code, which asks for it next. */
  #put(document: vscode.TextDocument, text: string): void {
    if (document.isClosed || document.isDirty || document.getText() === text) return;
    this.#justRead.set(document.uri.toString(), text);
    this.#deps.versions.raise(document.uri);
  }

  #unreadText(key: string, error: unknown): string {
    const sentence = sentenceOf(t('Opening it'), error);
    if (this.#unread.get(key) !== sentence) this.#deps.log.error(error);
    this.#unread.set(key, sentence);
    return unreadText(sentence);
  }

  async writeContent(uri: vscode.Uri, address: OpenAddress, text: string): Promise<void> {
    const { drafts } = this.#deps;
    const key = uri.toString();
    this.#justSaved.delete(key);
    this.#throwIfHeld(key);
    const document = openDocumentAt(uri);
    if (!document)
      throw new UserError(t('Could not save {0}: it is not open. Open it and edit it there.', nameOf(address)));
    if (document.getText() !== text)
      throw new UserError(t('Could not save {0}: it can only be changed in its open document.', nameOf(address)));
    if (isUnreadText(text)) throw unreadSave(address);
    const ahead = this.#savedAhead.get(key);
    if (ahead?.text === text) return void this.#justSaved.set(key, ahead);
    // a text that came back with its window, and whose record could not be read since or was not asked for
    if (document.isDirty && !drafts.get(address)) await drafts.restore(address);
    const {
      id,
      sent,
      said = [],
    } = await this.#saveOnce(key, address, text, undefined).catch((error: unknown) => {
      throw this.#inShort(uri, address, error);
    });
    // what was found to be there already is read again as well
    if (sent || document.isDirty) this.#justSaved.set(key, { text, id, said });
  }

  hold(document: vscode.TextDocument, sentence: string): void {
    this.#held.set(document.uri.toString(), sentence);
  }

  #throwIfHeld(key: string): void {
    const held = this.#held.get(key);
    this.#held.delete(key);
    if (held !== undefined) throw new UserError(held);
  }

  /** VS Code shows it in a box over the form, which says more, and where it belongs. */
  #inShort(uri: vscode.Uri, address: OpenAddress, error: unknown): unknown {
    const name = this.#deps.drafts.get(address)?.form.name || nameOf(address);
    return error instanceof ServiceError && hasForm(uri)
      ? new UserError(t('{0} is not saved: its form says why.', capitalized(name)))
      : error;
  }

  #saveOnce(key: string, address: OpenAddress, text: string, action: SubmitAction | undefined): Promise<SavedRecord> {
    return this.#saves.run(key, text, () => this.#deps.drafts.saveDocument(address, text, action), !action);
  }

  /** Whether VS Code only has to hear that the document is saved. */
  isSavedAhead(document: vscode.TextDocument): boolean {
    return this.#savedAhead.has(document.uri.toString());
  }

  /**
   * From the form, by one of its buttons or without one. True when the record was saved. It is saved before VS Code hears
   * of it: what VS Code cannot save it tells in a box of its own, over the form that says the same.
   */
  async submit(
    document: vscode.TextDocument,
    address: OpenAddress,
    action: SubmitAction | undefined,
  ): Promise<boolean> {
    const { drafts } = this.#deps;
    const key = document.uri.toString();
    const { isDirty } = document;
    this.#throwIfHeld(key);
    if (!isDirty && !action) return true;
    const text = document.getText();
    if (isUnreadText(text)) throw unreadSave(address);
    if (isDirty && !drafts.get(address)) await drafts.restore(address);
    const { id, sent, said = [] } = await this.#saveOnce(key, address, text, action);
    const saved = { text, id, said };
    if (isDirty && document.getText() === text) {
      this.#savedAhead.set(key, saved);
      try {
        return (await document.save()) || !document.isDirty;
      } finally {
        this.#savedAhead.delete(key);
      }
    }
    // VS Code saves nothing that has no changes, but a button may mean more than a save; and what was typed meanwhile stays
    if (sent || isDirty) this.#justSaved.set(key, saved);
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
    if (address.kind === 'newRecord') return this.#added.fire({ document, id: saved.id, said: saved.said });
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

function unreadSave(address: RecordsAddress): UserError {
  return new UserError(t('Could not save {0}: it could not be read. Revert it to read it again.', nameOf(address)));
}

/** Whoever looks at it sees what the form says. */
function hasForm(uri: vscode.Uri): boolean {
  const text = uri.toString();
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        input instanceof vscode.TabInputCustom &&
        input.viewType === customEditors.form &&
        input.uri.toString() === text,
    ),
  );
}

function nameOf(address: RecordsAddress): string {
  return address.kind === 'record' ? t('record {0}', address.id) : t('the new record');
}
