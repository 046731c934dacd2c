import path from 'node:path';

/** The folder that holds package.json. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

export function inProject(...parts: string[]): string {
  return path.join(projectRoot, ...parts);
}

export const vsixFile = inProject('dist', 'recordbench.vsix');

/** What is kept between runs and is not in git: profiles, logs, pictures of failures. */
export const keptFolder = inProject('.vscode-test');
