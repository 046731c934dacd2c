import { globSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './projectPaths.ts';

/** The journeys that take longest. They start first: `npm test` ends with journeys, and no core should wait for one. */
export const longest: readonly string[] = [
  'recordForm',
  'twoWindows',
  'listTroubles',
  'unreadRecord',
  'stagedCells',
  'plans',
  'findRecords',
  'compareListView',
  'bulk',
].map((name) => inProject('test/e2e', `${name}.test.ts`));

/** Every *.test.ts in these folders, and these files. */
export function testFiles(places: readonly string[]): string[] {
  const rest = places.flatMap(filesIn).toSorted();
  return [...longest.filter((file) => rest.includes(file)), ...rest.filter((file) => !longest.includes(file))];
}

function filesIn(place: string): string[] {
  if (statSync(place).isFile()) return [path.resolve(place)];
  return globSync('**/*.test.ts', { cwd: place }).map((file) => path.resolve(place, file));
}

/** Names a folder in which processes that share files note which ones they took. */
export const sharedVariable = 'RECORDBENCH_TEST_SHARED';

/**
 * Files to run together: all of them, or, if shared with other processes, one at a time that no other has taken. A file
 * is taken only on request, so that the first process to finish takes the next.
 */
export function* batches(files: readonly string[]): Generator<readonly string[]> {
  const shared = process.env[sharedVariable];
  if (!shared) return yield files;
  for (const [place, file] of files.entries()) if (takes(path.join(shared, `${place}`))) yield [file];
}

/** Atomic: of two processes that try, one succeeds. */
function takes(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
