import path from 'node:path';
import * as vscode from 'vscode';
import type { ExportFormat } from '../model/exportFormat.ts';
import type { ExportReport } from '../model/exportPlan.ts';

/** Says what was written, and as a warning what is not as it should be. Nobody waits for the answer. */
export function tellExported(uri: vscode.Uri, format: ExportFormat, { written, notes }: ExportReport): void {
  const records = written === 1 ? '1 record' : `${written.toLocaleString()} records`;
  const sentence = [`Exported ${records} to ${path.posix.basename(uri.path)}.`, ...notes].join(' ');
  const open = 'Open';
  // a workbook is nothing that an editor shows
  const buttons = format === 'excel' ? [] : [open];
  const shown =
    notes.length === 0
      ? vscode.window.showInformationMessage(sentence, ...buttons)
      : vscode.window.showWarningMessage(sentence, ...buttons);
  void shown.then((chosen) => (chosen === open ? vscode.commands.executeCommand('vscode.open', uri) : undefined));
}
