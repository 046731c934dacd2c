import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Late } from '../editors/late.ts';
import { commands } from '../manifest.ts';
import type { ErrorGate } from '../platform/errors.ts';
import { callerOf } from './commandArgument.ts';
import type { CommandParts, CommandTable } from './commandTable.ts';

/** What the commands do is loaded with the first that is called: most windows call few of them, and late. */
export function registerCommands(gate: ErrorGate, parts: () => Promise<CommandParts>): vscode.Disposable {
  const table = new Late<CommandTable>(async () => {
    const [{ commandTable }, made] = await Promise.all([import('./commandTable.ts'), parts()]);
    return commandTable(made);
  });
  const register = (name: keyof typeof commands): vscode.Disposable =>
    vscode.commands.registerCommand(commands[name], async (argument?: unknown, second?: unknown) => {
      const caller = callerOf(argument);
      await gate.pass(t('Loading the command'), () => table.get(), caller);
      if (!table.now) return undefined;
      const [title, command] = table.now[name];
      return gate.pass(title, () => command(argument as never, second as never), caller);
    });
  return vscode.Disposable.from(...(Object.keys(commands) as (keyof typeof commands)[]).map(register));
}
