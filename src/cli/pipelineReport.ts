import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { BulkLedger, LedgerEntry } from '../model/bulk/bulkLedger.ts';
import { escapeMarkdown } from '../model/escapeMarkdown.ts';
import { fileProblem } from '../model/fileProblem.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { positionOfEntry } from '../services/import/plannedAdds.ts';
import type { ReadPlan } from '../services/plan/planFile.ts';
import type { Context } from './command.ts';
import { assertOtherFile } from './planOutput.ts';
import type { PlanSource } from './planSource.ts';
import {
  countOutcomes,
  countsText,
  outcomeWords,
  problemStates,
  problemText,
  titleOf,
  type Outcome,
} from './runReport.ts';
import type { Result } from './result.ts';
import { plainLine } from './terminal.ts';

/** Checks that the summary file can be written, before anything is sent. */
export async function checkSummary(
  file: string | undefined,
  context: Context,
  input: string | undefined,
): Promise<void> {
  if (file === undefined) return;
  await assertOtherFile('--summary', file, [input], context);
  await append(file, '', context);
}

/** Appends to the summary of a pipeline. A failure doesn't hide the result, which is known by then. */
export async function appendSummary(file: string | undefined, context: Context, text: string): Promise<void> {
  if (file === undefined) return;
  try {
    await append(file, text, context);
  } catch (error) {
    context.terminal.problem(error instanceof Error ? error.message : String(error));
  }
}

async function append(file: string, text: string, { workingFolder }: Context): Promise<void> {
  try {
    await appendFile(path.resolve(workingFolder, file), text, { mode: 0o600 });
  } catch (error) {
    throw fileProblem(`write the summary to ${file}`, error);
  }
}

/** Facts about a run for its summary: which one it is, and why it stopped or did not begin. */
export function runFacts({ run, error }: Result['document']): Readonly<Record<string, string>> {
  return { ...(typeof run === 'string' && { Run: run }), ...(typeof error === 'string' && { Problem: error }) };
}

/** GitHub limits a summary to one megabyte. */
const maxRows = 200;

/** Formats the result of a command as Markdown: facts, counts, and the records with problems. */
export function summaryText(title: string, facts: Readonly<Record<string, string>>, ledger: BulkLedger): string {
  const counts = countOutcomes(ledger);
  const problems = problemRows(ledger);
  const rest = problemStates.reduce((sum, state) => sum + ledger.counts[state], 0) - problems.length;
  const lines = [
    `## ${cell(title)}`,
    '',
    `**${cell(countsText(counts))}**`,
    '',
    ...Object.entries(facts).map(([name, text]) => `- ${name}: ${cell(text)}`),
    '',
    '| Outcome | Records |',
    '| --- | ---: |',
    ...Object.entries(outcomeWords).flatMap(([outcome, words]) => {
      const count = counts[outcome as Outcome];
      return count > 0 ? [`| ${words} | ${formatNumber(count)} |`] : [];
    }),
    '',
    ...(problems.length > 0 ? ['| Record | Reason |', '| --- | --- |', ...problems, ''] : []),
    ...(rest > 0 ? [`… and ${formatNumber(rest)} more.`, ''] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function problemRows(ledger: BulkLedger): string[] {
  const rows: string[] = [];
  for (const entry of ledger.inState(problemStates)) {
    if (rows.length === maxRows) break;
    rows.push(`| ${cell(titleOf(entry))} | ${cell(problemText(entry))} |`);
  }
  return rows;
}

function cell(text: string): string {
  return escapeMarkdown(plainLine(text).trim());
}

/** GitHub shows no more than this many per step. */
const maxAnnotations = 10;

/** On GitHub, annotates the lines of the plan whose records have problems. */
export async function annotate(
  plan: ReadPlan,
  source: PlanSource,
  ledger: BulkLedger,
  context: Context,
): Promise<void> {
  if (!isOnGitHub(context)) return;
  const problems: LedgerEntry[] = [];
  for (const entry of ledger.inState(problemStates)) if (problems.push(entry) === maxAnnotations) break;
  if (problems.length === 0) return;
  const lines = await linesOf(plan, new Set(problems.map(({ id }) => id)));
  for (const entry of problems)
    annotateLine(
      source,
      positionOfEntry(entry.id) ?? lines.get(entry.id) ?? 1,
      `${titleOf(entry)}: ${problemText(entry)}`,
      context,
    );
}

export function annotateLine({ path: file }: PlanSource, line: number, sentence: string, context: Context): void {
  if (!isOnGitHub(context)) return;
  const { environment, workingFolder, terminal } = context;
  const relative = path.relative(environment['GITHUB_WORKSPACE'] ?? workingFolder, file).replaceAll(path.sep, '/');
  const escapedPath = relative
    .replaceAll('%', '%25')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
  terminal.pipelineCommand(`::error file=${escapedPath},line=${line}::${plainLine(sentence).replaceAll('%', '%25')}`);
}

function isOnGitHub({ environment }: Context): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

async function linesOf(plan: ReadPlan, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const lines = new Map<string, number>();
  try {
    for await (const { line, operation } of plan.operations(new AbortController().signal)) {
      if (operation.do !== 'add' && ids.has(operation.id)) lines.set(operation.id, line);
      if (lines.size === ids.size) break;
    }
  } catch {
    // the plan was changed or deleted after the run
  }
  return lines;
}
