import { t } from '@vscode/l10n';
import { confirmDestructive } from '../../platform/confirmations.ts';
import { workingFirst } from '../../platform/openRecords.ts';
import * as vscode from 'vscode';
import { draftOfChange } from '../../features/bulk/host/bulkSubject.ts';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import type { BulkPanels } from '../../features/bulk/host/bulkPanels.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import { runConnectionName } from '../../model/bulk/bulkJournal.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { dateAndTime } from '../../model/momentFormat.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { customEditors } from '../../manifest.ts';
import { planEnding } from '../../platform/savePlan.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { pickOne, showQuickPick } from '../../platform/ui/questions.ts';
import type { BulkPlanner } from '../../services/bulk/bulkPlanner.ts';
import type { BulkRuns, ListedRun } from '../../services/bulk/bulkRuns.ts';
import { type Confirmed, isTrue, textIn } from '../commandArgument.ts';
import { bulkTarget, changesOf, type RecordsArgument, type TargetDeps } from './bulkArgument.ts';
import { type BulkOutcome, outcomeOfRun, runDraft } from './bulkOutcome.ts';
import { type CommandTaking, runCommand } from '../../platform/runCommand.ts';

export interface BulkCommandDeps extends TargetDeps {
  readonly records: Lazy<{ readonly tables: Pick<TableEditor, 'active'> }>;
  readonly bulk: Lazy<{
    readonly planner: BulkPlanner;
    readonly runs: BulkRuns;
    readonly bulkPanels: Lazy<BulkPanels>;
  }>;
}

interface RunArgument extends Confirmed {
  readonly run?: string;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    bulkEdit: [argument?: RecordsArgument & Confirmed & { readonly changes?: readonly BulkChange[] }];
    bulkDelete: [argument?: RecordsArgument & Confirmed];
    undoBulk: [argument?: RunArgument];
    resumeBulk: [argument?: RunArgument];
    showBulkRuns: [argument?: RunArgument];
    showPlan: [argument?: vscode.Uri];
  }
}

export async function bulkEdit(argument: unknown, deps: BulkCommandDeps): Promise<BulkOutcome | undefined> {
  if (await runsInTable('editRecords', argument, deps)) return undefined;
  const changes = changesOf(argument);
  const target = await bulkTarget(argument, t('edit the records'), deps);
  const { planner, runs, bulkPanels } = await deps.bulk.get();
  if (isTrue(argument, 'confirmed')) {
    if (!changes)
      throw new UserError(t('Could not edit the records: the command is confirmed but specifies no changes.'));
    const never = new AbortController().signal;
    return runDraft(await planner.prepare({ kind: 'edit', target, changes }, () => undefined, never), runs);
  }
  (await bulkPanels.get()).open({ kind: 'edit', target, drafts: (changes ?? []).map(draftOfChange) });
  return undefined;
}

export async function bulkDelete(argument: unknown, deps: BulkCommandDeps): Promise<BulkOutcome | undefined> {
  if (await runsInTable('deleteRecords', argument, deps)) return undefined;
  const target = await bulkTarget(argument, t('delete the records'), deps);
  const { planner, runs, bulkPanels } = await deps.bulk.get();
  if (isTrue(argument, 'confirmed')) {
    const never = new AbortController().signal;
    return runDraft(await planner.prepare({ kind: 'delete', target }, () => undefined, never), runs);
  }
  (await bulkPanels.get()).open({ kind: 'delete', target });
  return undefined;
}

/** Without an argument, the active table runs the command on the records selected in it. */
async function runsInTable(
  command: 'deleteRecords' | 'editRecords',
  argument: unknown,
  { records }: BulkCommandDeps,
): Promise<boolean> {
  const active = argument === undefined ? (await records.get()).tables.active : undefined;
  active?.runOnSelected(command);
  return active !== undefined;
}

/** Shows a preview of the undo first, unless the calling code confirms it. */
export async function undoBulk(argument: unknown, deps: BulkCommandDeps): Promise<BulkOutcome | undefined> {
  const { planner, runs, bulkPanels } = await deps.bulk.get();
  const run =
    textIn(argument, 'run') ??
    (await pickBulkRun(runs, deps, t('Which run should be undone?'), (one) => isUndoable(one, deps))).plan.run;
  if (isTrue(argument, 'confirmed')) {
    const never = new AbortController().signal;
    return runDraft(await planner.prepareUndo(await runs.ledger(run), () => undefined, never), runs);
  }
  // throws with the reason if the run can't be undone
  await runs.ledger(run);
  const { session } = (await bulkPanels.get()).open({ kind: 'run', run });
  await session.opened;
  await session.planUndo();
  return undefined;
}

/** Resumes an interrupted or canceled run. Code that passes `confirmed` gets the final outcome. */
export async function resumeBulk(argument: unknown, deps: BulkCommandDeps): Promise<BulkOutcome | undefined> {
  const { runs, bulkPanels } = await deps.bulk.get();
  const run =
    textIn(argument, 'run') ??
    (await pickBulkRun(runs, deps, t('Which run should be resumed?'), (one) => isResumable(one, deps))).plan.run;
  const active = await runs.resume(run);
  if (isTrue(argument, 'confirmed')) return outcomeOfRun(active);
  (await bulkPanels.get()).open({ kind: 'run', run });
  return undefined;
}

interface Action extends vscode.QuickPickItem {
  readonly run: () => unknown;
}

/** Opens the named run, or lists all runs with their actions. */
export async function showBulkRuns(argument: unknown, deps: BulkCommandDeps): Promise<void> {
  const { runs, bulkPanels } = await deps.bulk.get();
  const named = textIn(argument, 'run');
  if (named !== undefined) {
    await runs.ledger(named);
    (await bulkPanels.get()).open({ kind: 'run', run: named });
    return;
  }
  const picked = await inSteps(2, async () =>
    pickRunAction(await pickBulkRun(runs, deps, t('Bulk runs, newest first')), deps),
  );
  await picked?.run();
}

/** Shows the named or active plan. A saved plan replaces its text editor; an unsaved one opens to the side. */
export async function showPlan(argument: unknown, { bulk }: BulkCommandDeps): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (!uri?.path.endsWith(planEnding))
    throw new UserError(t('Could not determine which plan to show. Open a file whose name ends with {0}.', planEnding));
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document?.isDirty || document?.isUntitled) (await (await bulk.get()).bulkPanels.get()).previewPlan(uri);
  else await vscode.commands.executeCommand('vscode.openWith', uri, customEditors.plan);
}

async function pickRunAction(ledger: ListedRun, deps: BulkCommandDeps): Promise<Action | undefined> {
  const { runs, bulkPanels } = await deps.bulk.get();
  const { run, title } = ledger.plan;
  const command = (label: string, icon: string, name: CommandTaking<{ run: string }>): Action => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    run: () => runCommand(name, { run }),
  });
  const actions: Action[] = [
    {
      label: t('Open'),
      iconPath: new vscode.ThemeIcon('go-to-file'),
      run: async () => (await bulkPanels.get()).open({ kind: 'run', run }),
    },
    ...(isResumable(ledger, deps) ? [command(t('Resume'), 'debug-continue', 'resumeBulk')] : []),
    ...(isUndoable(ledger, deps) ? [command(t('Undo…'), 'discard', 'undoBulk')] : []),
    ...(ledger.isInProgress
      ? []
      : [
          {
            label: t('Delete Journal…'),
            iconPath: new vscode.ThemeIcon('trash'),
            run: () => deleteJournal(ledger, runs),
          },
        ]),
  ];
  return showQuickPick(actions, {
    title,
    placeHolder: t('What do you want to do with the run?'),
  });
}

async function deleteJournal({ plan: { run, title } }: ListedRun, runs: BulkRuns): Promise<void> {
  const isAgreed = await confirmDestructive(t('Delete'), t('Delete the journal of “{0}”?', title), [
    t('The records stay as they are, but the run can no longer be resumed or undone.'),
  ]);
  if (isAgreed) await runs.delete(run);
}

/** Lets the user pick one of the matching runs. */
async function pickBulkRun(
  runs: BulkRuns,
  { connections }: BulkCommandDeps,
  placeHolder: string,
  fits: (ledger: ListedRun) => boolean = () => true,
): Promise<ListedRun> {
  const all = workingFirst((await runs.list()).filter(fits), ({ plan }) => plan.connection);
  if (all.length === 0)
    throw new UserError(t('No matching bulk run found. The settings specify how long runs are kept.'));
  const picked = await pickOne(
    all.map((ledger) => ({
      label: ledger.plan.title,
      description: `${runConnectionName(ledger.plan, connections)} · ${ledger.plan.controller}`,
      detail: `${dateAndTime(ledger.plan.startedAt)} · ${progressOf(ledger)}`,
      ledger,
    })),
    { placeHolder, matchOnDescription: true, matchOnDetail: true },
  );
  return picked.ledger;
}

function isUndoable({ plan, canBeUndone, isInProgress }: ListedRun, { guard }: BulkCommandDeps): boolean {
  return canBeUndone && !isInProgress && guard.allows(plan.connection);
}

function isResumable({ plan, counts, isInProgress }: ListedRun, { guard }: BulkCommandDeps): boolean {
  return counts.waiting + counts.sent > 0 && !isInProgress && guard.allows(plan.connection);
}

function progressOf({ counts, total, ended, undoneBy, isInProgress }: ListedRun): string {
  const failed = counts.failed + counts.unclear;
  const words = [
    t('{0} of {1} done', formatNumber(counts.done), formatNumber(total)),
    failed > 0 ? t('{0} failed', formatNumber(failed)) : undefined,
    isInProgress ? t('running') : ended === undefined ? t('interrupted') : undefined,
    ended === 'canceled' ? t('canceled') : undefined,
    undoneBy === undefined ? undefined : t('undone'),
  ];
  return words.filter((word) => word !== undefined).join(' · ');
}
