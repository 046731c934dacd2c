import type { DemoMemory } from '../../platform/demoMemory.ts';
import type { Demo } from '../../services/demo/demo.ts';

export const stopDemo = (demo: Demo, memory: DemoMemory) => async (): Promise<void> => {
  await memory.remember(false);
  await demo.stop();
};
