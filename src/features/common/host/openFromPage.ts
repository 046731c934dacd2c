import * as vscode from 'vscode';
import { customEditors } from '../../../manifest.ts';
import type { RecordsAddress } from '../../../model/address/address.ts';
import { addressUri } from '../../../platform/addressUri.ts';

/** Opens a record from a table. Unless it is a preview, it opens as a permanent tab and replaces no other. */
export function openFromTable(address: RecordsAddress, how: 'here' | 'toSide' | 'preview'): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.open', addressUri(address), {
    preview: how === 'preview',
    preserveFocus: how === 'preview',
    ...(how !== 'here' && { viewColumn: vscode.ViewColumn.Beside }),
  });
}

/** Opens a record as a form. */
export function openRecord(address: RecordsAddress, toSide: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.openWith', addressUri(address), customEditors.form, {
    ...(toSide && { viewColumn: vscode.ViewColumn.Beside }),
  });
}
