import { t } from '@vscode/l10n';
import { UserFacingError } from '../model/errors.ts';
import type { OpenAddress, RecordsAddress, ListViewAddress } from '../model/address/address.ts';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import { isSameAddress } from '../model/connection/connection.ts';
import { isUnreadText } from '../model/draft/recordText.ts';
import { addressOfUri, addressUri } from '../platform/addressUri.ts';
import { sentenceOf, UserError } from '../platform/errorReporter.ts';
import { openDocumentOf, visibleAddresses, openDocumentAt } from '../platform/openRecords.ts';
import { shownError } from '../platform/ui/views.ts';
import type { RecordChanges, RecordsChange } from '../services/common/recordChanges.ts';
import type { FailedRead } from '../services/connections/retries.ts';
import type { FileVersions } from './fileVersions.ts';
import { RecordFile, type RecordFileDeps } from './recordFile.ts';
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

export interface RecordsDocumentsDeps extends ListViewFileDeps, RecordFileDeps {
  readonly changes: RecordChanges;
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

  /** Saves before VS Code does, which would report a refusal in its own notification. Returns why it stays unsaved. */
  async submit(document: vscode.TextDocument): Promise<string | undefined> {
    const address = addressOfUri(document.uri);
    try {
      if (address?.kind === 'listView') return await this.listViews.submit(document, address);
      if (address) await this.records.submit(document, address, undefined);
      return undefined;
    } catch (error) {
      return sentenceOf(t('Saving it'), error);
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
      return { saved: outcome.saved, refusal: sentence(name, staged, outcome) };
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
function sentence(name: string, staged: Staged, { problems }: SaveOutcome): string {
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
