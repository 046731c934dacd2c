import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { connectionOf } from '../commandArgument.ts';

interface Action extends vscode.QuickPickItem {
  readonly run: () => PromiseLike<unknown>;
}

/** What can be done with a connection, from the status bar. */
export const connectionActions =
  (connections: Connections) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, t('Which connection?'));
    const { id, name, readOnly } = connection;
    const command = (label: string, icon: string, called: string): Action => ({
      label: `$(${icon}) ${label}`,
      run: () => vscode.commands.executeCommand(called, { connection: id }),
    });
    const lock: Action = {
      label: readOnly ? t('$(unlock) Allow Changes') : t('$(lock) Make Read-Only'),
      run: () => connections.change({ ...connection, readOnly: !readOnly }),
    };
    const own = [
      command(t('Edit Connection'), 'edit', commands.editConnection),
      lock,
      command(t('Set Token…'), 'key', commands.setToken),
      command(t('Sign Out'), 'sign-out', commands.signOut),
      command(t('Remove Connection…'), 'trash', commands.removeConnection),
    ];
    const demo = [
      command(t('Stop Demo'), 'debug-stop', commands.stopDemo),
      command(t('Reset Demo…'), 'discard', commands.resetDemo),
    ];
    const both = [
      command(t('Test Connection'), 'beaker', commands.testConnection),
      command(t('Refresh'), 'refresh', commands.refresh),
      command(t('Add Controller…'), 'add', commands.addController),
      command(t('Who and Where Am I'), 'account', commands.showOrganization),
      command(t('Show License'), 'law', commands.showLicense),
      command(t('Sign Up…'), 'person-add', commands.signup),
    ];
    const picked = await vscode.window.showQuickPick([...both, ...(connections.isKept(id) ? own : demo)], {
      title: name,
      placeHolder: connection.baseUrl,
    });
    await picked?.run();
  };
