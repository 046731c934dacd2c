import * as vscode from 'vscode';
import { stagedText } from '../../src/model/list/stagedCells.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { markedToken } from '../support/markedToken.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { pause } from './waitUntil.ts';

export interface LeadConnection {
  readonly id: string;
  readonly name: string;
  readonly service: LeadService;
  /** The list view of all leads. */
  readonly uri: vscode.Uri;
  /** Closes as a user would, after discarding unsaved changes. */
  close(): Promise<void>;
}

let connections = 0;

/**
 * A connection to a service with five leads, for one test. Uses a new address, because VS Code may have cached an
 * earlier test's.
 */
export async function connectToLeads(more: { readonly readOnly?: boolean } = {}): Promise<LeadConnection> {
  await recordbenchApi();
  const service = await leadService();
  const name = `Leads ${++connections}`;
  const id = await runCommand<string>('addConnection', {
    name,
    baseUrl: service.url,
    token: markedToken('leads'),
    ...more,
  });
  const close = async (): Promise<void> => {
    await closeEverything();
    await vscode.workspace.getConfiguration('recordbench').update('connections', [], vscode.ConfigurationTarget.Global);
    await service.close();
  };
  service.received.splice(0);
  return { id, name, service, uri: vscode.Uri.parse(`records://${id}/crm/leads/all.listview`), close };
}

async function closeEverything(): Promise<void> {
  for (let turn = 0; turn < 20 && vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0); turn++)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Replaces the whole text. VS Code rejects edits while it reloads a document. */
export async function setText(document: vscode.TextDocument, text: string | ((now: string) => string)): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const edit = new vscode.WorkspaceEdit();
    const after = typeof text === 'string' ? text : text(document.getText());
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), after);
    if (await vscode.workspace.applyEdit(edit)) return;
    await pause(25);
  }
  throw new Error('VS Code took no edit.');
}

export type StagedCity = readonly [id: string, from: string, to: string];

export function stagedCity(service: string, ...cells: readonly StagedCity[]): string {
  return stagedText(new Map(cells.map(([id, from, to]) => [id, new Map([['city', { from, to }]])])), service);
}
