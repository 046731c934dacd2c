import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileProblem } from '../model/fileProblem.ts';
import type { PreparedRun } from '../services/bulk/preparedRun.ts';
import type { Given, OptionTable } from './command.ts';
import { exitCodes } from './exitCodes.ts';
import type { Result } from './result.ts';
import { countOutcomes, countProblems, countsText, isProblem, recordItems, recordLines } from './runReport.ts';
import { columns } from './terminal.ts';

export const dryRunOptions = {
  'detailed-exitcode': { type: 'boolean', about: 'Exit with 2 if there are changes or problems' },
} as const satisfies OptionTable;

/** Runs a command that only reads from services. `folder` is for its journal, and is deleted once the result is written. */
export async function withDryRun(work: (folder: string) => Promise<Result>): Promise<Result> {
  const temporary = os.tmpdir();
  const folder = await mkdtemp(path.join(temporary, 'recordbench-plan-')).catch((error: unknown) => {
    throw fileProblem(`create a folder in ${temporary}`, error);
  });
  const cleanUp = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const result = await work(folder);
    return {
      ...result,
      afterwards: async () => {
        await result.afterwards?.();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** The result of a dry run. `facts` describe it in text, `about` in the JSON document. */
export function dryRunResult(
  title: string,
  draft: PreparedRun,
  given: Given<typeof dryRunOptions>,
  facts: Readonly<Record<string, string>>,
  about: Result['document'],
): Result {
  const { ledger } = draft;
  const counts = countOutcomes(ledger);
  const isFound = given['detailed-exitcode'] === true && counts.pending + countProblems(counts) > 0;
  return {
    exit: isFound ? exitCodes.found : exitCodes.done,
    document: { ...about, counts, records: recordItems(ledger) },
    lines: lines(),
    afterwards: () => draft.discard(),
  };

  function* lines(): Generator<string, void, void> {
    yield title;
    yield* columns(Object.entries(facts));
    yield* recordLines(ledger, (outcome) => outcome === 'pending' || isProblem(outcome));
    yield `Plan: ${countsText(counts)}.`;
  }
}
