import { readdir } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isObject } from '../model/json.ts';
import { endOrphans } from '../features/common/host/orphans.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';
import { ownSetting } from '../platform/settings.ts';
import type { Connections } from '../services/connections/connections.ts';
import { RemovedConnections } from '../services/connections/removedConnections.ts';
import type { Memento } from '../services/remembered/memento.ts';
import type { Services } from './createServices.ts';
import type { Features } from './createFeatures.ts';
import { storageFolder } from './storageFolder.ts';

/** Handles what earlier windows left behind, such as interrupted runs and partial exports. */
export function cleanUp(
  context: vscode.ExtensionContext,
  { connections, globalState }: Services,
  { records, bulk }: Pick<Features, 'records' | 'bulk'>,
  errors: ErrorReporter,
): void {
  void errors.runInBackground(t('Looking for interrupted runs'), async () => {
    if (await hasFiles(storageFolder(context, 'bulk'))) await (await bulk.get()).offerInterrupted();
  });
  void errors.runInBackground(t('Cleaning up after exports'), async () => {
    const folder = storageFolder(context, 'exports');
    if (!(await hasFiles(folder))) return;
    const { PartialFiles } = await import('../services/export/partialFiles.ts');
    await new PartialFiles(folder).cleanUp();
  });
  context.subscriptions.push(watchRemoved(connections, globalState, errors), endOrphans({ records, bulk }));
}

function watchRemoved(connections: Connections, memory: Memento, errors: ErrorReporter): vscode.Disposable {
  const storedIds = (): string[] => {
    const stored = ownSetting();
    return (Array.isArray(stored) ? stored : []).flatMap((entry) =>
      isObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : [],
    );
  };
  const run = (work: () => Promise<void>): void =>
    void errors.runInBackground(t('Cleaning up removed connections'), work);
  return new RemovedConnections(connections, storedIds, memory, run).watch();
}

/** True if earlier windows left files in the folder. */
async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
