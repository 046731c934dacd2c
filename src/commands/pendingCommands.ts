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
  /** True if the view of pending changes is visible. */
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
    comparePending: [argument?: vscode.Uri];
    planPending: [argument?: vscode.Uri];
  }
}

/** The documents selected in the view, the one whose item or tab was used, or all. */
function chosenIn(pending: PendingDocuments, argument: unknown, second: unknown): readonly PendingDocument[] {
  if (argument instanceof vscode.Uri) return pending.all.filter(({ uri }) => uri.toString() === argument.toString());
  if (!(argument instanceof PendingNode)) return pending.all;
  const selected = Array.isArray(second) ? second.filter((one) => one instanceof PendingNode) : [];
  return (selected.includes(argument) ? selected : [argument]).map((node) => node.pending);
}

/** Rejected documents stay unsaved and show the reason; read-only ones are skipped. Returns how many were saved. */
export async function savePending(argument: unknown, deps: PendingCommandDeps, second?: unknown): Promise<number> {
  const chosen = chosenIn(deps.pending, argument, second).filter(({ address }) =>
    deps.guard.allows(address.connection),
  );
  const isKnown = isTrue(argument, 'confirmed') || isSeen(argument, deps);
  if (chosen.length > 0 && !isKnown && !(await confirmSave(chosen))) return 0;
  const refusals: string[] = [];
  // one at a time: each may show a message
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
        : t('Could not save {0} of {1} tabs. Open them to see why.', refusals.length, chosen.length),
    );
  return chosen.length - refusals.length;
}

/** For a view title button; ignores the focused tree item that VS Code passes. */
export async function saveAllPending(_: unknown, deps: PendingCommandDeps): Promise<number> {
  return savePending(undefined, deps);
}

/** Ctrl+S with focus outside the page. VS Code's own save would report a failure in a notification over the page. */
export async function saveInFront(_: unknown, { records }: PendingCommandDeps): Promise<void> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const uri = tab && tabUri(tab);
  if (!uri || !addressOfUri(uri)) return;
  const refusal = await (await records.get()).save(await vscode.workspace.openTextDocument(uri));
  if (refusal && !refusal.isShown) throw new UserError(refusal.sentence);
}

/**
 * True if the user can see what is saved. A command link can appear anywhere and looks like a call from the palette or
 * a tree item.
 */
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

/** Asks once for all documents. */
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

/** The first ten names; undefined for one document, which the question names. */
function namesOf(chosen: readonly PendingDocument[]): string | undefined {
  const names = chosen.slice(0, 10).map(({ name }) => name);
  return chosen.length > 1 ? names.join(', ') : undefined;
}

/** VS Code reverts only the active editor. A new record has nothing to revert to, so it is closed. */
async function discard({ uri, address }: PendingDocument): Promise<void> {
  const tab = addressedTabs().find((one) => one.uri.toString() === uri.toString())?.tab;
  const viewType = tab?.input instanceof vscode.TabInputCustom ? tab.input.viewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, tab?.group.viewColumn);
  await vscode.commands.executeCommand(
    address.kind === 'newRecord' ? 'workbench.action.revertAndCloseActiveEditor' : 'workbench.action.files.revert',
  );
}

/** Shows the unsaved changes of the list view or record in the diff editor: the item's, the tab's, or one of all. */
export async function comparePending(argument: unknown, { pending, records }: PendingCommandDeps): Promise<void> {
  const { uri, address, name } = await onePending(argument, pending);
  const { compared } = await records.get();
  if (address.kind !== 'listView') return compareWithSaved(compared, address);
  // the tab may be restored before its document is
  await vscode.workspace.openTextDocument(uri);
  await compared.showStaged(address, t('{0}: saved ↔ yours', name));
}

async function onePending(argument: unknown, { all }: PendingDocuments): Promise<PendingDocument> {
  if (argument instanceof PendingNode) return argument.pending;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const asked = argument instanceof vscode.Uri ? argument : tab && tabUri(tab);
  const found = all.find(({ uri }) => uri.toString() === asked?.toString());
  if (found) return found;
  if (argument instanceof vscode.Uri || all.length === 0)
    throw new UserError(t('There are no pending changes to compare. Edit a cell or a record first.'));
  const [only, ...others] = all;
  if (only && others.length === 0) return only;
  const lines = all.map((one) => ({ label: one.name, description: shortName(one.address.controller), one }));
  const placeHolder = t('Which pending changes should be compared?');
  return (await pickOne(lines, { placeHolder, matchOnDescription: true })).one;
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

/** Max number of skipped changes to name; the rest are counted. */
const maxNamedSkips = 5;

/** Writes unsaved changes to a plan and opens it. They stay unsaved in their tabs. */
async function planDocuments(
  chosen: readonly PendingDocument[],
  { connections, records }: PlanPendingDeps,
): Promise<void> {
  const pending = await ofOneController(chosen, connections);
  const [first] = pending;
  const connection = first && connections.get(first.address.connection);
  if (!first || !connection)
    throw new UserError(t('Could not make a plan: there are no pending changes. Edit a cell or a record first.'));
  const { edits, pendingSources } = await records.get();
  const texts = await Promise.all(
    pending.map(async ({ uri, address }) => ({
      address,
      text: edits.latest(await vscode.workspace.openTextDocument(uri)),
    })),
  );
  const { operations, left } = await withCountProgress(t('Making a plan'), (report, signal) =>
    pendingOperations(pendingSources, texts, report, signal),
  );
  if (operations.length === 0) throw new UserError(left.length > 0 ? leftOut(left) : nothingDiffers());
  const { controller } = first.address;
  const why = pending.length === 1 ? first.name : shortName(controller);
  const made = { madeBy: 'Recordbench', madeAt: new Date().toISOString(), why: t('Pending changes in {0}', why) };
  const head = { connection: connection.name, address: connection.baseUrl, controller, ...made };
  const isSaved = await savePlan(made.why, writePlan(head, operations));
  if (isSaved && left.length > 0) void showInformation(leftOut(left));
}

/** A plan covers one controller, so with several the user picks one. */
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
    { title: t('Save as Plan'), placeHolder: t('For which records? A plan covers one controller of one connection.') },
  );
  return group;
}

function leftOut(left: readonly string[]): string {
  const named = left.slice(0, maxNamedSkips);
  const more = left.length - named.length;
  const names = more > 0 ? t('{0} and {1} more', named.join(', '), formatNumber(more)) : named.join(', ');
  return t(
    "Not in the plan: {0}. Files, passwords, sub-table rows and changes that can't be saved stay in their tabs.",
    names,
  );
}

function nothingDiffers(): string {
  return t('Could not make a plan: the service already has all of these values, or nothing is filled in yet.');
}
