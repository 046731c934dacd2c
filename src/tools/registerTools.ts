import * as vscode from 'vscode';
import { tools } from '../manifest.ts';
import { registerTool } from '../platform/ui/views.ts';
import { Lazy } from '../services/common/lazy.ts';
import type { RecordTool } from './recordTool.ts';
import type { ToolDeps } from './toolDeps.ts';

type ToolName = keyof typeof tools;

/** What a language model may use, each loaded when it is used first. They look, or prepare what a person saves; none of them sends a change. */
export function registerTools(deps: ToolDeps): vscode.Disposable {
  const table: Readonly<Record<ToolName, () => Promise<RecordTool>>> = {
    describe: async () => (await import('./describeTool.ts')).describeTool(deps),
    search: async () => (await import('./searchTool.ts')).searchTool(deps),
    read: async () => (await import('./readTool.ts')).readTool(deps),
    stage: async () => (await import('./stageTool.ts')).stageTool(deps),
  };
  const consent = new Lazy(async () => new (await import('./readingConsent.ts')).ReadingConsent());
  const register = (name: ToolName): vscode.Disposable => {
    const tool = new Lazy(async () => {
      const { modelTool } = await import('./recordTool.ts');
      return modelTool(tools[name], await table[name](), await consent.get(), deps);
    });
    return registerTool(tools[name], {
      prepareInvocation: async (options, token) => (await tool.get()).prepareInvocation(options, token),
      invoke: async (options, token) => (await tool.get()).invoke(options, token),
    });
  };
  return vscode.Disposable.from(...(Object.keys(table) as ToolName[]).map(register));
}
