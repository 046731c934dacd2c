import { withDemoProgress } from '../../platform/demoProgress.ts';
import type { Demo } from '../../services/demo/demo.ts';
import type { DemoMemory } from '../../platform/demoMemory.ts';

export const startDemo = (demo: Demo, memory: DemoMemory) => async (): Promise<string> => {
  const connection = await withDemoProgress((onProgress) => demo.start(onProgress));
  await memory.remember(true);
  return connection.id;
};
