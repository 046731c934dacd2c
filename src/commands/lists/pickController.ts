import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ControllerName, controllerText } from '../../model/controller.ts';
import { controllersFor, type ListViewParts } from './pickListView.ts';

/** Where records are meant and no list of them. */
export async function pickController(
  parts: Pick<ListViewParts, 'listViews' | 'added'>,
  connection: string,
): Promise<ControllerName> {
  const controllers = await controllersFor(parts, connection);
  const picked = await vscode.window.showQuickPick(
    controllers.map((name) => ({ label: name.controller, description: controllerText(name), name })),
    { placeHolder: t('Which records?'), matchOnDescription: true },
  );
  if (!picked) throw new vscode.CancellationError();
  return picked.name;
}
