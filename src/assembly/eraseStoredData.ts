import type * as vscode from 'vscode';
import type { RecordAddress } from '../model/address/address.ts';
import type { RecordWriter } from '../services/writes/recordWriter.ts';
import { storageFolder } from './storageFolder.ts';
import { storedData } from './storedData.ts';

/** Erases what is stored about a connection (by id) or a record. Returns how many items couldn't be erased. */
export async function eraseStoredData(
  context: vscode.ExtensionContext,
  { history, intents }: Pick<RecordWriter, 'history' | 'intents'>,
  about: string | RecordAddress,
): Promise<number> {
  let left = 0;
  const all = storedData({ folderOf: (name) => storageFolder(context, name), history, intents });
  for (const one of Object.values(all))
    if (typeof about === 'string') await one.connection(about);
    else left += (await one.record(about)) ?? 0;
  return left;
}
