#!/usr/bin/env node
import { commandTable } from './commandTable.ts';
import { runProgram } from './program.ts';

process.exitCode = await runProgram(commandTable, process.argv.slice(2), process);
