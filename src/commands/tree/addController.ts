import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ControllerName, controllerText, parseControllerName } from '../../model/controller.ts';
import type { AddedControllers } from '../../services/remembered/addedControllers.ts';
import type { Clients } from '../../services/connections/clients.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { UserError } from '../../platform/errors.ts';
import { connectionOf, property } from '../commandArgument.ts';

const shape = (): string => t('Name it as <module>/<controller>, such as crm/leads.');

/** For controllers without a list view, which the service does not tell of. One record is asked for to see that it is there. */
export const addController =
  (connections: Connections, clients: Clients, added: AddedControllers) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, t('Which connection has the controller?'));
    const controller = named(property(argument, 'controller') ?? (await ask(connection.name)));
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Looking for {0}', controllerText(controller)) },
      async () => (await clients.get(connection.id)).records(controller, { limit: 1 }),
    );
    await added.add(connection.id, controller);
  };

async function ask(connection: string): Promise<string> {
  const typed = await vscode.window.showInputBox({
    title: t('Add Controller: {0}', connection),
    prompt: t('A controller that has no list view, as <module>/<controller>'),
    placeHolder: 'crm/leads',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' || parseControllerName(text) ? undefined : shape()),
  });
  if (typed === undefined || typed.trim() === '') throw new vscode.CancellationError();
  return typed;
}

function named(text: string): ControllerName {
  const name = parseControllerName(text);
  if (!name) throw new UserError(t('Could not add the controller: “{0}” is not one. {1}', text, shape()));
  return name;
}
