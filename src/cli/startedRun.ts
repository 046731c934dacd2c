import type { BulkLedger } from '../model/bulk/bulkLedger.ts';
import type { ActiveRun } from '../services/bulk/bulkRuns.ts';
import { JournalFolder } from '../services/bulk/journalFolder.ts';
import {
  bulkServices,
  type BulkServices,
  journalFolder,
  type journalOptions,
  writableJournalFolder,
} from './bulkServices.ts';
import { CliProblem, exitFor } from './cliProblem.ts';
import type { PreparedRun } from '../services/bulk/preparedRun.ts';
import type { Context, Given } from './command.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import type { Result } from './result.ts';
import { countOutcomes, countProblems, countsText, isProblem, recordItems, recordLines } from './runReport.ts';
import { assertMadeFor, type connectionOptions, inSession, type Session } from './session.ts';

/** How a run ended. */
export interface RunEnding {
  readonly exit: ExitCode;
  readonly status: 'finished' | 'interrupted' | 'stopped' | 'nothingToDo';
  /** Why it stopped, and what to do; undefined if it finished. */
  readonly problem?: string;
}

/** Opens the journal of an earlier run and a session for its service, then runs the work. */
export async function inRun(
  given: Given<typeof connectionOptions & typeof journalOptions>,
  run: string,
  context: Context,
  doing: string,
  work: (session: Session, services: BulkServices, ledger: BulkLedger) => Promise<Result>,
): Promise<Result> {
  const folderOfRuns = journalFolder(given, context);
  const ledger = (await new JournalFolder(folderOfRuns).readJournal(run))?.ledger;
  if (!ledger?.isReady)
    throw new CliProblem(`Could not ${doing}: its journal was not found in ${folderOfRuns}. Use --journal DIR.`);
  await writableJournalFolder(given, context);
  const { baseUrl, connection } = ledger.plan;
  return inSession(
    given,
    context,
    async (session) => {
      assertMadeFor(baseUrl, session.connection, doing);
      const services = bulkServices(session, context, folderOfRuns);
      try {
        return await work(session, services, ledger);
      } finally {
        services.dispose();
      }
    },
    connection,
  );
}

/** Waits for a run to begin and to end. If interrupted, lets the writes in progress finish. */
export async function untilEnd(
  beginning: Promise<ActiveRun>,
  { beginWriting, explain }: Pick<Session, 'beginWriting' | 'explain'>,
  { signal, terminal }: Context,
): Promise<RunEnding> {
  beginWriting();
  const { runner, ended } = await beginning;
  const { ledger } = runner;
  const { run } = ledger.plan;
  const cancel = (): void => {
    terminal.note('Waiting for the writes in progress. Press Ctrl+C again to stop immediately.');
    runner.cancel();
  };
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  runner.onDidChange(() => {
    const { waiting, sent } = ledger.counts;
    terminal.progress(`Wrote ${ledger.total - waiting - sent} of ${ledger.total} records`);
  });
  const status = await ended;
  signal.removeEventListener('abort', cancel);
  const resume = `Resume with recordbench apply --resume ${run}.`;
  if (status === 'canceled')
    return {
      exit: exitCodes.interrupted,
      status: 'interrupted',
      problem: `Interrupted: ${countsText(countOutcomes(ledger))}. ${resume}`,
    };
  if (status === 'finished') return { exit: exitOfLedger(ledger), status };
  const reason = explain(runner.reason);
  const isStarted = ledger.counts.done + ledger.counts.failed + ledger.counts.unclear + ledger.counts.sent > 0;
  const exit = exitFor(reason);
  return {
    exit: exit === exitCodes.failed && isStarted ? exitCodes.partly : exit,
    status: 'stopped',
    problem: `${reason instanceof Error ? reason.message : String(reason)} ${resume}`,
  };
}

/** The ending of a plan or an undo without anything to write. */
export function nothingToDo(ledger: BulkLedger): RunEnding {
  return { exit: exitOfLedger(ledger), status: 'nothingToDo' };
}

function exitOfLedger(ledger: BulkLedger): ExitCode {
  const counts = countOutcomes(ledger);
  return countProblems(counts) + counts.pending > 0 ? exitCodes.partly : exitCodes.done;
}

/** Throws if there is something to write, but the user has already pressed Ctrl+C. */
export async function assertNotInterrupted(draft: PreparedRun, { signal }: Pick<Context, 'signal'>): Promise<void> {
  if (!signal.aborted || draft.ledger.counts.waiting === 0) return;
  await draft.discard();
  throw new CliProblem('Interrupted before the first record was written.', { exit: exitCodes.interrupted });
}

/** Runs a prepared run, unless there is nothing to do. */
export async function resultOfDraft(
  title: string,
  draft: PreparedRun,
  { runs }: Pick<BulkServices, 'runs'>,
  session: Session,
  context: Context,
  about: Result['document'],
): Promise<Result> {
  const { ledger } = draft;
  const isIdle = ledger.counts.waiting === 0;
  await assertNotInterrupted(draft, context);
  const end = isIdle ? nothingToDo(ledger) : await untilEnd(runs.begin(draft), session, context);
  if (end.problem !== undefined) context.terminal.problem(end.problem);
  const result = runResult(title, ledger, end, about);
  return isIdle ? { ...result, afterwards: () => draft.discard() } : result;
}

/** The result of the commands that write. `more` are the entries of the document before the records. */
export function runResult(
  title: string,
  ledger: BulkLedger,
  { exit, status, problem }: RunEnding,
  more: Result['document'],
): Result {
  const { run } = ledger.plan;
  const isRun = status !== 'nothingToDo';
  const counts = countOutcomes(ledger);
  return {
    exit,
    document: {
      ...more,
      run: isRun ? run : null,
      status,
      ...(problem !== undefined && { error: problem }),
      counts,
      records: recordItems(ledger),
    },
    lines: lines(),
  };

  function* lines(): Generator<string, void, void> {
    yield* recordLines(ledger, isProblem);
    if (!isRun) return yield `${title}: nothing to do (${countsText(counts)}).`;
    yield `${title}: ${countsText(counts)}.`;
    if (ledger.canBeUndone) yield `Run ${run}. Undo it with recordbench undo ${run}.`;
    else yield `Run ${run}.`;
  }
}
