import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import type { Log } from '../platform/log.ts';
import { numberSetting } from '../platform/settings.ts';
import type { RecordChanges } from '../services/common/recordChanges.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { History } from '../services/history/history.ts';
import { HistoryFiles } from '../services/history/historyFiles.ts';
import { IntentFiles } from '../services/writes/intentFiles.ts';
import { RecordWriter } from '../services/writes/recordWriter.ts';
import type { StoredFolder } from './storageFolder.ts';
import { WriteIntents } from '../services/writes/writeIntents.ts';

/** The only gateway for writes, and what it stores about them. Loaded on the first write. */
export function createWriter(
  context: vscode.ExtensionContext,
  folderOf: (context: vscode.ExtensionContext, name: StoredFolder) => string,
  guard: WriteGuard,
  changes: RecordChanges,
  { secrets }: Connections,
  log: Log,
): RecordWriter {
  const intents = new WriteIntents(new IntentFiles(folderOf(context, 'intents')));
  const onFailure = (error: unknown): void => {
    log.warn(
      t('Could not record a change in the history: {0}', error instanceof Error ? error.message : String(error)),
    );
  };
  const history = new History({
    files: new HistoryFiles(folderOf(context, 'history'), onFailure),
    keepDays: () => numberSetting('historyKeepDays'),
    isSecret: (text) => secrets.redact(text) !== text,
    onFailure,
  });
  context.subscriptions.push(
    intents,
    history,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.historyKeepDays)) void history.prune();
    }),
  );
  void history.prune();
  return new RecordWriter({ guard, changes, intents, history });
}
