import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { runConnectionName } from '../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../model/bulk/bulkLedger.ts';
import { csvReport, jsonReport } from '../services/bulk/bulkReport.ts';
import type { Connections } from '../services/connections/connections.ts';
import { writeTextFile } from './localFiles.ts';
import { defaultFolder } from './fileDialogs.ts';
import { showInStatusBar } from './ui/notifications.ts';
import { showSaveDialog } from './ui/questions.ts';

/** Asks for a target file; its extension determines the format. */
export async function saveReport(ledger: BulkLedger, connections: Pick<Connections, 'get'>): Promise<void> {
  const name = `bulk-${ledger.plan.kind}-${ledger.plan.run.slice(0, 8)}.csv`;
  const target = await showSaveDialog({
    defaultUri: vscode.Uri.joinPath(defaultFolder(), name),
    filters: { CSV: ['csv'], JSON: ['json'] },
    title: t('Save Report'),
  });
  if (!target) return;
  const isJson = target.path.toLowerCase().endsWith('.json');
  await writeTextFile(
    target,
    isJson ? jsonReport(ledger, runConnectionName(ledger.plan, connections)) : csvReport(ledger),
  );
  showInStatusBar(t('Saved {0}', vscode.workspace.asRelativePath(target)), 5_000);
}
