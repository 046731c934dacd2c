import * as vscode from 'vscode';
import { schemes } from '../../manifest.ts';
import type { NewRecordAddress } from '../../model/address/address.ts';
import { fieldAtPlace } from '../../model/draft/fieldAtPlace.ts';
import { withValues } from '../../model/draft/textEdit.ts';
import { addressUri, addressOfUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { showAdded } from './addedRecord.ts';
import type { RecordFormDeps } from './formDeps.ts';
import type { FormSession } from './formSession.ts';
import { whileOpen } from '../whileOpen.ts';

/** All open forms. */
export class FormEditor implements vscode.CustomTextEditorProvider {
  readonly #deps: RecordFormDeps;
  readonly #sessions = new Set<FormSession>();
  /** The fields that forms go to once they are there, by the address of their documents. */
  readonly #wanted = new Map<string, string>();

  constructor(deps: RecordFormDeps) {
    this.#deps = deps;
  }

  /** Hears of everything that concerns what forms show. */
  register(): vscode.Disposable {
    const { connections, drafts } = this.#deps;
    return vscode.Disposable.from(
      drafts.onDidChange((address) => this.#of(addressUri(address)).forEach((session) => session.tellState())),
      connections.onDidChange(() => this.#sessions.forEach((session) => session.tellState())),
      // a service that was not there may be there now
      connections.onDidChange(() => this.refresh()),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#of(document.uri).forEach((session) => session.tellState()),
      ),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#of(uri).forEach((session) => session.tellState())),
      vscode.workspace.onWillSaveTextDocument((event) => {
        const sessions = this.#of(event.document.uri);
        if (sessions.length > 0) event.waitUntil(Promise.all(sessions.map((session) => session.commit())));
      }),
    );
  }

  /** The form that is in front. */
  get active(): FormSession | undefined {
    return [...this.#sessions].find(({ panel }) => panel.active);
  }

  async resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
    const address = addressOfUri(document.uri);
    if (address?.kind !== 'record' && address?.kind !== 'newRecord')
      throw new UserError(`${document.uri.toString()} is no record.`);
    const loaded = await whileOpen(panel, () => import('./formSession.ts'));
    if (!loaded) return;
    const session = new loaded.FormSession(this.#deps, address, document, panel);
    this.#sessions.add(session);
    panel.onDidDispose(() => this.#sessions.delete(session));
    const wanted = this.#wanted.get(document.uri.toString());
    this.#wanted.delete(document.uri.toString());
    if (wanted !== undefined) session.showField(wanted);
    if (address.kind === 'newRecord' && !document.isDirty) await this.#begin(document, address);
  }

  /** The form that is there, or that is about to be, goes to the field that stands at this place of the text. */
  showPlace(document: vscode.TextDocument, offset: number): void {
    const address = addressOfUri(document.uri);
    const form = address && address.kind !== 'listView' ? this.#deps.drafts.get(address)?.form : undefined;
    const field = form && fieldAtPlace(form, document.getText(), offset);
    if (field === undefined) return;
    const open = this.#of(document.uri);
    if (open.length > 0) for (const session of open) session.showField(field);
    else this.#wanted.set(document.uri.toString(), field);
  }

  /** Records that are shown from memory are asked for anew; the others are as they were when they were opened. */
  refresh(connection?: string): void {
    for (const session of this.#sessions) {
      if (!session.isFromMemory || (connection !== undefined && session.address.connection !== connection)) continue;
      session.retry().catch((error: unknown) => this.#deps.log.error(error));
    }
  }

  /** A record that is not there yet is unsaved from the start, so that VS Code asks before it is closed. */
  async #begin(document: vscode.TextDocument, address: NewRecordAddress): Promise<void> {
    const { drafts, edits, newRecords, clients } = this.#deps;
    const added = await drafts.wasAdded(address);
    if (added) return void showAdded(document, added.id, clients);
    await drafts.keepBase(address);
    const changes = Object.entries(newRecords.take(address) ?? {}).map(([key, value]) => ({ at: [key], value }));
    await edits.change(
      document,
      (text) => `${withValues(text, changes).trimEnd()}

`,
    );
  }

  #of(uri: vscode.Uri): FormSession[] {
    if (uri.scheme !== schemes.records) return [];
    const text = uri.toString();
    return [...this.#sessions].filter(({ document }) => document.uri.toString() === text);
  }
}
