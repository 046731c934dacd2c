import type * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';

/** What one kind of address is, as a file. */
export interface AddressedFile<A extends RecordsAddress> {
  isReadonly(uri: vscode.Uri, address: A): boolean;
  readContent(uri: vscode.Uri, address: A): Promise<string>;
  /** Throws one sentence when something stays unsaved. */
  writeContent(uri: vscode.Uri, address: A, text: string): Promise<void>;
}
