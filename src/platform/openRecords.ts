import * as vscode from 'vscode';
import { customEditors } from '../manifest.ts';
import type { RecordsAddress } from '../model/address/address.ts';
import { addressOfUri, addressUri } from './addressUri.ts';

/** A tab of ours and what it shows. */
export interface AddressedTab {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
  readonly address: RecordsAddress;
}

/** Every tab that shows a list view or a record, as a table, a form or text. */
export function addressedTabs(): AddressedTab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap((tab) => {
    const uri = tabUri(tab);
    const address = uri && addressOfUri(uri);
    return address ? [{ tab, uri, address }] : [];
  });
}

export function tabUri({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText ? input.uri : undefined;
}

export function openDocumentOf(address: RecordsAddress): vscode.TextDocument | undefined {
  return openDocumentAt(addressUri(address));
}

export function openDocumentAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}

/** From a table. But for a preview it stays, and takes no other tab's place. */
export function openFromTable(address: RecordsAddress, how: 'here' | 'toSide' | 'preview'): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.open', addressUri(address), {
    preview: how === 'preview',
    preserveFocus: how === 'preview',
    ...(how !== 'here' && { viewColumn: vscode.ViewColumn.Beside }),
  });
}

/** As a form. */
export function openRecord(address: RecordsAddress, toSide: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.openWith', addressUri(address), customEditors.form, {
    ...(toSide && { viewColumn: vscode.ViewColumn.Beside }),
  });
}

/** The addresses of what someone can see now: tabs in front, and texts in them. */
export function visibleAddresses(): ReadonlySet<string> {
  const tabs = addressedTabs().flatMap(({ tab, uri }) => (tab.isActive ? [uri.toString()] : []));
  const texts = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
  return new Set([...tabs, ...texts]);
}
