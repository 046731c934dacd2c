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
import { type DocumentEvent, DocumentSaves } from './documentSaves.ts';
import type { FileVersions } from './fileVersions.ts';
import type { AddressedFile } from './recordsFileSystem.ts';

/**
 * How long to wait for the demo: a restored tab is read before the demo has restarted. After that, the tab shows the
 * error.
 */
const demoTimeout = 4_000;

export interface RecordFileDeps {
  readonly connections: Connections;
  readonly drafts: RecordDrafts;
  readonly rights: Pick<KnownRights, 'get'>;
  readonly edits: DocumentEdits;
  readonly versions: FileVersions;
  readonly errors: Pick<ErrorReporter, 'show'>;
  readonly log: Pick<Log, 'error'>;
}

type Found = Extract<DocumentEvent<never, never>, { kind: 'wasRead' | 'notRead' }>;

interface Saved {
  readonly text: string;
  readonly id: string | undefined;
  readonly said: readonly string[];
}

/** An existing or new record as a file: its fields as JSON. */
export class RecordFile implements AddressedFile<OpenAddress> {
  readonly #deps: RecordFileDeps;
  readonly #expectedUntil = Date.now() + demoTimeout;
  readonly #saves = new DocumentSaves<SavedRecord, Saved>();
  /** Fires when a new record was added, with its id if the response named it, and the service's messages. */
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
    if (this.#isUnread(uri.toString())) return true;
    const connection = connections.get(address.connection);
    if (whyNotAllowed('edit', connection) !== undefined) return true;
    // keep typed text editable so that it can be copied; saving it fails with our own message
    return whyNotAllowed('edit', connection, rights.get(address)) !== undefined && !openDocumentAt(uri)?.isDirty;
  }

  /**
   * A record that can't be read is also a document, which shows the reason: VS Code would show its own error editor
   * without one.
   */
  async readContent(uri: vscode.Uri, address: OpenAddress): Promise<string> {
    const { connections, drafts, versions } = this.#deps;
    const key = uri.toString();
    const { content } = this.#saves.apply(key, { kind: 'reading' });
    if (content.kind === 'ready') return content.text;
    if (content.kind === 'unread' && content.isNews) return unreadText(content.why);
    if (address.connection === demoId)
      await awaitedConnection(connections, address.connection, this.#expectedUntil - Date.now());
    try {
      const wasReadonly = this.isReadonly(uri, address);
      const text = await this.#ask(uri, address);
      this.#saves.apply(key, { kind: 'wasRead' });
      // VS Code has already asked for the permissions
      if (this.isReadonly(uri, address) !== wasReadonly) setTimeout(() => versions.touch(uri), 0);
      return text;
    } catch (error) {
      const document = openDocumentAt(uri);
      if (!document || isUnreadText(document.getText())) return unreadText(this.#noteUnread(key, error));
      // keep what was read before; an open form shows what happened
      const isGone = error instanceof ServiceError && error.code === 'notFound' && address.kind === 'record';
      if (isGone && drafts.get(address)) await drafts.refreshBase(address);
      if (!document.isDirty) return document.getText();
      // the user is reverting: if this fails, VS Code keeps the text but shows no useful message
      void this.#deps.errors.show(sentenceOf(t('Reloading it'), error), error, address.connection);
      throw error;
    }
  }

  /** Reads the record in advance for VS Code's next read. Throws if that fails, so that nothing is discarded. */
  async readAhead(uri: vscode.Uri, address: OpenAddress): Promise<void> {
    const ready = await this.#ask(uri, address);
    this.#saves.apply(uri.toString(), { kind: 'wasRead', ready });
  }

  /** VS Code opened a document that shows why it has no record, after it had asked whether it is read-only. */
  openedUnread(document: vscode.TextDocument, address: OpenAddress): void {
    const { drafts, versions } = this.#deps;
    const key = document.uri.toString();
    if (!this.#isUnread(key)) this.#saves.apply(key, { kind: 'notRead', why: '', isNews: false });
    versions.touch(document.uri);
    // left over from a previous extension host
    if (!drafts.failure(address)) void this.retry(document, address);
  }

  closed(uri: vscode.Uri): void {
    this.#saves.apply(uri.toString(), { kind: 'closed' });
  }

  /** Retries a failed read. The drafts report the result. */
  retry(document: vscode.TextDocument, address: OpenAddress): Promise<void> {
    const key = document.uri.toString();
    const { rereading } = this.#saves.get(key);
    if (rereading) return rereading;
    const ended = this.#retry(document, address).finally(() => this.#saves.apply(key, { kind: 'reread' }));
    this.#saves.apply(key, { kind: 'rereading', ended });
    return ended;
  }

  async #retry(document: vscode.TextDocument, address: OpenAddress): Promise<void> {
    const { drafts } = this.#deps;
    const key = document.uri.toString();
    try {
      if (!document.isDirty) {
        const ready = await this.#ask(document.uri, address);
        this.#saves.apply(key, { kind: 'wasRead' });
        if (isReplaceable(document, ready)) this.#readNext(document, { kind: 'wasRead', ready });
      } else if (!drafts.get(address)) await drafts.restore(address);
      else if (address.kind === 'record') await drafts.refreshBase(address);
    } catch (error) {
      if (!this.#isUnread(key)) return;
      const why = this.#noteUnread(key, error);
      if (isReplaceable(document, unreadText(why))) this.#readNext(document, { kind: 'notRead', why, isNews: true });
    }
  }

  async #ask(uri: vscode.Uri, address: OpenAddress): Promise<string> {
    const { drafts } = this.#deps;
    const text = await drafts.readDocument(address);
    const document = openDocumentAt(uri);
    // VS Code fires no change event if the text is the same
    if (!document || document.getText() === text) await drafts.noteShown(address, text);
    return text;
  }

  /** Makes VS Code read the document again, which then gets what was found. */
  #readNext(document: vscode.TextDocument, found: Found): void {
    this.#saves.apply(document.uri.toString(), found);
    this.#deps.versions.raise(document.uri);
  }

  #isUnread(key: string): boolean {
    return this.#saves.get(key).content.kind === 'unread';
  }

  #noteUnread(key: string, error: unknown): string {
    const why = sentenceOf(t('Opening it'), error);
    const { content } = this.#saves.apply(key, { kind: 'notRead', why, isNews: false });
    if (content.kind !== 'unread' || content.why !== why) this.#deps.log.error(error);
    return why;
  }

  async writeContent(uri: vscode.Uri, address: OpenAddress, text: string): Promise<void> {
    const { drafts } = this.#deps;
    const key = uri.toString();
    const { report } = this.#saves.apply(key, { kind: 'writing' });
    this.#throwIfHeld(key);
    const document = openDocumentAt(uri);
    if (!document)
      throw new UserError(t('Could not save {0}: it is not open. Open it and edit it there.', nameOf(address)));
    if (document.getText() !== text)
      throw new UserError(t('Could not save {0}: it can only be changed in its open document.', nameOf(address)));
    if (isUnreadText(text)) throw unreadSave(address);
    if (report.kind === 'ahead' && report.saved.text === text)
      return void this.#saves.apply(key, { kind: 'written', saved: report.saved });
    // text restored with its window whose record wasn't read since, or couldn't be
    if (document.isDirty && !drafts.get(address)) await drafts.restore(address);
    const {
      id,
      sent,
      said = [],
    } = await this.#saveOnce(key, address, text, undefined).catch((error: unknown) => {
      throw this.#inShort(uri, address, error);
    });
    // also reload if the service already had the values
    if (sent || document.isDirty) this.#saves.apply(key, { kind: 'written', saved: { text, id, said } });
  }

  hold(document: vscode.TextDocument, sentence: string): void {
    this.#saves.apply(document.uri.toString(), { kind: 'held', why: sentence });
  }

  #throwIfHeld(key: string): void {
    const { held } = this.#saves.apply(key, { kind: 'released' });
    if (held !== undefined) throw new UserError(held);
  }

  /** Short, because VS Code shows it in a dialog over the form, which shows details at the field. */
  #inShort(uri: vscode.Uri, address: OpenAddress, error: unknown): unknown {
    const name = this.#deps.drafts.get(address)?.form.name || nameOf(address);
    return error instanceof ServiceError && hasForm(uri)
      ? new UserError(t('{0} was not saved: see its form for the reason.', capitalized(name)))
      : error;
  }

  #saveOnce(key: string, address: OpenAddress, text: string, action: SubmitAction | undefined): Promise<SavedRecord> {
    return this.#saves.send(key, text, () => this.#deps.drafts.saveDocument(address, text, action), !action);
  }

  /** True if VS Code only needs to mark the document as saved. */
  isSavedAhead(document: vscode.TextDocument): boolean {
    return this.#saves.get(document.uri.toString()).report.kind === 'ahead';
  }

  /**
   * Saves from the form, with or without one of its buttons. Returns true if the record was saved. Saves before VS Code
   * does: VS Code would report a failure in its own dialog, over the form that shows the same.
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
      this.#saves.apply(key, { kind: 'savedAhead', saved });
      try {
        return (await document.save()) || !document.isDirty;
      } finally {
        this.#saves.apply(key, { kind: 'marked' });
      }
    }
    // VS Code doesn't save a clean document, but a button may do more than save; text typed since is kept
    if (sent || isDirty) this.#saves.apply(key, { kind: 'written', saved });
    await this.saved(document, address);
    return true;
  }

  /** VS Code doesn't reload what it just saved, and text typed since must be kept. */
  async saved(document: vscode.TextDocument, address: OpenAddress): Promise<void> {
    const { drafts, edits, versions } = this.#deps;
    const { report } = this.#saves.apply(document.uri.toString(), { kind: 'reported' });
    if (report.kind === 'none') return;
    const { saved } = report;
    if (address.kind === 'newRecord') return this.#added.fire({ document, id: saved.id, said: saved.said });
    const current = document.getText();
    const text = await drafts.settle(address, saved.text, current).catch(() => undefined);
    // VS Code marks a document clean even if it was edited during the save
    const isDirty = document.isDirty || document.getText() !== saved.text;
    if (text === undefined) return isDirty ? undefined : versions.raise(document.uri);
    if (!isDirty) {
      await drafts.discard(address, document.getText());
      return this.#readNext(document, { kind: 'wasRead', ready: text });
    }
    // if the user kept typing, their text is newer
    await edits.change(document, (now) => (now === current ? text : now)).catch(() => undefined);
  }
}

function unreadSave(address: RecordsAddress): UserError {
  return new UserError(t('Could not save {0}: it could not be read. Revert it to reload it.', nameOf(address)));
}

/** True if VS Code would replace the document's text with this one. */
function isReplaceable(document: vscode.TextDocument, text: string): boolean {
  return !document.isClosed && !document.isDirty && document.getText() !== text;
}

/** True if the record's form is open and so shows the details. */
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
