import { t } from '@vscode/l10n';
import { runConnectionName } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { whyNotAllowed } from '../../model/writePermission.ts';
import { progressWords } from '../../platform/bulkProgress.ts';
import type { BulkState, RunState, bulkHost } from '../../protocol/bulkProtocol.ts';
import type { BulkRunner } from '../../services/bulk/bulkRunner.ts';
import type { BulkTarget } from '../../services/bulk/collectIds.ts';

/** All that a session knows. */
export interface SessionFacts extends Pick<BulkState, 'step' | 'kind' | 'work' | 'fields' | 'drafts' | 'asksCount'> {
  readonly target: BulkTarget | undefined;
  readonly ledger: BulkLedger | undefined;
  readonly plan: BulkState['plan'];
  /** The ledger is that of a plan, not of a run. */
  readonly isPlan: boolean;
  /** While the run is under way here. */
  readonly runner: BulkRunner | undefined;
  /** The run was under way in another window when it was read. */
  readonly isElsewhere: boolean;
  readonly note: string | undefined;
  readonly problem: string | undefined;
  readonly connectionOf: (id: string) => Connection | undefined;
}

/** What its page is told of it. */
export function bulkState(facts: SessionFacts): BulkState {
  const { step, ledger, target, drafts, asksCount } = facts;
  const plan = ledger?.plan;
  const { connection, controller } = controllerOf(ledger, target);
  const kind = plan?.kind ?? facts.kind;
  const known = facts.connectionOf(connection);
  // a plan has no connection yet while it is read
  const whyNot = connection === '' ? undefined : whyNotAllowed(kind, known);
  return {
    step,
    kind,
    title: ledger ? ledgerTitle(ledger, facts) : facts.plan ? t('Plan {0}', facts.plan.name) : usualTitle(kind),
    connection: plan ? runConnectionName(plan, { get: facts.connectionOf }) : (known?.name ?? connection),
    controller,
    records: ledger?.entries.length ?? target?.ids?.length ?? null,
    work: step === 'working' ? facts.work : null,
    fields: step === 'choose' ? facts.fields : [],
    drafts,
    counts: ledger ? { ...ledger.counts } : null,
    version: ledger?.version ?? 0,
    way: plan?.way ?? null,
    isUndo: plan?.undoOf !== undefined,
    plan: facts.plan,
    changedSince: ledger?.changedSince ?? 0,
    adds: ledger?.actions.add ?? 0,
    deletes: ledger?.actions.delete ?? 0,
    asksCount,
    run: facts.isPlan || !ledger ? null : runState(ledger, facts),
    note: facts.note ?? null,
    problem: facts.problem ?? whyNot ?? null,
    canWrite: whyNot === undefined && connection !== '',
  };
}

/** What is to be done, and what was done once it is over. */
function ledgerTitle(ledger: BulkLedger, { isPlan, runner }: SessionFacts): string {
  const { plan, counts, entries, labels } = ledger;
  if (isPlan || runner) return plan.title;
  const figures = [formatNumber(counts.done), formatNumber(entries.length)] as const;
  if (plan.undoOf !== undefined || plan.madeFrom !== undefined)
    return t('{0}: {1} of {2} done', plan.title, ...figures);
  return plan.kind === 'delete'
    ? t('{0} of {1} deleted', ...figures)
    : t('{0}: {1} of {2} changed', [...labels.values()].join(', '), ...figures);
}

function usualTitle(kind: BulkState['kind']): string {
  return kind === 'edit' ? t('Edit records') : t('Delete records');
}

/** Where the records are, by the names of their connection and controller. */
export function controllerOf(
  ledger: BulkLedger | undefined,
  target: BulkTarget | undefined,
): { readonly connection: string; readonly controller: string } {
  if (ledger) return ledger.plan;
  return target ? { connection: target.connection, controller: target.controller } : { connection: '', controller: '' };
}

function runState(ledger: BulkLedger, { runner, isElsewhere }: SessionFacts): RunState {
  const { plan } = ledger;
  return {
    id: plan.run,
    status: runner?.status ?? ledger.ended ?? 'stopped',
    pace: runner ? progressWords(runner) : [],
    canUndo: !runner && !isElsewhere && ledger.canBeUndone,
    unclearAdds: runner ? 0 : ledger.countOf('add', 'unclear'),
  };
}

export type BulkMessage = keyof typeof bulkHost.requests | keyof typeof bulkHost.events;

/** Where a piece of bulk work is. */
interface BulkStatus {
  readonly step: BulkState['step'];
  /** A run is about to begin or to go on. */
  readonly isBeginning: boolean;
  readonly isRunning: boolean;
  /** There is a plan or a run. */
  readonly hasLedger: boolean;
  /** It comes from a file with a plan. */
  readonly isOfFile: boolean;
}

const always = (): boolean => true;
const whilePreviewed = ({ step, isBeginning }: BulkStatus): boolean => step === 'preview' && !isBeginning;
const whilePlanned = (status: BulkStatus): boolean =>
  status.isOfFile && (status.step === 'choose' || whilePreviewed(status));
const whileRunning = ({ isRunning }: BulkStatus): boolean => isRunning;
const afterward = ({ step, isBeginning, isRunning }: BulkStatus): boolean =>
  step === 'run' && !isBeginning && !isRunning;

const allowedWhen: Readonly<Record<BulkMessage, (status: BulkStatus) => boolean>> = {
  start: always,
  rows: always,
  drafts: always,
  lookUp: ({ step }) => step === 'choose',
  plan: ({ step }) => step === 'choose',
  back: (status) => status.step === 'working' || whilePreviewed(status),
  drop: whilePreviewed,
  begin: whilePreviewed,
  pause: whileRunning,
  continue: whileRunning,
  cancel: whileRunning,
  resume: afterward,
  retry: (status) => afterward(status) || (status.step === 'choose' && !status.hasLedger),
  retryUnclear: afterward,
  undo: afterward,
  report: ({ hasLedger }) => hasLedger,
  savePlan: whilePreviewed,
  readAgain: whilePlanned,
  chooseConnection: whilePlanned,
  openText: ({ isOfFile }) => isOfFile,
  openRecord: ({ hasLedger }) => hasLedger,
};

/** A page that is a moment behind sends what comes too late; one that was taken over sends anything at any time. */
export function isAllowedNow(message: BulkMessage, status: BulkStatus): boolean {
  return allowedWhen[message](status);
}
