import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { callerOf } from './commandArgument.ts';
import type { CommandParts, CommandTable } from './commandTable.ts';

/** What the commands do is loaded with the first that is called: most windows call few of them, and late. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  let table: Promise<CommandTable> | undefined;
  const load = async (): Promise<CommandTable> => (await import('./commandTable.ts')).commandTable(parts);
  const register = (name: keyof typeof commands): vscode.Disposable =>
    vscode.commands.registerCommand(commands[name], async (argument?: unknown, second?: unknown) => {
      const [title, command] = (await (table ??= load()))[name];
      return parts.gate.pass(title, () => command(argument as never, second as never), callerOf(argument));
    });
  return vscode.Disposable.from(...(Object.keys(commands) as (keyof typeof commands)[]).map(register));
}
