import path from 'node:path';

/** The folder that holds package.json. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

export function inProject(...parts: string[]): string {
  return path.join(projectRoot, ...parts);
}

export const vsixFile = inProject('dist', 'recordbench.vsix');

/** Files kept between runs and ignored by git: profiles, logs, failure screenshots. */
export const keptFolder = inProject('.vscode-test');
