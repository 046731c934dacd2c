import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inProject, projectRoot } from '../../support/projectPaths.ts';

/** The files in a clone, relative to the project. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' });
  return listed.split('\0').filter((file) => file !== '' && existsSync(inProject(file)));
}
