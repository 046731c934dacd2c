import { t } from '@vscode/l10n';
import { confirmDestructive } from '../platform/confirmations.ts';
import { withDemoProgress } from '../platform/demoProgress.ts';
import type { DemoAutoStart } from '../platform/demoStart.ts';
import { demoId } from '../model/connection/connection.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { Demo } from '../services/demo/demo.ts';
import type { RecordWriter } from '../services/writes/recordWriter.ts';
import { isTrue } from './commandArgument.ts';
import type { CommandGroup } from './commandGroup.ts';

export interface DemoCommandDeps {
  readonly demo: Demo;
  /** Whether it starts with the next window. */
  readonly demoAutoStart: DemoAutoStart;
  readonly writer: Lazy<RecordWriter>;
}

export const demoCommands = (deps: DemoCommandDeps) =>
  ({
    startDemo: [t('Starting the demo'), () => startDemo(deps)],
    stopDemo: [t('Stopping the demo'), () => stopDemo(deps)],
    resetDemo: [t('Resetting the demo'), (argument) => resetDemo(argument, deps)],
  }) satisfies CommandGroup;

/** Answers the id of its connection. */
async function startDemo({ demo, demoAutoStart }: DemoCommandDeps): Promise<string> {
  const connection = await withDemoProgress((onProgress) => demo.start(onProgress));
  await demoAutoStart.remember(true);
  return connection.id;
}

export async function stopDemo({ demo, demoAutoStart }: DemoCommandDeps): Promise<void> {
  await demoAutoStart.remember(false);
  await demo.stop();
}

async function resetDemo(argument: unknown, { demo, demoAutoStart, writer }: DemoCommandDeps): Promise<void> {
  const lost = [t('Everything that was changed in the demo is lost, and it starts afresh.')];
  if (!isTrue(argument, 'confirmed') && !(await confirmDestructive(t('Reset Demo'), t('Reset the demo?'), lost)))
    return;
  await withDemoProgress((onProgress) => demo.reset(onProgress));
  // its records are others now, with the same ids
  await (await writer.get()).history.forget(demoId);
  await demoAutoStart.remember(true);
}
