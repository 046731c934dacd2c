import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type DemoMemory, withDemoProgress } from '../platform/demoProgress.ts';
import type { Demo } from '../services/demo/demo.ts';
import { isTrue } from './commandArgument.ts';
import type { CommandGroup } from './commandGroup.ts';

export interface DemoCommandDeps {
  readonly demo: Demo;
  /** Whether it starts with the next window. */
  readonly demoMemory: DemoMemory;
}

export const demoCommands = (deps: DemoCommandDeps) =>
  ({
    startDemo: [t('Starting the demo'), () => startDemo(deps)],
    stopDemo: [t('Stopping the demo'), () => stopDemo(deps)],
    resetDemo: [t('Resetting the demo'), (argument) => resetDemo(argument, deps)],
  }) satisfies CommandGroup;

/** Answers the id of its connection. */
async function startDemo({ demo, demoMemory }: DemoCommandDeps): Promise<string> {
  const connection = await withDemoProgress((onProgress) => demo.start(onProgress));
  await demoMemory.remember(true);
  return connection.id;
}

export async function stopDemo({ demo, demoMemory }: DemoCommandDeps): Promise<void> {
  await demoMemory.remember(false);
  await demo.stop();
}

async function resetDemo(argument: unknown, { demo, demoMemory }: DemoCommandDeps): Promise<void> {
  const reset = t('Reset Demo');
  const detail = t('Everything that was changed in the demo is lost, and it starts afresh.');
  const chosen = isTrue(argument, 'confirmed')
    ? reset
    : await vscode.window.showWarningMessage(t('Reset the demo?'), { modal: true, detail }, reset);
  if (chosen !== reset) return;
  await withDemoProgress((onProgress) => demo.reset(onProgress));
  await demoMemory.remember(true);
}
