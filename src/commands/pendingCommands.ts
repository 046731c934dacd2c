import type { ComparedRecords } from '../documents/comparedRecords.ts';
import type { SaveRefusal } from '../documents/recordsDocuments.ts';
import { shortName } from '../model/controller.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { writePlan } from '../model/plan/recordPlan.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { addressedTabs, tabUri } from '../platform/addressedTabs.ts';
import { confirmDestructive } from '../platform/confirmations.ts';
import { withCountProgress } from '../platform/countProgress.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import { UserError } from '../platform/errorReporter.ts';
import { workingFirst } from '../platform/openRecords.ts';
import type { PendingDocument, PendingDocuments } from '../platform/pendingDocuments.ts';
import { savePlan } from '../platform/savePlan.ts';
import { showError, showInformation } from '../platform/ui/notifications.ts';
import { showDialog, pickOne } from '../platform/ui/questions.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import { pendingOperations, type PendingSources } from '../services/plan/pendingOperations.ts';
import { PendingNode } from '../tree/pendingNode.ts';
import { addressInFront } from './addressArgument.ts';
import { type Confirmed, isTrue } from './commandArgument.ts';
import { compareWithSaved } from './records/compareRecords.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

export interface PendingCommandDeps extends PlanPendingDeps {
  readonly pending: PendingDocuments;
  /** Whether the view of them is in sight. */
  readonly isPendingShown: () => boolean;
  readonly guard: Pick<WriteGuard, 'allows'>;
  readonly records: Lazy<
    {
      readonly compared: ComparedRecords;
      readonly save: (document: vscode.TextDocument) => Promise<SaveRefusal | undefined>;
    } & PlanPendingRecords
  >;
}

declare module '../platform/runCommand.ts' {
  interface CommandArguments {
    savePending: [argument?: Confirmed];
    saveAllPending: [];
    saveInFront: [];
    discardPending: [argument?: Confirmed];
    discardAllPending: [];
    comparePending: [];
    planPending: [argument?: vscode.Uri];
  }
}

/** Those that are selected in the view, the one whose line or tab was used, or all. */
function chosenIn(pending: PendingDocuments, argument: unknown, second: unknown): readonly PendingDocument[] {
  if (argument instanceof vscode.Uri) return pending.all.filter(({ uri }) => uri.toString() === argument.toString());
  if (!(argument instanceof PendingNode)) return pending.all;
  const selected = Array.isArray(second) ? second.filter((one) => one instanceof PendingNode) : [];
  return (selected.includes(argument) ? selected : [argument]).map((node) => node.pending);
}

/** What is refused stays unsaved and says why, and what may not be written is left alone. Answers how many were saved. */
export async function savePending(argument: unknown, deps: PendingCommandDeps, second?: unknown): Promise<number> {
  const chosen = chosenIn(deps.pending, argument, second).filter(({ address }) =>
    deps.guard.allows(address.connection),
  );
  const isKnown = isTrue(argument, 'confirmed') || isSeen(argument, deps);
  if (chosen.length > 0 && !isKnown && !(await confirmSave(chosen))) return 0;
  const refusals: string[] = [];
  // one after the other: each may have something to say
  for (const { uri } of chosen) {
    const document = await vscode.workspace.openTextDocument(uri);
    const refusal = await (await deps.records.get()).save(document);
    if (refusal) refusals.push(refusal.sentence);
  }
  const [first, ...others] = refusals;
  if (first !== undefined)
    void showError(
      others.length === 0
        ? first
        : t('{0} of {1} tabs were not saved. Open them to see why.', refusals.length, chosen.length),
    );
  return chosen.length - refusals.length;
}

/** For a button above a view, to which VS Code passes the line that has the focus. */
export async function saveAllPending(_: unknown, deps: PendingCommandDeps): Promise<number> {
  return savePending(undefined, deps);
}

/** Ctrl+S with the keyboard outside the page. VS Code's save would report a refusal in a notification over the page. */
export async function saveInFront(_: unknown, { records }: PendingCommandDeps): Promise<void> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const uri = tab && tabUri(tab);
  if (!uri || !addressOfUri(uri)) return;
  const refusal = await (await records.get()).save(await vscode.workspace.openTextDocument(uri));
  if (refusal && !refusal.isShown) throw new UserError(refusal.sentence);
}

/** Whether a person sees what is saved. A link to this command can stand anywhere, and looks like the palette or a line. */
function isSeen(argument: unknown, { isPendingShown }: PendingCommandDeps): boolean {
  if (argument instanceof PendingNode) return isPendingShown();
  return argument === undefined && (isPendingShown() || addressInFront() !== undefined);
}

async function confirmSave(chosen: readonly PendingDocument[]): Promise<boolean> {
  const question =
    chosen.length === 1
      ? t('Save the changes in “{0}”?', chosen[0]?.name ?? '')
      : t('Save the changes in {0} tabs?', chosen.length);
  const save = t('Save');
  const detail = [namesOf(chosen), t('They are written to the service.')];
  return (await showDialog(question, { detail }, save)) === save;
}

/** After one question for all of them. */
export async function discardPending(argument: unknown, deps: PendingCommandDeps, second?: unknown): Promise<void> {
  const chosen = chosenIn(deps.pending, argument, second);
  if (chosen.length === 0) return;
  if (!isTrue(argument, 'confirmed') && !(await confirmDiscard(chosen))) return;
  for (const one of chosen) await discard(one);
}

export async function discardAllPending(_: unknown, deps: PendingCommandDeps): Promise<void> {
  await discardPending(undefined, deps);
}

function confirmDiscard(chosen: readonly PendingDocument[]): Promise<boolean> {
  const question =
    chosen.length === 1
      ? t('Discard the changes in “{0}”?', chosen[0]?.name ?? '')
      : t('Discard the changes in {0} tabs?', chosen.length);
  return confirmDestructive(t('Discard Changes'), question, [t('Unsaved changes will be lost.'), namesOf(chosen)]);
}

/** Of several, the first ten; one is named in the question. */
function namesOf(chosen: readonly PendingDocument[]): string | undefined {
  const names = chosen.slice(0, 10).map(({ name }) => name);
  return chosen.length > 1 ? names.join(', ') : undefined;
}

/** VS Code reverts only what is in front. A record that was never added has nothing to go back to, and is closed. */
async function discard({ uri, address }: PendingDocument): Promise<void> {
  const tab = addressedTabs().find((one) => one.uri.toString() === uri.toString())?.tab;
  const viewType = tab?.input instanceof vscode.TabInputCustom ? tab.input.viewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, tab?.group.viewColumn);
  await vscode.commands.executeCommand(
    address.kind === 'newRecord' ? 'workbench.action.revertAndCloseActiveEditor' : 'workbench.action.files.revert',
  );
}

/** What was changed in the one whose line was used. */
export async function comparePending(argument: unknown, { records }: PendingCommandDeps): Promise<void> {
  const address = argument instanceof PendingNode ? argument.address : undefined;
  if (!address || address.kind === 'listView')
    throw new UserError(t('Could not tell which record is meant. Choose it in the view Pending Changes.'));
  await compareWithSaved((await records.get()).compared, address);
}

export async function planPending(argument: unknown, deps: PendingCommandDeps, second?: unknown): Promise<void> {
  await planDocuments(chosenIn(deps.pending, argument, second), deps);
}

interface PlanPendingRecords {
  readonly edits: Pick<DocumentEdits, 'latest'>;
  readonly pendingSources: PendingSources;
}

interface PlanPendingDeps {
  readonly connections: Pick<Connections, 'get'>;
  readonly records: Lazy<PlanPendingRecords>;
}

/** Of so many it is told that they are not in the plan; the others are counted. */
const mostTold = 5;

/** Writes what is not saved yet down as a plan, which is then opened. It stays unsaved in its tabs. */
async function planDocuments(
  chosen: readonly PendingDocument[],
  { connections, records }: PlanPendingDeps,
): Promise<void> {
  const pending = await ofOneController(chosen, connections);
  const [first] = pending;
  const connection = first && connections.get(first.address.connection);
  if (!first || !connection)
    throw new UserError(t('There is nothing to plan: no changes are pending. Edit a cell or a record first.'));
  const { edits, pendingSources } = await records.get();
  const texts = await Promise.all(
    pending.map(async ({ uri, address }) => ({
      address,
      text: edits.latest(await vscode.workspace.openTextDocument(uri)),
    })),
  );
  const { operations, left } = await withCountProgress(t('Making a plan'), (tell, signal) =>
    pendingOperations(pendingSources, texts, tell, signal),
  );
  if (operations.length === 0) throw new UserError(left.length > 0 ? leftOut(left) : nothingDiffers());
  const { controller } = first.address;
  const why = pending.length === 1 ? first.name : shortName(controller);
  const made = { madeBy: 'Recordbench', madeAt: new Date().toISOString(), why: t('Pending changes in {0}', why) };
  const head = { connection: connection.name, address: connection.baseUrl, controller, ...made };
  const isSaved = await savePlan(made.why, writePlan(head, operations));
  if (isSaved && left.length > 0) void showInformation(leftOut(left));
}

/** A plan is about one controller: where there are several, a person says which. */
async function ofOneController(
  chosen: readonly PendingDocument[],
  connections: Pick<Connections, 'get'>,
): Promise<readonly PendingDocument[]> {
  const groups = Map.groupBy(chosen, ({ address }) => JSON.stringify([address.connection, address.controller]));
  const [only, ...others] = [...groups.values()];
  if (!only || others.length === 0) return only ?? [];
  const { group } = await pickOne(
    workingFirst([only, ...others], (one) => one[0]!.address.connection).map((one) => {
      const { connection, controller } = one[0]!.address;
      const where = connections.get(connection)?.name ?? connection;
      return {
        label: shortName(controller),
        description: where,
        detail: one.map(({ name }) => name).join(', '),
        group: one,
      };
    }),
    { title: t('Save as Plan'), placeHolder: t('Of which records? A plan is about one controller of one connection.') },
  );
  return group;
}

function leftOut(left: readonly string[]): string {
  const told = left.slice(0, mostTold);
  const more = left.length - told.length;
  const names = more > 0 ? t('{0} and {1} more', told.join(', '), formatNumber(more)) : told.join(', ');
  return t(
    'Not in the plan: {0}. Files, passwords, rows inside a record and what cannot be saved stay in their tabs.',
    names,
  );
}

function nothingDiffers(): string {
  return t('There is nothing to plan: the service has all of it already, or nothing is filled in yet.');
}
