import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFileLock } from '../../src/node/fileLock.ts';
import { npm } from './npm.ts';
import { keptFolder } from './projectPaths.ts';
import { SetupError } from './setupError.ts';

/** A folder with its own package.json and lock file, installed on first use. */
export class LockedFolder {
  readonly #home: string;
  readonly #marker: string;
  readonly #what: string;

  constructor(home: string, what: string) {
    this.#home = home;
    this.#marker = path.join(home, 'node_modules', '.complete');
    this.#what = what;
  }

  get isComplete(): boolean {
    return existsSync(this.#marker) && readFileSync(this.#marker, 'utf8') === this.#recipe();
  }

  async install(): Promise<void> {
    const name = `install-${path.basename(this.#home)}`;
    await withFileLock(path.join(keptFolder, `${name}.lock`), async () => {
      if (this.isComplete) return;
      const log = path.join(keptFolder, `${name}.log`);
      rmSync(log, { force: true });
      const code = await npm(['ci', '--ignore-scripts'], this.#home, log);
      if (code !== 0)
        throw new SetupError(
          `${this.#what} could not be installed: npm ci ended with code ${code}.`,
          `See ${path.relative(process.cwd(), log)}; check that npm can reach its registry, then run the command again.`,
        );
      writeFileSync(this.#marker, this.#recipe());
    });
  }

  /** Hash that changes with anything that affects the install. */
  #recipe(): string {
    const hash = createHash('sha256');
    for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(this.#home, file)));
    return hash.digest('hex');
  }
}
