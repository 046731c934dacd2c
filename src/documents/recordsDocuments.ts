import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import type { OpenAddress, RecordsAddress } from '../model/address/address.ts';
import { isSameAddress } from '../model/connection/connection.ts';
import { isUnreadText } from '../model/draft/recordText.ts';
import { ServiceError, UserFacingError } from '../model/errors.ts';
import { addressOfUri, addressUri } from '../platform/addressUri.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import { openDocumentOf, visibleAddresses } from '../platform/openRecords.ts';
import { shownError } from '../platform/ui/views.ts';
import type { RecordChanges, RecordsChange } from '../services/common/recordChanges.ts';
import type { FailedRead } from '../services/connections/retries.ts';
import type { FileVersions } from './fileVersions.ts';
import { ListViewFile, type ListViewFileDeps } from './listViewFile.ts';
import { RecordFile, type RecordFileDeps } from './recordFile.ts';
import type { RecordsFiles } from './recordsFileSystem.ts';

export interface RecordsDocumentsDeps extends ListViewFileDeps, RecordFileDeps {
  readonly changes: RecordChanges;
}

/** Why a document stays unsaved. */
export interface SaveRefusal {
  readonly sentence: string;
  /** Whether its form or table shows the reason. */
  readonly isShown: boolean;
}

/** Content of the files of the `records:` file system; forwards changes to its open documents. */
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
          if (input instanceof vscode.TabInputCustom && openAddress(input.uri)) this.#versions.invalidate(input.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const address = openAddress(uri);
        if (!address) return;
        void this.#deps.drafts.close(address);
        this.records.closed(uri);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      // the connection may have become read-only or writable, or may point to another service
      this.#deps.connections.onDidChange(() => {
        for (const { uri, isDirty } of openDocuments()) {
          const address = openAddress(uri);
          if (address && !isDirty && this.#isFromElsewhere(address)) this.#versions.raise(uri);
          else this.#versions.touch(uri);
        }
      }),
      this.#deps.changes.onDidChange((change) => this.onRecordsChanged(change)),
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
      // VS Code prefixes the message with the error's name
      throw Object.assign(shownError(sentenceOf(t('Saving it'), error), error), { name: '' });
    }
  }

  /** Saves before VS Code does: its save would report a failure in its own notification. */
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

  /** Retries a failed read. */
  async retry(address: OpenAddress): Promise<void> {
    const document = openDocumentOf(address);
    if (document) await this.records.retry(document, address);
  }

  /** Open records that couldn't be read, or that show the last seen version. */
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

  /** Retries failed reads only; records that were read stay as they are. */
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

  /** Stores the base of a record's text while it has unsaved changes: hot exit stores only the text. */
  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const address = openAddress(document.uri);
    if (!address) return;
    const { drafts } = this.#deps;
    const text = document.getText();
    void drafts.noteShown(address, text);
    // without its base, restored text is compared field by field, so a full disk must not block editing
    if (document.isDirty) void drafts.keepBase(address).catch(() => undefined);
    // VS Code reports the first change before it marks the document dirty, and a save or revert without content changes
    else if (contentChanges.length === 0) void drafts.discard(address, text);
  }

  /**
   * Handles changed records, from here or elsewhere: open documents reload, or show a notice if they have unsaved
   * changes.
   */
  onRecordsChanged(change: RecordsChange): void {
    const { connection, controller, ids, isDeletion } = change;
    if (isDeletion !== true) void this.listViews.onRecordsChanged(change);
    for (const document of openDocuments()) {
      const address = openAddress(document.uri);
      if (address?.kind !== 'record' || address.connection !== connection) continue;
      if (address.controller !== controller || !ids.includes(address.id)) continue;
      if (this.#deps.drafts.get(address)?.isSaving) continue; // a save reloads the document itself
      if (isDeletion) this.#deps.drafts.deleted(address);
      // a newer version of a dirty document would prevent VS Code from saving it
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

/** VS Code writes in the editor's encoding, which the user may have changed. */
function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UserFacingError(t('Could not save it: the text is not valid UTF-8. Save it with UTF-8 encoding.'));
  }
}
