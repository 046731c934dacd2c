import * as vscode from 'vscode';
import { toolId, type ToolName } from '../manifest.ts';
import { registerTool } from '../platform/ui/views.ts';
import { Lazy } from '../services/common/lazy.ts';
import type { RecordTool } from './recordTool.ts';
import type { ToolDeps } from './toolDeps.ts';

/**
 * Registers the tools for language models; each is loaded on first use. They read, or prepare changes for the user to
 * save; none sends a change.
 */
export function registerTools(deps: ToolDeps): vscode.Disposable {
  const table: Readonly<Record<ToolName, () => Promise<{ readonly tool: (deps: ToolDeps) => RecordTool }>>> = {
    describe: () => import('./describeTool.ts'),
    search: () => import('./searchTool.ts'),
    read: () => import('./readTool.ts'),
    stage: () => import('./stageTool.ts'),
    propose: () => import('./proposeTool.ts'),
  };
  const consent = new Lazy(async () => new (await import('./readingConsent.ts')).ReadingConsent());
  const register = (name: ToolName): vscode.Disposable => {
    const tool = new Lazy(async () => {
      const { modelTool } = await import('./recordTool.ts');
      return modelTool(toolId(name), (await table[name]()).tool(deps), await consent.get(), deps);
    });
    return registerTool(toolId(name), {
      prepareInvocation: async (options, token) => (await tool.get()).prepareInvocation(options, token),
      invoke: async (options, token) => (await tool.get()).invoke(options, token),
    });
  };
  return vscode.Disposable.from(...(Object.keys(table) as ToolName[]).map(register));
}
