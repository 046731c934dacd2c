import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import type { Connections } from '../services/connections.ts';
import { connectionOf } from './commandArgument.ts';

interface Action extends vscode.QuickPickItem {
  readonly run: () => PromiseLike<unknown>;
}

/** What can be done with a connection, from the status bar. */
export const connectionActions =
  (connections: Connections) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, 'Which connection?');
    const { id, name, readOnly } = connection;
    const command = (label: string, icon: string, called: string): Action => ({
      label: `$(${icon}) ${label}`,
      run: () => vscode.commands.executeCommand(called, { connection: id }),
    });
    const lock: Action = {
      label: readOnly ? '$(unlock) Allow Changes' : '$(lock) Make Read-Only',
      run: () => connections.change({ ...connection, readOnly: !readOnly }),
    };
    const own = [
      command('Edit Connection', 'edit', commands.editConnection),
      lock,
      command('Set Token…', 'key', commands.setToken),
      command('Sign Out', 'sign-out', commands.signOut),
      command('Remove Connection…', 'trash', commands.removeConnection),
    ];
    const demo = [
      command('Stop Demo', 'debug-stop', commands.stopDemo),
      command('Reset Demo…', 'discard', commands.resetDemo),
    ];
    const both = [
      command('Test Connection', 'beaker', commands.testConnection),
      command('Refresh', 'refresh', commands.refresh),
      command('Add Controller…', 'add', commands.addController),
      command('Who and Where Am I', 'account', commands.showOrganisation),
      command('Show Licence', 'law', commands.showLicense),
      command('Sign Up…', 'person-add', commands.signup),
    ];
    const picked = await vscode.window.showQuickPick([...both, ...(connections.isKept(id) ? own : demo)], {
      title: name,
      placeHolder: connection.baseUrl,
    });
    await picked?.run();
  };
