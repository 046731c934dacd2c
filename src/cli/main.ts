#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// A file of its own, which older versions of Node can read and which is parsed in no time: the program is large.

const oldest = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(`recordbench needs Node ${oldest.join('.')} or newer. This is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (process.argv[2] === '--version') process.stdout.write(`${version()}\n`);
else void run();

async function run(): Promise<void> {
  const { runProgram, runThread } = await import('./program.ts');
  if (!isMainThread) return runThread();
  process.exitCode = await runProgram(process.argv.slice(2), process, pathToFileURL(import.meta.filename));
}

/** Next to the program in its package, otherwise in the folder of the sources. */
function version(): string {
  for (const folder of ['.', '../..'])
    try {
      const file = path.join(import.meta.dirname, folder, 'package.json');
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    } catch {
      // it isn't there
    }
  return 'unknown';
}
