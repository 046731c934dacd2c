import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { inProject } from '../../support/projectPaths.ts';

/** vsce renames these in the package, so nothing in it can link to them. */
const renamed = new Set(['README.md', 'CHANGELOG.md', 'LICENSE']);

/**
 * The files that the package would contain under their own names if they existed: a fresh clone has no build output.
 */
export async function shippedOf(files: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-shipped-'));
  try {
    for (const file of files) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), '');
    }
    for (const file of ['package.json', '.vscodeignore']) copyFileSync(inProject(file), path.join(folder, file));
    const shipped = new Set(await listFiles({ cwd: folder, packageManager: PackageManager.None }));
    return files.filter((file) => shipped.has(file) && !renamed.has(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
