import * as vscode from 'vscode';
import { customEditors, webviewPanels } from '../../../manifest.ts';
import type { Lazy } from '../../../services/common/lazy.ts';
import type { BulkPanels } from '../../bulk/host/bulkPanels.ts';
import type { ComparePanels } from '../../compare/host/comparePanels.ts';
import type { ImportPanels } from '../../import/host/importPanels.ts';
import { idleTime } from './idleTime.ts';

/** Time that VS Code may take to restore a page after a reload. */
const restoreTimeout = 4_000;

interface Orphan {
  readonly viewType: string;
  readonly isOurs: (column: vscode.ViewColumn) => boolean;
  /** Handles an orphaned tab. */
  readonly end: (tab: vscode.Tab) => unknown;
}

interface PageFeatures {
  readonly records: Lazy<{ readonly comparePanels: Lazy<ComparePanels> }>;
  readonly bulk: Lazy<{ readonly bulkPanels: Lazy<BulkPanels>; readonly importPanels: Lazy<ImportPanels> }>;
}

/**
 * After a crash of the extension host, the pages of runs, plans, imports and comparisons stay on screen without a host.
 * An orphaned page that becomes active is closed, and reopened if that is useful.
 */
export function endOrphans({ records, bulk }: PageFeatures): vscode.Disposable {
  const isBulk = (column: vscode.ViewColumn): boolean => bulk.now?.bulkPanels.now?.isIn(column) ?? false;
  const orphans: readonly Orphan[] = [
    // its run can be opened from the journal
    { viewType: webviewPanels.bulk, isOurs: isBulk, end: close },
    // the column choices are stored
    {
      viewType: webviewPanels.import,
      isOurs: (column) => bulk.now?.importPanels.now?.isIn(column) ?? false,
      end: close,
    },
    { viewType: customEditors.plan, isOurs: isBulk, end: reopen },
    {
      viewType: webviewPanels.compare,
      isOurs: (column) => records.now?.comparePanels.now?.isIn(column) ?? false,
      end: async (tab) => {
        const { comparePanels } = await records.get();
        await (await comparePanels.get()).replace(tab.label, () => close(tab));
      },
    },
  ];
  const lost = (): readonly (readonly [Orphan, vscode.Tab])[] =>
    vscode.window.tabGroups.all.flatMap(({ activeTab, viewColumn }) => {
      const { viewType = '' } = (activeTab?.input ?? {}) as { viewType?: string };
      const found = orphans.find((one) => viewType.endsWith(one.viewType));
      return activeTab && found && !found.isOurs(viewColumn) ? [[found, activeTab] as const] : [];
    });
  let changes = 0;
  const check = async (): Promise<void> => {
    const change = ++changes;
    await idleTime(restoreTimeout, { holds: () => change === changes && lost().length > 0 });
    if (change === changes) for (const [{ end }, tab] of lost()) end(tab);
  };
  void check();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(() => void check()),
    new vscode.Disposable(() => {
      changes += 1;
    }),
  );
}

function close(tab: vscode.Tab): Thenable<boolean> {
  return vscode.window.tabGroups.close(tab);
}

async function reopen(tab: vscode.Tab): Promise<void> {
  await close(tab);
  const { uri, viewType } = tab.input as vscode.TabInputCustom;
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
}
