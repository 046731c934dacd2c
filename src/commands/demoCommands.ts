import { t } from '@vscode/l10n';
import { confirmDestructive } from '../platform/confirmations.ts';
import { withDemoProgress } from '../platform/demoProgress.ts';
import type { DemoAutoStart } from '../platform/demoStart.ts';
import { demoId } from '../model/connection/connection.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { Demo } from '../services/demo/demo.ts';
import type { RecordWriter } from '../services/writes/recordWriter.ts';
import { type Confirmed, type ConnectionArgument, isTrue } from './commandArgument.ts';

export interface DemoCommandDeps {
  readonly demo: Demo;
  /** Whether the demo starts with the next window. */
  readonly demoAutoStart: DemoAutoStart;
  readonly writer: Lazy<RecordWriter>;
}

declare module '../platform/runCommand.ts' {
  interface CommandArguments {
    startDemo: [];
    stopDemo: [argument?: ConnectionArgument];
    resetDemo: [argument?: ConnectionArgument & Confirmed];
  }
}

/** Returns the id of the demo connection. */
export async function startDemo(_: unknown, { demo, demoAutoStart }: DemoCommandDeps): Promise<string> {
  const connection = await withDemoProgress((onProgress) => demo.start(onProgress));
  await demoAutoStart.remember(true);
  return connection.id;
}

export async function stopDemo(_: unknown, { demo, demoAutoStart }: DemoCommandDeps): Promise<void> {
  await demoAutoStart.remember(false);
  await demo.stop();
}

export async function resetDemo(argument: unknown, { demo, demoAutoStart, writer }: DemoCommandDeps): Promise<void> {
  const lost = [t('All changes made in the demo will be lost, and the demo starts over.')];
  if (!isTrue(argument, 'confirmed') && !(await confirmDestructive(t('Reset Demo'), t('Reset the demo?'), lost)))
    return;
  await withDemoProgress((onProgress) => demo.reset(onProgress));
  // the reset demo has different records with the same ids
  await (await writer.get()).history.removeConnection(demoId);
  await demoAutoStart.remember(true);
}
