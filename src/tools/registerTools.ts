import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Lazy } from '../services/common/lazy.ts';
import { tools } from '../manifest.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import type { Log } from '../platform/log.ts';
import { registerTool, shownError, type Tool } from '../platform/ui/views.ts';
import type { ToolDeps } from './toolDeps.ts';

type ToolName = keyof typeof tools;

/** What a language model may use, each loaded when it is used first. They look, or prepare what a person saves; none of them sends a change. */
export function registerTools(log: Log, deps: ToolDeps): vscode.Disposable {
  const table: Readonly<Record<ToolName, Lazy<Tool>>> = {
    describe: new Lazy(async () => (await import('./describeTool.ts')).describeTool(deps)),
    search: new Lazy(async () => (await import('./searchTool.ts')).searchTool(deps)),
    read: new Lazy(async () => (await import('./readTool.ts')).readTool(deps)),
    stage: new Lazy(async () => (await import('./stageTool.ts')).stageTool(deps)),
  };
  const inWords = async <T>(work: () => T): Promise<Awaited<T>> => {
    try {
      return await work();
    } catch (error) {
      log.error(error);
      // what a library says is not for a model either
      throw shownError(sentenceOf(t('The tool'), error), error);
    }
  };
  const register = (name: ToolName): vscode.Disposable =>
    registerTool(tools[name], {
      prepareInvocation: (options, token) =>
        inWords(async () => (await table[name].get()).prepareInvocation(options, token)),
      invoke: (options, token) => inWords(async () => (await table[name].get()).invoke(options, token)),
    });
  return vscode.Disposable.from(...(Object.keys(table) as ToolName[]).map(register));
}
