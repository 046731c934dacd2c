import { numberSettings } from '../../model/numberSetting.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import type { ReadPlan } from '../../services/plan/planFile.ts';
import { type BulkServices, bulkServices, journalOptions, writableJournalFolder } from '../bulkServices.ts';
import { CliProblem } from '../cliProblem.ts';
import { command, type Context, type Given } from '../command.ts';
import { EarlierRuns } from '../earlierRuns.ts';
import { exitCodes } from '../exitCodes.ts';
import { annotate, appendSummary, checkSummary, runFacts, summaryText } from '../pipelineReport.ts';
import { connectionEntry, planEntry, planFacts, planOptions, prepareRun, readPlanOf } from '../plannedRun.ts';
import { PlanSource } from '../planSource.ts';
import type { Result } from '../result.ts';
import { countOutcomes, recordItems, recordLines } from '../runReport.ts';
import { connectionOptions, inSession, type Session } from '../session.ts';
import { assertNotInterrupted, inRun, nothingToDo, runResult, untilEnd } from '../startedRun.ts';

const options = {
  ...connectionOptions,
  ...planOptions,
  'skip-changed': { type: 'boolean', about: 'Skip records that changed since the plan was made, and exit with 3' },
  ...journalOptions,
  resume: { type: 'string', value: 'RUN', about: 'Resume an interrupted or killed run instead of applying a plan' },
} as const;

export const apply = command({
  operands: '[FILE]',
  about: `Applies a plan: reads the plan and every record in it, then writes the records one by one.
If one of them changed since the plan was made, nothing is written, unless --skip-changed is given.
A record that already has the planned values is skipped, so applying a plan twice is safe.
Ctrl+C stops the run once the writes in progress have finished. Its journal is needed to resume or undo it.`,
  options,
  examples: [
    'recordbench apply leads.recordplan.json --url https://records.example.com --journal journal',
    'recordbench apply leads.recordplan.json --connection production --expect-sha256 "$REVIEWED"',
    'recordbench apply --resume 20261117093000000-1a2b3c4d --connection production --journal journal',
  ],
  async run(given, [file], context) {
    const { resume } = given;
    if ((file === undefined) === (resume === undefined))
      throw new CliProblem('Could not run apply: specify either a plan or --resume RUN. See recordbench apply --help.');
    if (resume !== undefined && (given['expect-sha256'] !== undefined || given['skip-changed'] === true))
      throw new CliProblem(
        'Could not use --expect-sha256 or --skip-changed with --resume: a run is resumed as it was started.',
      );
    await checkSummary(given.summary, context, file);
    return file === undefined ? resumeRun(given, resume ?? '', context) : applyPlan(given, file, context);
  },
});

async function applyPlan(given: Given<typeof options>, file: string, context: Context): Promise<Result> {
  const source = new PlanSource(file, context.workingFolder, given['expect-sha256']);
  const read = await readPlanOf(source, context);
  const journals = await writableJournalFolder(given, context);
  return inSession(given, context, async (session) => {
    const services = bulkServices(session, context, journals);
    try {
      const { runs, folder } = services;
      // a folder of the caller is the caller's to clean up
      if (given.journal === undefined) await runs.cleanUp(numberSettings.journalKeepDays.usual).catch(() => undefined);
      const earlier = await EarlierRuns.find(folder, read, source.sha256, session.connection.baseUrl);
      try {
        return await applyRead(given, { source, read, earlier }, session, services, context);
      } finally {
        await earlier.release();
      }
    } finally {
      services.dispose();
    }
  });
}

async function applyRead(
  given: Given<typeof options>,
  { source, read, earlier }: { readonly source: PlanSource; readonly read: ReadPlan; readonly earlier: EarlierRuns },
  session: Session,
  services: BulkServices,
  context: Context,
): Promise<Result> {
  const draft = await prepareRun(read, session, services, context, earlier);
  const { ledger } = draft;
  const about = { plan: planEntry(read, source), connection: connectionEntry(session.connection) };
  const stale = given['skip-changed'] === true ? undefined : whyStale(ledger, source);
  const isIdle = ledger.counts.waiting === 0;
  await assertNotInterrupted(draft, context);
  const ended =
    stale === undefined && !isIdle ? await untilEnd(services.runs.begin(draft), session, context) : nothingToDo(ledger);
  await annotate(read, source, ledger, context);
  const result = stale === undefined ? runResult(source.name, ledger, ended, about) : staleResult(ledger, stale, about);
  const facts = { ...planFacts(read, source), ...runFacts(result.document) };
  await appendSummary(given.summary, context, summaryText(`Apply ${source.name}`, facts, ledger));
  const problem = stale ?? ended.problem;
  if (problem !== undefined) context.terminal.problem(problem);
  return stale === undefined && !isIdle ? result : { ...result, afterwards: () => draft.discard() };
}

/** Returns an error if records were changed or deleted since the plan was made. */
function whyStale(ledger: BulkLedger, { name }: PlanSource): string | undefined {
  const { changedSince, notFound } = countOutcomes(ledger);
  const count = changedSince + notFound;
  if (count === 0) return undefined;
  const many = count === 1 ? '1 record was' : `${formatNumber(count)} records were`;
  return `Could not apply ${name}: ${many} changed or deleted since the plan was made, so nothing was written. Make the plan again, or use --skip-changed to skip ${count === 1 ? 'it' : 'them'}.`;
}

function staleResult(ledger: BulkLedger, error: string, about: Result['document']): Result {
  return {
    exit: exitCodes.failed,
    document: {
      ...about,
      run: null,
      status: 'refused',
      error,
      counts: countOutcomes(ledger),
      records: recordItems(ledger),
    },
    lines: recordLines(ledger, (outcome) => !['pending', 'unchanged'].includes(outcome)),
  };
}

/** Resumes a run, even one that another job or the extension started. */
function resumeRun(given: Given<typeof options>, run: string, context: Context): Promise<Result> {
  return inRun(given, run, context, `resume the run ${run}`, async (session, { runs }, known) => {
    const { plan, ended, counts, undoneBy } = known;
    const isOver = ended === 'finished' && counts.waiting + counts.sent === 0 && undoneBy === undefined;
    const active = isOver ? undefined : runs.resume(run);
    const end = active ? await untilEnd(active, session, context) : nothingToDo(known);
    const ledger = (await active)?.runner.ledger ?? known;
    const result = runResult(plan.title, ledger, end, { connection: connectionEntry(session.connection) });
    const facts = { Records: `${plan.controller} at ${plan.baseUrl}`, Run: run, ...runFacts(result.document) };
    await appendSummary(given.summary, context, summaryText(`Resume ${plan.title}`, facts, ledger));
    if (end.problem !== undefined) context.terminal.problem(end.problem);
    return result;
  });
}
