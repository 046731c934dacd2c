import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TableEditor } from '../../editors/table/tableEditor.ts';
import { UserError } from '../../platform/errors.ts';

/** In the table that is in front. Rows count from 1, as a person counts. */
export const goToRow =
  (tables: TableEditor) =>
  async (argument?: { readonly row?: unknown }): Promise<void> => {
    const table = tables.active;
    if (!table) throw new UserError(t('Could not go to a row: no table is in front. Open a list view first.'));
    const row = typeof argument?.row === 'number' ? argument.row : await askRow();
    if (!Number.isSafeInteger(row) || row < 1) throw new UserError(t('Could not go to the row: rows count from 1.'));
    table.goToRow(row);
  };

async function askRow(): Promise<number> {
  const typed = await vscode.window.showInputBox({
    title: t('Go to Row'),
    prompt: t('The number of the row, counted from 1'),
    ignoreFocusOut: true, // the table takes the focus back when the palette closes
    validateInput: (text) => (/^\s*[1-9]\d{0,14}\s*$/.test(text) ? undefined : t('Enter a number from 1 on.')),
  });
  if (typed === undefined) throw new vscode.CancellationError();
  return Number(typed);
}
