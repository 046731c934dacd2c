import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { controllerText, parseControllerName } from '../../model/controller.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errors.ts';
import { connectionOf, property } from '../commandArgument.ts';
import { pickController } from '../lists/pickController.ts';
import type { ListViewParts } from '../lists/pickListView.ts';

/** Asks for what the argument leaves out. */
export const openRecord =
  (parts: ListViewParts) =>
  async (argument?: unknown): Promise<void> => {
    const { id: connection } = await connectionOf(argument, parts.connections, t('Of which connection?'));
    const given = property(argument, 'controller');
    const controller = given === undefined ? await pickController(parts, connection) : parseControllerName(given);
    if (!controller)
      throw new UserError(
        t(
          'Could not open a record of “{0}”: name a controller as <module>/<controller>, such as crm/leads.',
          given ?? '',
        ),
      );
    const id =
      property(argument, 'id') ??
      (await vscode.window.showInputBox({
        title: t('Open Record: {0}', controllerText(controller)),
        prompt: t('The id of the record'),
        validateInput: (text) => (text.trim() === '' ? t('Enter an id, or press Escape.') : undefined),
      }));
    if (id === undefined) throw new vscode.CancellationError();
    await vscode.commands.executeCommand(
      'vscode.open',
      addressUri({ kind: 'record', connection, controller, id: id.trim() }),
    );
  };
