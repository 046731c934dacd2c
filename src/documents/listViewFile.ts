import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListViewAddress } from '../model/address/address.ts';
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
import { addressOfUri } from '../platform/addressUri.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import { UserError } from '../platform/errorReporter.ts';
import { openDocumentAt } from '../platform/openRecords.ts';
import type { RecordsChange } from '../services/common/recordChanges.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { RecordForms } from '../services/records/recordForms.ts';
import type { OwnWrites } from '../services/staging/ownWrites.ts';
import type { SaveOutcome, StagedProblems, StagedSaves } from '../services/staging/stagedSaves.ts';
import { DocumentSaves } from './documentSaves.ts';
import type { FileVersions } from './fileVersions.ts';
import type { AddressedFile } from './recordsFileSystem.ts';

/** What a save has sent, and why the rest stays unsaved. */
interface Attempt {
  readonly saved: Staged;
  readonly refusal?: string;
}

export interface ListViewFileDeps {
  readonly connections: Connections;
  readonly guard: WriteGuard;
  readonly recordForms: Pick<RecordForms, 'fresh'>;
  readonly written: Pick<OwnWrites, 'get'>;
  readonly listViews: ListViewCache;
  readonly saves: StagedSaves;
  readonly problems: StagedProblems;
  readonly edits: DocumentEdits;
  readonly versions: FileVersions;
}

/** Saves a list view by sending its staged cells. */
export class ListViewFile implements Pick<AddressedFile<ListViewAddress>, 'writeContent'> {
  readonly #deps: ListViewFileDeps;
  readonly #saves = new DocumentSaves<Attempt, Staged>();

  constructor(deps: ListViewFileDeps) {
    this.#deps = deps;
  }

  async writeContent(uri: vscode.Uri, address: ListViewAddress, text: string): Promise<void> {
    const key = uri.toString();
    const name = this.#name(address);
    const { report } = this.#saves.apply(key, { kind: 'writing' });
    const document = openDocumentAt(uri);
    if (!document) throw new UserError(t('Could not save {0}: it is not open. Open it and edit its cells.', name));
    if (!document.isDirty && document.getText() !== text && readStaged(text).staged?.size !== 0)
      throw new UserError(t('Could not save {0}: its cells can only be changed in the open document.', name));
    const ahead = report.kind === 'ahead' ? report.saved : undefined;
    // a cell staged since then needs its own save
    if (ahead && !isAllSaved(text, ahead))
      throw new UserError(t('Could not save {0}: a cell changed while saving. Save it again.', name));
    const { saved, refusal } = ahead ? { saved: ahead } : await this.#save(key, address, text);
    if (refusal === undefined) return void this.#saves.apply(key, { kind: 'written', saved });
    // the other cells are saved, but VS Code would keep all of them in the text
    setTimeout(() => void this.#removeSaved(document, saved), 0);
    throw new UserError(refusal);
  }

  #save(key: string, address: ListViewAddress, text: string): Promise<Attempt> {
    const { guard, saves, problems } = this.#deps;
    return this.#saves.send(key, text, async () => {
      const name = this.#name(address);
      const { staged, problem, madeFor } = readStaged(text);
      if (!staged) throw new UserError(t('Could not save {0}. {1}', name, problem));
      if (staged.size === 0) {
        problems.set(key, staged, { saved: new Map(), problems: new Map(), said: [] });
        return { saved: staged };
      }
      if (madeFor === undefined) throw new UserError(t('Could not save {0}. {1}', name, noServiceStaged()));
      guard.check(address.connection, t('save {0}', name), madeFor);
      const outcome = await saves.saveStaged(address, staged, madeFor);
      problems.set(key, staged, outcome);
      if (outcome.problems.size === 0) return { saved: outcome.saved };
      return { saved: outcome.saved, refusal: unsavedSentence(name, staged, outcome) };
    });
  }

  /** True if VS Code only needs to mark the document as saved. */
  isSavedAhead(document: vscode.TextDocument): boolean {
    return this.#saves.get(document.uri.toString()).report.kind === 'ahead';
  }

  /**
   * Saves before VS Code does: its save would report a failure in a notification over the table, which already shows
   * it. Returns why cells stay unsaved.
   */
  async submit(document: vscode.TextDocument, address: ListViewAddress): Promise<string | undefined> {
    if (!document.isDirty) return undefined;
    const key = document.uri.toString();
    const { saved, refusal } = await this.#save(key, address, document.getText());
    // cells may have been changed while the others were being saved
    if (refusal !== undefined || !isAllSaved(document.getText(), saved)) {
      await this.#removeSaved(document, saved);
      return refusal;
    }
    await this.#markSaved(document, saved);
    return undefined;
  }

  /** Marks the document as saved without sending anything. */
  async #markSaved(document: vscode.TextDocument, saved: Staged): Promise<void> {
    const key = document.uri.toString();
    this.#saves.apply(key, { kind: 'savedAhead', saved });
    try {
      await document.save();
    } finally {
      this.#saves.apply(key, { kind: 'marked' });
    }
  }

  /** VS Code doesn't reload what it just saved, and text typed since must be kept. */
  async saved(document: vscode.TextDocument): Promise<void> {
    const { report } = this.#saves.apply(document.uri.toString(), { kind: 'reported' });
    if (report.kind === 'none' || report.saved.size === 0) return;
    const { saved } = report;
    if (isAllSaved(document.getText(), saved)) this.#deps.versions.raise(document.uri);
    else await this.#removeSaved(document, saved);
  }

  /**
   * Handles writes from elsewhere, such as a plan made from these cells: a cell whose value the service now has is no
   * longer a change.
   */
  async onRecordsChanged({ connection, controller, ids }: RecordsChange): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      const address = document.isDirty ? addressOfUri(document.uri) : undefined;
      if (address?.kind !== 'listView' || address.connection !== connection || address.controller !== controller)
        continue;
      // a save discards the cells it has sent itself
      if (!this.#saves.get(document.uri.toString()).sending) await this.#dropArrived(document, address, ids);
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
      // if the record can't be read, its cells stay staged
      const form = await this.#deps.recordForms.fresh({ kind: 'record', ...target }).catch(() => undefined);
      const { same } = form ? compareStaged(form, cells, this.#deps.written.get(target)) : { same: new Map() };
      if (same.size > 0) arrived.set(id, same);
    }
    if (arrived.size === 0) return;
    await this.#removeSaved(document, arrived);
    const { staged: left } = readStaged(this.#deps.edits.latest(document));
    if (left?.size !== 0) return;
    this.#deps.problems.set(document.uri.toString(), left, { saved: new Map(), problems: new Map(), said: [] });
    await this.#markSaved(document, left);
  }

  async #removeSaved(document: vscode.TextDocument, saved: Staged): Promise<void> {
    if (saved.size === 0 || document.isClosed) return;
    const without = (text: string): string => {
      const { staged, madeFor } = readStaged(text);
      return staged ? stagedText(withoutSaved(staged, saved), madeFor) : text;
    };
    // a cell that stays staged is recognized as saved when it is sent again
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

/** Short, because VS Code wraps it in its own message; the cells show details. */
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
    : t('Could not save {0} of {1} records of {2}. See the list below the table.', problems.size, staged.size, name);
}
