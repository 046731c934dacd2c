import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { addressOfUri } from './addressUri.ts';

/** One of our tabs and its address. */
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
