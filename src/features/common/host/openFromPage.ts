import * as vscode from 'vscode';
import { customEditors } from '../../../manifest.ts';
import type { RecordsAddress } from '../../../model/address/address.ts';
import { addressUri } from '../../../platform/addressUri.ts';

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
