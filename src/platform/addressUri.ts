import * as vscode from 'vscode';
import { addressParts, parseAddress, type RecordsAddress, recordsScheme } from '../model/address/address.ts';

export function addressUri(address: RecordsAddress): vscode.Uri {
  return vscode.Uri.from({ scheme: recordsScheme, ...addressParts(address) });
}

/** Returns undefined if the URI isn't one of ours. */
export function addressOfUri(uri: vscode.Uri): RecordsAddress | undefined {
  return uri.scheme === recordsScheme ? parseAddress(uri) : undefined;
}
