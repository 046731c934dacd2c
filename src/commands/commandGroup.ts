import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Lazy } from '../services/common/lazy.ts';
import { commandId, type CommandName } from '../manifest.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';
import { readCall } from '../platform/runCommand.ts';
import { shownError } from '../platform/ui/views.ts';
import { callerOf } from './commandArgument.ts';

/** What a person is told that a command does, and what it does. Anyone can call it, so its arguments may be anything. */
export type Command = readonly [doing: string, run: (argument: unknown, second: unknown) => unknown];

/** Commands that are loaded together. */
export type CommandGroup = { readonly [Name in CommandName]?: Command };

/** Which group each command is loaded with. One that the manifest names and this table lacks does not compile. */
export type CommandTable = { readonly [Name in CommandName]: Lazy<Readonly<Record<Name, Command>>> };

/** A group is loaded with the first of its commands that is called: one that cannot be loaded takes no other with it. */
export function registerCommandTable(table: CommandTable, errors: ErrorReporter): vscode.Disposable {
  const run = async (name: CommandName, [argument, second]: readonly unknown[]): Promise<unknown> => {
    const caller = callerOf(argument);
    const group: Lazy<CommandGroup> = table[name];
    await errors.run(t('Loading the command'), () => group.get(), caller);
    const command = group.now?.[name];
    return command && errors.run(command[0], () => command[1](argument, second), caller);
  };
  const register = (name: CommandName): vscode.Disposable =>
    vscode.commands.registerCommand(commandId(name), async (...given: readonly unknown[]) => {
      const { args, isByCode } = await readCall(given);
      try {
        return await run(name, args);
      } catch (error) {
        // VS Code shows what a key with an argument fails with
        throw isByCode || !(error instanceof Error) ? error : shownError(error.message, error);
      }
    });
  return vscode.Disposable.from(...(Object.keys(table) as CommandName[]).map(register));
}
