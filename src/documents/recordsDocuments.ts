import { t } from '@vscode/l10n';
import { UserFacingError, ServiceError } from '../model/errors.ts';
import type { OpenAddress, RecordsAddress, ListViewAddress } from '../model/address/address.ts';
import * as vscode from 'vscode';
import { schemes, customEditors } from '../manifest.ts';
import { isSameAddress, demoId } from '../model/connection/connection.ts';
import { isUnreadText, unreadText } from '../model/draft/recordText.ts';
import { addressOfUri, addressUri } from '../platform/addressUri.ts';
import { sentenceOf, UserError, type ErrorReporter } from '../platform/errorReporter.ts';
import { openDocumentOf, visibleAddresses, openDocumentAt } from '../platform/openRecords.ts';
import { shownError } from '../platform/ui/views.ts';
import type { RecordChanges, RecordsChange } from '../services/common/recordChanges.ts';
import type { FailedRead } from '../services/connections/retries.ts';
import type { FileVersions } from './fileVersions.ts';
import type { RecordsFiles } from './recordsFileSystem.ts';
import { compareStaged } from '../model/list/compareStaged.ts';
import {
  noServiceStaged,
  readStaged,
  type Staged,
  type StagedRecord,
  stagedText,
  withoutSaved,
} from '../model/list/stagedCells.ts';
import { canonicalId } from '../model/recordKey.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { RecordForms } from '../services/records/recordForms.ts';
import type { OwnWrites } from '../services/staging/ownWrites.ts';
import type { StagedProblems, SaveOutcome, StagedSaves } from '../services/staging/stagedSaves.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import type { AddressedFile } from './addressedFile.ts';
import { RunningSaves } from './runningSaves.ts';
import type { SubmitAction } from '../model/form/submitAction.ts';
import { capitalized } from '../model/sentence.ts';
import { whyNotAllowed } from '../model/writePermission.ts';
import type { Log } from '../platform/log.ts';
import { awaitedConnection } from '../services/connections/awaitedConnection.ts';
import type { KnownRights } from '../services/records/knownRights.ts';
import type { RecordDrafts } from '../services/records/recordDrafts.ts';
import type { SavedRecord } from '../services/records/saveDraft.ts';

export interface RecordsDocumentsDeps extends ListViewFileDeps, RecordFileDeps {
  readonly changes: RecordChanges;
}

/** Why a document stays unsaved. */
export interface SaveRefusal {
  readonly sentence: string;
  /** Whether its form or table shows the reason. */
  readonly isShown: boolean;
}

/** What the files of the `records:` file system hold, and what its open documents have to hear of. */
export class RecordsDocuments implements RecordsFiles {
  readonly records: RecordFile;
  readonly listViews: ListViewFile;
  readonly #deps: RecordsDocumentsDeps;
  readonly #versions: FileVersions;

  constructor(deps: RecordsDocumentsDeps) {
    this.#deps = deps;
    this.#versions = deps.versions;
    this.listViews = new ListViewFile(deps);
    this.records = new RecordFile(deps);
  }

  register(): vscode.Disposable {
    openDocuments().forEach((document) => this.#opened(document));
    return vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed)
          if (input instanceof vscode.TabInputCustom && openAddress(input.uri)) this.#versions.age(input.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const address = openAddress(uri);
        if (!address) return;
        void this.#deps.drafts.close(address);
        this.records.closed(uri);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      // a connection may have become read-only, or may be so no longer; or it may lead to another service
      this.#deps.connections.onDidChange(() => {
        for (const { uri, isDirty } of openDocuments()) {
          const address = openAddress(uri);
          if (address && !isDirty && this.#isFromElsewhere(address)) this.#versions.raise(uri);
          else this.#versions.touch(uri);
        }
      }),
      this.#deps.changes.onDidChange((change) => this.hear(change)),
    );
  }

  #opened(document: vscode.TextDocument): void {
    const address = openAddress(document.uri);
    if (address && isUnreadText(document.getText())) this.records.openedUnread(document, address);
  }

  async write(uri: vscode.Uri, address: RecordsAddress, content: Uint8Array): Promise<void> {
    try {
      const text = textOf(content);
      if (address.kind === 'listView') await this.listViews.writeContent(uri, address, text);
      else await this.records.writeContent(uri, address, text);
    } catch (error) {
      // VS Code puts the name of an error before its sentence
      throw Object.assign(shownError(sentenceOf(t('Saving it'), error), error), { name: '' });
    }
  }

  /** Saves before VS Code does, which would report a refusal in its own notification. */
  async submit(document: vscode.TextDocument): Promise<SaveRefusal | undefined> {
    const address = addressOfUri(document.uri);
    try {
      if (address?.kind === 'listView') {
        const sentence = await this.listViews.submit(document, address);
        return sentence === undefined ? undefined : { sentence, isShown: true };
      }
      if (address) await this.records.submit(document, address, undefined);
      return undefined;
    } catch (error) {
      const isShown = address?.kind !== 'listView' && error instanceof ServiceError;
      return { sentence: sentenceOf(t('Saving it'), error), isShown };
    }
  }

  /** Asks again for what could not be read. */
  async retry(address: OpenAddress): Promise<void> {
    const document = openDocumentOf(address);
    if (document) await this.records.retry(document, address);
  }

  /** The open records that could not be read, or that are shown as they were last seen. */
  get failedReads(): readonly FailedRead[] {
    const { failures } = this.#deps.drafts;
    if (failures.length === 0) return [];
    const visible = visibleAddresses();
    return failures.flatMap(({ address, error, at }) => {
      if (!openDocumentOf(address)) return [];
      const isVisible = visible.has(addressUri(address).toString());
      const { connection } = address;
      return [{ connection, error, failedAt: at, isVisible, retry: () => this.retry(address) }];
    });
  }

  /** What is shown as the service has it stays as it was when it was opened. */
  retryFailed(connection?: string): void {
    for (const one of this.failedReads) if (connection === undefined || one.connection === connection) void one.retry();
  }

  #isFromElsewhere(address: OpenAddress): boolean {
    const madeFor = this.#deps.drafts.get(address)?.madeFor;
    const baseUrl = this.#deps.connections.get(address.connection)?.baseUrl;
    return madeFor !== undefined && baseUrl !== undefined && !isSameAddress(madeFor, baseUrl);
  }

  #saved(document: vscode.TextDocument): void {
    if (document.uri.scheme !== schemes.records) return;
    const address = openAddress(document.uri);
    if (address) void this.records.saved(document, address);
    else void this.listViews.saved(document);
  }

  /** What a record's text was made from is kept while it has unsaved changes: hot exit keeps the text alone. */
  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const address = openAddress(document.uri);
    if (!address) return;
    const { drafts } = this.#deps;
    const text = document.getText();
    void drafts.noteShown(address, text);
    // without its base a text that comes back is compared field by field: a full disk is no reason to stop anyone
    if (document.isDirty) void drafts.keepBase(address).catch(() => undefined);
    // VS Code tells of the first change before it calls the document dirty, and of a save or a revert without a change
    else if (contentChanges.length === 0) void drafts.drop(address, text);
  }

  /** Records were changed, here or elsewhere: whoever shows them reads them again, or says so where there are unsaved changes. */
  hear(change: RecordsChange): void {
    const { connection, controller, ids, isDeletion } = change;
    if (isDeletion !== true) void this.listViews.hear(change);
    for (const document of openDocuments()) {
      const address = openAddress(document.uri);
      if (address?.kind !== 'record' || address.connection !== connection) continue;
      if (address.controller !== controller || !ids.includes(address.id)) continue;
      if (this.#deps.drafts.get(address)?.isSaving) continue; // it reads itself again
      if (isDeletion) this.#deps.drafts.deleted(address);
      // a newer version of what has unsaved changes would keep VS Code from saving it
      if (document.isDirty) void this.#deps.drafts.refreshBase(address);
      else this.#versions.raise(document.uri);
    }
  }
}

function openAddress(uri: vscode.Uri): OpenAddress | undefined {
  const address = addressOfUri(uri);
  return address?.kind === 'record' || address?.kind === 'newRecord' ? address : undefined;
}

function openDocuments(): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === schemes.records);
}

/** VS Code writes in the encoding of the editor, which a person may have changed. */
function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UserFacingError(t('Could not save it: it is not valid UTF-8. Save it with the encoding UTF-8.'));
  }
}

/** What a save has sent, and why the rest stays unsaved. */
interface Attempt {
  readonly saved: Staged;
  readonly refusal?: string;
}

interface ListViewFileDeps {
  readonly connections: Connections;
  readonly guard: WriteGuard;
  readonly recordForms: Pick<RecordForms, 'fresh'>;
  readonly written: Pick<OwnWrites, 'of'>;
  readonly listViews: ListViewCache;
  readonly saves: StagedSaves;
  readonly problems: StagedProblems;
  readonly edits: DocumentEdits;
  readonly versions: FileVersions;
}

/** A list view that is saved: its staged cells are sent. */
class ListViewFile implements Pick<AddressedFile<ListViewAddress>, 'writeContent'> {
  readonly #deps: ListViewFileDeps;
  /** What is saved, until VS Code has marked the document as saved. */
  readonly #savedAhead = new Map<string, Staged>();
  /** VS Code may save a document while its table is saving it. */
  readonly #saves = new RunningSaves<Attempt>();
  /** What the save that VS Code is about to call done has sent. */
  readonly #justSaved = new Map<string, Staged>();

  constructor(deps: ListViewFileDeps) {
    this.#deps = deps;
  }

  async writeContent(uri: vscode.Uri, address: ListViewAddress, text: string): Promise<void> {
    const key = uri.toString();
    const name = this.#name(address);
    this.#justSaved.delete(key);
    const document = openDocumentAt(uri);
    if (!document) throw new UserError(t('Could not save {0}: it is not open. Open it and edit its cells.', name));
    if (!document.isDirty && document.getText() !== text && readStaged(text).staged?.size !== 0)
      throw new UserError(t('Could not save {0}: its cells can only be changed in the open document.', name));
    const ahead = this.#savedAhead.get(key);
    if (ahead) {
      // a cell that was staged since then waits for a save of its own
      if (!isAllSaved(text, ahead)) throw new UserError(t('Could not save {0}: save it again.', name));
      if (ahead.size > 0) this.#justSaved.set(key, ahead);
      return;
    }
    const { saved, refusal } = await this.#save(key, address, text);
    if (refusal === undefined) {
      if (saved.size > 0) this.#justSaved.set(key, saved);
      return;
    }
    // the others are saved, and VS Code would keep all of them in the text
    setTimeout(() => void this.#drop(document, saved), 0);
    throw new UserError(refusal);
  }

  #save(key: string, address: ListViewAddress, text: string): Promise<Attempt> {
    const { guard, saves, problems } = this.#deps;
    return this.#saves.run(key, text, async () => {
      const name = this.#name(address);
      const { staged, problem, madeFor } = readStaged(text);
      if (!staged) throw new UserError(t('Could not save {0}: {1}', name, problem));
      if (staged.size === 0) {
        problems.set(key, staged, { saved: new Map(), problems: new Map(), said: [] });
        return { saved: staged };
      }
      if (madeFor === undefined) throw new UserError(t('Could not save {0}: {1}', name, noServiceStaged()));
      guard.check(address.connection, t('save {0}', name), madeFor);
      const outcome = await saves.saveStaged(address, staged, madeFor);
      problems.set(key, staged, outcome);
      if (outcome.problems.size === 0) return { saved: outcome.saved };
      return { saved: outcome.saved, refusal: unsavedSentence(name, staged, outcome) };
    });
  }

  /** Whether VS Code only has to mark the document as saved. */
  isSavedAhead(document: vscode.TextDocument): boolean {
    return this.#savedAhead.has(document.uri.toString());
  }

  /**
   * Saves before VS Code does, which would report a refusal in a notification over the table that shows it. Returns why
   * cells stay unsaved.
   */
  async submit(document: vscode.TextDocument, address: ListViewAddress): Promise<string | undefined> {
    if (!document.isDirty) return undefined;
    const key = document.uri.toString();
    const { saved, refusal } = await this.#save(key, address, document.getText());
    // cells may have been changed while the others were being saved
    if (refusal !== undefined || !isAllSaved(document.getText(), saved)) {
      await this.#drop(document, saved);
      return refusal;
    }
    await this.#markSaved(document, saved);
    return undefined;
  }

  /** Sends nothing. */
  async #markSaved(document: vscode.TextDocument, saved: Staged): Promise<void> {
    const key = document.uri.toString();
    this.#savedAhead.set(key, saved);
    try {
      await document.save();
    } finally {
      this.#savedAhead.delete(key);
    }
  }

  /** VS Code does not read again what it has just saved, and what was typed meanwhile must stay. */
  async saved(document: vscode.TextDocument): Promise<void> {
    const saved = this.#justSaved.get(document.uri.toString());
    this.#justSaved.delete(document.uri.toString());
    if (!saved) return;
    if (isAllSaved(document.getText(), saved)) this.#deps.versions.raise(document.uri);
    else await this.#drop(document, saved);
  }

  /** Records were written otherwise, such as by a plan of these cells: a cell that the service has now is no change. */
  async hear({ connection, controller, ids }: RecordsChange): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      const address = document.isDirty ? addressOfUri(document.uri) : undefined;
      if (address?.kind !== 'listView' || address.connection !== connection || address.controller !== controller)
        continue;
      // a save drops by itself what has arrived
      if (!this.#saves.isRunning(document.uri.toString())) await this.#dropArrived(document, address, ids);
    }
  }

  async #dropArrived(document: vscode.TextDocument, address: ListViewAddress, ids: readonly string[]): Promise<void> {
    const { connection, controller } = address;
    const { staged, madeFor } = readStaged(this.#deps.edits.latest(document));
    if (!staged || madeFor === undefined || !this.#leadsTo(connection, madeFor)) return;
    const arrived = new Map<string, StagedRecord>();
    for (const [id, cells] of staged) {
      if (!ids.some((one) => canonicalId(one) === canonicalId(id))) continue;
      const target = { connection, controller, id };
      // what cannot be read stays staged
      const form = await this.#deps.recordForms.fresh({ kind: 'record', ...target }).catch(() => undefined);
      const { same } = form ? compareStaged(form, cells, this.#deps.written.of(target)) : { same: new Map() };
      if (same.size > 0) arrived.set(id, same);
    }
    if (arrived.size === 0) return;
    await this.#drop(document, arrived);
    const { staged: left } = readStaged(this.#deps.edits.latest(document));
    if (left?.size !== 0) return;
    this.#deps.problems.set(document.uri.toString(), left, { saved: new Map(), problems: new Map(), said: [] });
    await this.#markSaved(document, left);
  }

  async #drop(document: vscode.TextDocument, saved: Staged): Promise<void> {
    if (saved.size === 0 || document.isClosed) return;
    const without = (text: string): string => {
      const { staged, madeFor } = readStaged(text);
      return staged ? stagedText(withoutSaved(staged, saved), madeFor) : text;
    };
    // a cell that stays after all is found to be saved when it is sent again
    await this.#deps.edits.change(document, without).catch(() => undefined);
  }

  #leadsTo(connection: string, service: string): boolean {
    const { connections } = this.#deps;
    return connections.get(connection) !== undefined && connections.leadsTo(connection, service);
  }

  #name({ connection, controller, listView }: ListViewAddress): string {
    const known = this.#deps.listViews.known(connection, controller);
    const view = known.find(({ id, isDefault }) => (listView === undefined ? isDefault : id === listView));
    return view?.name ?? t('the list view of {0}', controller);
  }
}

function isAllSaved(text: string, saved: Staged): boolean {
  const { staged } = readStaged(text);
  return staged !== undefined && withoutSaved(staged, saved).size === 0;
}

/** VS Code puts its own words around it, so it is short; the cells say more. */
function unsavedSentence(name: string, staged: Staged, { problems }: SaveOutcome): string {
  const [first] = problems.values();
  if (problems.size === 1 && first) return first.sentence;
  const unknown = [...problems.values()].filter(({ isUnknown }) => isUnknown).length;
  return unknown > 0
    ? t(
        'Of {0} records of {1}, {2} may have been saved and {3} were not. See the list below the table.',
        staged.size,
        name,
        unknown,
        problems.size - unknown,
      )
    : t('{0} of {1} records of {2} were not saved. See the list below the table.', problems.size, staged.size, name);
}

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
