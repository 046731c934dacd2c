import { t } from '@vscode/l10n';
import { workingFirst } from '../platform/openRecords.ts';
import * as vscode from 'vscode';
import { shortName } from '../model/controller.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { writePlan } from '../model/plan/recordPlan.ts';
import { withCountProgress } from '../platform/countProgress.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { PendingDocument } from '../platform/pendingDocuments.ts';
import { savePlan } from '../platform/savePlan.ts';
import { showInformation } from '../platform/ui/notifications.ts';
import { pickOne } from '../platform/ui/questions.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { Connections } from '../services/connections/connections.ts';
import { pendingOperations, type PendingSources } from '../services/plan/pendingOperations.ts';

export interface PlanPendingRecords {
  readonly edits: Pick<DocumentEdits, 'latest'>;
  readonly pendingSources: PendingSources;
}

export interface PlanPendingDeps {
  readonly connections: Pick<Connections, 'get'>;
  readonly records: Lazy<PlanPendingRecords>;
}

/** Of so many it is told that they are not in the plan; the others are counted. */
const mostTold = 5;

/** Writes what is not saved yet down as a plan, which is then opened. It stays unsaved in its tabs. */
export async function planDocuments(
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
