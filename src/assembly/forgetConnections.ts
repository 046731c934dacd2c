import type * as vscode from 'vscode';
import type { RecordWriter } from '../services/writes/recordWriter.ts';
import { storageFolder } from './storageFolder.ts';
import { forgetConnectionIn } from './storedData.ts';

export async function forgetStored(
  context: vscode.ExtensionContext,
  { history, intents }: Pick<RecordWriter, 'history' | 'intents'>,
  connection: string,
): Promise<void> {
  const forget = forgetConnectionIn({ folderOf: (name) => storageFolder(context, name), history, intents });
  for (const one of Object.values(forget)) await one(connection);
}
