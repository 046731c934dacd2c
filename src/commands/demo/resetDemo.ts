import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { DemoMemory } from '../../platform/demoMemory.ts';
import { withDemoProgress } from '../../platform/demoProgress.ts';
import type { Demo } from '../../services/demo/demo.ts';

export const resetDemo =
  (demo: Demo, memory: DemoMemory) =>
  async (argument?: { confirmed?: boolean }): Promise<void> => {
    const reset = t('Reset Demo');
    const detail = t('Everything that was changed in the demo is lost, and it starts afresh.');
    const chosen =
      argument?.confirmed === true
        ? reset
        : await vscode.window.showWarningMessage(t('Reset the demo?'), { modal: true, detail }, reset);
    if (chosen !== reset) return;
    await withDemoProgress((onProgress) => demo.reset(onProgress));
    await memory.remember(true);
  };
