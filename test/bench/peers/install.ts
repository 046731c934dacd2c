import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFileLock } from '../../../src/node/fileLock.ts';
import { npm } from '../../support/npm.ts';
import type { Progress } from '../../support/progress.ts';
import { keptFolder } from '../../support/projectPaths.ts';
import { SetupError } from '../../support/setupError.ts';

const home = import.meta.dirname;
const marker = path.join(home, 'node_modules', '.complete');
const log = path.join(keptFolder, 'install-peers.log');

/** Installs the other grids into `test/bench/peers/node_modules`, once; only the bench needs them. */
export async function installPeers(progress: Progress): Promise<void> {
  if (isComplete()) return;
  await progress.step('Install the other grids in test/bench/peers (110 MB, once)', () =>
    withFileLock(path.join(keptFolder, 'install-peers.lock'), async () => {
      if (!isComplete()) await install();
    }),
  );
}

async function install(): Promise<void> {
  rmSync(log, { force: true });
  const code = await npm(['ci', '--ignore-scripts'], home, log);
  if (code !== 0)
    throw new SetupError(
      `The other grids could not be installed: npm ci ended with code ${code}.`,
      `See ${path.relative(process.cwd(), log)}; check that npm can reach its registry, then run the command again.`,
    );
  writeFileSync(marker, recipe());
}

function isComplete(): boolean {
  return existsSync(marker) && readFileSync(marker, 'utf8') === recipe();
}

/** Hash that changes with anything that affects the install. */
function recipe(): string {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(home, file)));
  return hash.digest('hex');
}
