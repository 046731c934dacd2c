import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Lazy } from '../editors/lazy.ts';
import { tools } from '../manifest.ts';
import { sentenceOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { ToolParts } from './toolParts.ts';
import type { ToolTable } from './toolTable.ts';

/** What a language model may use; loaded with the first that it does. */
export function registerTools(log: Log, parts: () => Promise<ToolParts>): vscode.Disposable {
  const table = new Lazy<ToolTable>(async () => {
    const [{ toolTable }, made] = await Promise.all([import('./toolTable.ts'), parts()]);
    return toolTable(made);
  });
  const tool = async (name: keyof typeof tools): Promise<ToolTable[typeof name]> => (await table.get())[name];
  const inWords = async <T>(work: () => T): Promise<Awaited<T>> => {
    try {
      return await work();
    } catch (error) {
      log.error(error);
      // what a library says is not for a model either
      throw new Error(sentenceOf(t('The tool'), error), { cause: error });
    }
  };
  const register = (name: keyof typeof tools): vscode.Disposable =>
    vscode.lm.registerTool(tools[name], {
      prepareInvocation: (options, token) =>
        inWords(async () => (await tool(name)).prepareInvocation?.(options, token)),
      invoke: (options, token) => inWords(async () => (await tool(name)).invoke(options, token)),
    });
  return vscode.Disposable.from(...(Object.keys(tools) as (keyof typeof tools)[]).map(register));
}
