#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// A separate file, so that older versions of Node can parse it, and `--version` doesn't load the whole program.

const oldest = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(`recordbench needs Node ${oldest.join('.')} or later. This is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (process.argv[2] === '--version') process.stdout.write(`${version()}\n`);
else void run();

async function run(): Promise<void> {
  const { runProgram, runThread } = await import('./program.ts');
  if (!isMainThread) return runThread();
  process.exitCode = await runProgram(process.argv.slice(2), process, pathToFileURL(import.meta.filename));
}

/** Reads package.json next to the program in the package, or at the root of the repository. */
function version(): string {
  for (const folder of ['.', '../..'])
    try {
      const file = path.join(import.meta.dirname, folder, 'package.json');
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    } catch {
      // try the next folder
    }
  return 'unknown';
}
