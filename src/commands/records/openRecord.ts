import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { controllerText } from '../../model/controller.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { connectionOf, controllerIn, property } from '../commandArgument.ts';
import { pickController } from '../lists/pickController.ts';
import type { ListViewParts } from '../lists/pickListView.ts';

/** Asks for what the argument leaves out. */
export const openRecord =
  (parts: ListViewParts) =>
  async (argument?: unknown): Promise<void> => {
    const { id: connection } = await connectionOf(argument, parts.connections, t('Of which connection?'));
    const controller = controllerIn(argument) ?? (await pickController(parts, connection));
    const id =
      property(argument, 'id') ??
      (await vscode.window.showInputBox({
        title: t('Open Record: {0}', controllerText(controller)),
        prompt: t('The id of the record'),
        ignoreFocusOut: true, // a table in front takes the focus back when the palette closes
        validateInput: (text) => (text.trim() === '' ? t('Enter an id, or press Escape.') : undefined),
      }));
    if (id === undefined) throw new vscode.CancellationError();
    await vscode.commands.executeCommand(
      'vscode.open',
      addressUri({ kind: 'record', connection, controller, id: id.trim() }),
    );
  };
