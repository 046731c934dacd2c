import * as vscode from 'vscode';
import { type LeadService, leadService } from '../support/leadService.ts';
import { recordbenchApi } from './recordbenchApi.ts';

export interface LeadConnection {
  readonly id: string;
  readonly service: LeadService;
  /** The list view of all leads. */
  readonly uri: vscode.Uri;
  /** As a person would, who sends unsaved changes away first. */
  close(): Promise<void>;
}

/** A connection to a service of five leads, for one test. */
export async function connectToLeads(more: { readonly readOnly?: boolean } = {}): Promise<LeadConnection> {
  await recordbenchApi();
  const service = await leadService();
  const id = await vscode.commands.executeCommand<string>('recordbench.addConnection', {
    name: 'Leads',
    baseUrl: service.url,
    token: 'host-suite-token',
    ...more,
  });
  const close = async (): Promise<void> => {
    await closeEverything();
    await vscode.workspace.getConfiguration('recordbench').update('connections', [], vscode.ConfigurationTarget.Global);
    await service.close();
  };
  service.received.splice(0);
  return { id, service, uri: vscode.Uri.parse(`records://${id}/crm/leads/all.listview`), close };
}

async function closeEverything(): Promise<void> {
  for (let turn = 0; turn < 20 && vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0); turn++)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Puts the whole text in the place of the old one. */
export async function setText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
}

export function stagedCity(...cells: (readonly [id: string, from: string, to: string])[]): string {
  const staged = Object.fromEntries(cells.map(([id, from, to]) => [id, { city: { from, to } }]));
  return `${JSON.stringify(staged, undefined, 2)}\n`;
}
