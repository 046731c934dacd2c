import * as vscode from 'vscode';
import { schemes, customEditors } from '../../../manifest.ts';
import type { RecordAddress } from '../../../model/address/address.ts';
import { fieldAtOffset } from '../../../model/draft/fieldAtOffset.ts';
import { isUnreadText } from '../../../model/draft/recordText.ts';
import { withValues } from '../../../model/draft/textEdit.ts';
import { addressUri, addressOfUri } from '../../../platform/addressUri.ts';
import { UserError } from '../../../platform/errorReporter.ts';
import type { RecordFormDeps } from './formDeps.ts';
import type { FormSession } from './formSession.ts';
import { whileOpen } from '../../common/host/lazyEditor.ts';
import { t } from '@vscode/l10n';
import { createdColumn } from '../../../model/list/columnField.ts';
import type { TableQuery } from '../../table/tableProtocol.ts';
import type { Clients } from '../../../services/connections/clients.ts';
import { runCommand } from '../../../platform/runCommand.ts';
import { showInformation } from '../../../platform/ui/notifications.ts';

/** Custom editor for records; owns all open form sessions. */
export class FormEditor implements vscode.CustomTextEditorProvider {
  readonly #deps: RecordFormDeps;
  readonly #sessions = new Set<FormSession>();
  /** Fields to focus once their forms are open, by document address. */
  readonly #wanted = new Map<string, string>();

  /** New records waiting for their defaults. */
  readonly #notStarted = new WeakSet<vscode.TextDocument>();

  constructor(deps: RecordFormDeps) {
    this.#deps = deps;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#notStarted.has(document)) void this.#begin(document);
      }),
      vscode.workspace.onWillSaveTextDocument((event) => {
        // text typed during a save is not part of it
        if (this.#deps.isSavedAhead(event.document)) return;
        const { uri } = event.document;
        if (this.#sessionsOf(uri).length > 0) event.waitUntil(this.commit(uri));
      }),
    );
  }

  /** Writes edits in progress in the document's forms to its text. */
  async commit(uri: vscode.Uri): Promise<void> {
    await Promise.all(this.#sessionsOf(uri).map((session) => session.commit()));
  }

  /** The active form. */
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
    // VS Code delivers the content once the page has loaded
    setTimeout(() => this.#sessions.has(session) && session.answerAhead(), 0);
    if (address.kind === 'newRecord' && !document.isDirty) await this.#begin(document);
  }

  /** Focuses the field at an offset of the text, in the form that is open or about to open. */
  revealFieldAt(document: vscode.TextDocument, offset: number): void {
    const address = addressOfUri(document.uri);
    const form = address && address.kind !== 'listView' ? this.#deps.drafts.get(address)?.form : undefined;
    const field = form && fieldAtOffset(form, document.getText(), offset);
    if (field === undefined) return;
    const open = this.#sessionsOf(document.uri);
    if (open.length > 0) for (const session of open) session.showField(field);
    else this.#wanted.set(document.uri.toString(), field);
  }

  /** Marks a new record as dirty from the start, so that VS Code asks before closing it. */
  async #begin(document: vscode.TextDocument): Promise<void> {
    const { drafts, edits, newRecords, clients } = this.#deps;
    const address = addressOfUri(document.uri);
    if (address?.kind !== 'newRecord') return;
    // its defaults are not loaded yet
    if (isUnreadText(document.getText())) return void this.#notStarted.add(document);
    this.#notStarted.delete(document);
    const added = await drafts.wasAdded(address);
    if (added) return void showAdded({ document, id: added.id, said: [] }, clients);
    await drafts.keepBase(address);
    const changes = Object.entries(newRecords.consume(address) ?? {}).map(([key, value]) => ({ at: [key], value }));
    await edits.change(
      document,
      (text) => `${withValues(text, changes).trimEnd()}

`,
    );
  }

  #sessionsOf(uri: vscode.Uri): FormSession[] {
    if (uri.scheme !== schemes.records) return [];
    const text = uri.toString();
    return [...this.#sessions].filter(({ document }) => document.uri.toString() === text);
  }
}

interface AddedDocument {
  readonly document: vscode.TextDocument;
  /** Undefined if the response has no id. */
  readonly id: string | undefined;
  /** Messages from the service; if there is an id, the record's form shows them. */
  readonly said: readonly string[];
}

type Added = Pick<RecordAddress, 'connection' | 'controller'>;

/** Replaces the tab of a new record with that of the added record. */
export async function showAdded({ document, id, said }: AddedDocument, clients: Pick<Clients, 'get'>): Promise<void> {
  const address = addressOfUri(document.uri);
  if (!address) return;
  const { connection, controller } = address;
  const tab = tabOf(document.uri);
  if (id === undefined) {
    if (tab) await vscode.window.tabGroups.close(tab);
    const show = t('Show the List');
    const added = t('The record was added, but the service did not return its id. Look for it in the list.');
    const chosen = await showInformation([...said, added].join(' '), show);
    const target = { connection, controller };
    if (chosen === show) await runCommand('openListView', { ...target, ...(await newestFirst(clients, target)) });
    return;
  }
  const added = addressUri({ kind: 'record', connection, controller, id });
  await vscode.commands.executeCommand('vscode.openWith', added, customEditors.form, {
    preview: false,
    preserveFocus: tab?.isActive !== true,
    ...(tab && { viewColumn: tab.group.viewColumn }),
  });
  // look it up again: VS Code recreates tab objects
  const left = tabOf(document.uri);
  if (left) await vscode.window.tabGroups.close(left);
}

interface ShownList {
  readonly listView?: string;
  readonly query?: TableQuery;
}

/** A list view that shows every record, sorted by newest first if the sort column is known. */
async function newestFirst(clients: Pick<Clients, 'get'>, { connection, controller }: Added): Promise<ShownList> {
  try {
    const client = await clients.get(connection);
    const { columns, view } = await client.lookUp(controller, { page: 1, limit: 1 });
    const column = createdColumn(columns);
    return {
      ...(view.listView !== undefined && { listView: view.listView }),
      query: column ? { sort: { columnName: column.columnName, direction: 'DESC' } } : {},
    };
  } catch {
    return {}; // the list reports the error
  }
}

function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  const text = uri.toString();
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(
      ({ input }) =>
        (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) &&
        input.uri.toString() === text,
    );
}
