import type * as vscode from 'vscode';
import { KeyedMutex } from '../services/common/keyedMutex.ts';
import type { RecordChanges } from '../services/common/recordChanges.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { IntentFiles } from '../services/writes/intentFiles.ts';
import { RecordWriter } from '../services/writes/recordWriter.ts';
import { WriteIntents } from '../services/writes/writeIntents.ts';

/** The one door for writes, of which a window needs nothing before it writes. */
export function createWriter(
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
  folder: string,
  guard: WriteGuard,
  changes: RecordChanges,
): RecordWriter {
  const intents = new WriteIntents(new IntentFiles(folder));
  subscriptions.push(intents);
  return new RecordWriter({ guard, changes, queue: new KeyedMutex(), intents });
}
