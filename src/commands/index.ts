import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Lazy } from '../editors/lazy.ts';
import { commands } from '../manifest.ts';
import type { ErrorReporter } from '../platform/errors.ts';
import { callerOf } from './commandArgument.ts';
import type { CommandParts, CommandTable } from './commandTable.ts';

/** What the commands do is loaded with the first that is called: most windows call few of them, and late. */
export function registerCommands(errors: ErrorReporter, parts: () => Promise<CommandParts>): vscode.Disposable {
  const table = new Lazy<CommandTable>(async () => {
    const [{ commandTable }, made] = await Promise.all([import('./commandTable.ts'), parts()]);
    return commandTable(made);
  });
  const register = (name: keyof typeof commands): vscode.Disposable =>
    vscode.commands.registerCommand(commands[name], async (argument?: unknown, second?: unknown) => {
      const caller = callerOf(argument);
      await errors.run(t('Loading the command'), () => table.get(), caller);
      if (!table.now) return undefined;
      const [title, command] = table.now[name];
      return errors.run(title, () => command(argument as never, second as never), caller);
    });
  return vscode.Disposable.from(...(Object.keys(commands) as (keyof typeof commands)[]).map(register));
}
