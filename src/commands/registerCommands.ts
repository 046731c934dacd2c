import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commandPrefix } from '../manifest.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';
import { type CommandName, type LoadQueryCheck, readCall } from '../platform/runCommand.ts';
import { shownError } from '../platform/ui/views.ts';
import { Lazy } from '../services/common/lazy.ts';
import { callerOf } from './commandArgument.ts';
import type { CommandDeps, LoadedCommand } from './commandTable.ts';

/**
 * Registers the commands declared in package.json. Their code is loaded on first call, since most windows use only a
 * few.
 */
export function registerCommands(
  { extension }: vscode.ExtensionContext,
  errors: ErrorReporter,
  deps: CommandDeps,
  judge: LoadQueryCheck,
): vscode.Disposable {
  const table = new Lazy(async () => (await import('./commandTable.ts')).commandTable(deps));
  const run = async (name: CommandName, [argument, second]: readonly unknown[]): Promise<unknown> => {
    const caller = callerOf(argument);
    const load = async (): Promise<LoadedCommand> => (await table.get())[name]();
    const command = (await errors.run(t('Loading the command'), load, caller)) as LoadedCommand | undefined;
    return command && errors.run(command.doing, () => command.run(argument, second), caller);
  };
  const register = (id: string): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (...given: readonly unknown[]) => {
      const { args, isByCode } = await readCall(given, judge);
      try {
        return await run(id.slice(commandPrefix.length) as CommandName, args);
      } catch (error) {
        // VS Code shows the error of a keybinding that passes an argument
        throw isByCode || !(error instanceof Error) ? error : shownError(error.message, error);
      }
    });
  const { contributes } = extension.packageJSON as { contributes: { commands: readonly { command: string }[] } };
  return vscode.Disposable.from(...contributes.commands.map(({ command }) => register(command)));
}
