import * as vscode from 'vscode';
import { controllerText, parseControllerName } from '../model/controller.ts';
import { addressUri } from '../platform/addressUri.ts';
import { UserError } from '../platform/errors.ts';
import type { Connections } from '../services/connections.ts';
import type { ListViewCache } from '../services/listViewCache.ts';
import { connectionOf, property } from './commandArgument.ts';
import { pickController } from './openListView.ts';

/** Asks for what the argument leaves out. */
export const openRecord =
  (connections: Connections, listViews: ListViewCache) =>
  async (argument?: unknown): Promise<void> => {
    const { id: connection } = await connectionOf(argument, connections, 'Of which connection?');
    const given = property(argument, 'controller');
    const controller = given === undefined ? await pickController(connection, listViews) : parseControllerName(given);
    if (!controller)
      throw new UserError(
        `Could not open a record of "${given}": name a controller as <module>/<controller>, such as crm/leads.`,
      );
    const id =
      property(argument, 'id') ??
      (await vscode.window.showInputBox({
        title: `Open Record: ${controllerText(controller)}`,
        prompt: 'The id of the record',
        validateInput: (text) => (text.trim() === '' ? 'Enter an id, or press Escape.' : undefined),
      }));
    if (id === undefined) throw new vscode.CancellationError();
    await vscode.commands.executeCommand(
      'vscode.open',
      addressUri({ kind: 'record', connection, controller, id: id.trim() }),
    );
  };
