#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads';
import { commandTable } from './commandTable.ts';
import { runProgram } from './program.ts';

// the program is one file, which its threads run, too
if (isMainThread)
  process.exitCode = await runProgram(commandTable, process.argv.slice(2), process, new URL(import.meta.url));
else await import('../assembly/exportWorker.ts');
