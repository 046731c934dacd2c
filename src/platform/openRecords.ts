import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { addressedTabs, tabUri } from './addressedTabs.ts';
import { addressOfUri, addressUri } from './addressUri.ts';

/** The current connection: the active tab's, or else that of another group's active tab or of a background tab. */
function workingConnection(): string | undefined {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const tabs = [activeTabGroup, ...all].flatMap(({ activeTab }) => activeTab ?? []);
  const uris = [
    ...tabs.map(tabUri),
    ...addressedTabs()
      .toReversed()
      .map(({ uri }) => uri),
  ];
  return uris.map((uri) => uri && addressOfUri(uri)?.connection).find((connection) => connection !== undefined);
}

/** Sort order of every connection picker: the current connection first. */
export function workingFirst<T>(all: readonly T[], connectionOf: (one: T) => string): T[] {
  const working = workingConnection();
  const rank = (one: T): number => (connectionOf(one) === working ? 0 : 1);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

export function openDocumentOf(address: RecordsAddress): vscode.TextDocument | undefined {
  return openDocumentAt(addressUri(address));
}

export function openDocumentAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}

export function isShownAsForm(address: RecordsAddress): boolean {
  const wanted = addressUri(address).toString();
  return addressedTabs().some(
    ({ tab, uri }) => tab.isActive && tab.input instanceof vscode.TabInputCustom && uri.toString() === wanted,
  );
}

/** Addresses that are visible now: active tabs and visible text editors. */
export function visibleAddresses(): ReadonlySet<string> {
  const tabs = addressedTabs().flatMap(({ tab, uri }) => (tab.isActive ? [uri.toString()] : []));
  const texts = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
  return new Set([...tabs, ...texts]);
}
