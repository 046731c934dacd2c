import { LockedFolder } from '../../support/lockedFolder.ts';
import type { Progress } from '../../support/progress.ts';

const peers = new LockedFolder(import.meta.dirname, 'The other grids');

/** Installs the other grids into `test/bench/peers/node_modules`, once; only the bench needs them. */
export async function installPeers(progress: Progress): Promise<void> {
  if (peers.isComplete) return;
  await progress.step('Install the other grids in test/bench/peers (110 MB, once)', () => peers.install());
}
