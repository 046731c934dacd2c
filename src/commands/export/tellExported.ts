import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExportFormat } from '../../model/export/exportFormat.ts';
import type { ExportReport } from '../../model/export/exportPlan.ts';
import { formatNumber } from '../../model/formatNumber.ts';

/** Says what was written, and as a warning what is not as it should be. Nobody waits for the answer. */
export function tellExported(uri: vscode.Uri, format: ExportFormat, { written, notes }: ExportReport): void {
  const file = path.posix.basename(uri.path);
  const exported =
    written === 1
      ? t('Exported 1 record to {0}.', file)
      : t('Exported {0} records to {1}.', formatNumber(written), file);
  const sentence = [exported, ...notes].join(' ');
  const open = t('Open');
  // a workbook is nothing that an editor shows
  const buttons = format === 'excel' ? [] : [open];
  const shown =
    notes.length === 0
      ? vscode.window.showInformationMessage(sentence, ...buttons)
      : vscode.window.showWarningMessage(sentence, ...buttons);
  void shown.then((chosen) => (chosen === open ? vscode.commands.executeCommand('vscode.open', uri) : undefined));
}
