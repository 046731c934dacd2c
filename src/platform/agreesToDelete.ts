import * as vscode from 'vscode';

/** Asked before every delete of many: there is no way back. */
export async function agreesToDelete(count: number): Promise<boolean> {
  const yes = 'Delete';
  const records = count === 1 ? '1 record' : `${count.toLocaleString()} records`;
  const chosen = await vscode.window.showWarningMessage(
    `Delete ${records}?`,
    { modal: true, detail: 'The interface of the service has no way to restore them.' },
    yes,
  );
  return chosen === yes;
}
