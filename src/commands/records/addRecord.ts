import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ControllerName } from '../../model/controller.ts';
import { objectIn } from '../../model/draft/comparedText.ts';
import { duplicateValues } from '../../model/form/duplicateValues.ts';
import { linkedStart } from '../../model/form/parentLink.ts';
import { parseRelatedList, type RelatedList } from '../../model/list/relatedList.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { NewRecords } from '../../services/records/newRecords.ts';
import type { RecordDrafts } from '../../services/records/recordDrafts.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { addressInFront, addressNamed, connectionOf, controllerIn, questionsFor } from '../addressArgument.ts';
import type { AddressArgument, RecordArgument } from '../commandArgument.ts';
import { type ListViewDeps, pickController } from '../lists/pickListView.ts';
import { anyRecordOf, type RecordChoice } from './recordArgument.ts';

interface AddDeps extends ListViewDeps {
  readonly guard: WriteGuard;
  readonly newRecords: NewRecords;
  readonly recordForms: RecordForms;
  readonly records: Lazy<{ readonly drafts: Pick<RecordDrafts, 'prepareNew'> }>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    addRecord: [argument?: AddressArgument];
    duplicateRecord: [argument?: RecordArgument];
  }
}

/** Opens a new record of the named, active or picked controller. Nothing is sent until it is saved. */
export async function addRecord(argument: unknown, deps: AddDeps): Promise<void> {
  const { related, ...target } = await inSteps(questionsFor(argument, deps.connections) + 1, () =>
    targetOf(argument, deps),
  );
  deps.guard.begin(target.connection, t('add a record'));
  const address = deps.newRecords.next(target);
  if (related) {
    const { connection } = target;
    const parent = await deps.recordForms.get(connection, related.parent, related.to.id);
    const start = linkedStart(related, parent, await deps.recordForms.fresh(address));
    const { drafts } = await deps.records.get();
    drafts.prepareNew(address, start);
    deps.newRecords.setInitialValues(address, start.values);
  }
  await vscode.commands.executeCommand('vscode.open', addressUri(address), { preview: false });
}

interface Target {
  readonly connection: string;
  readonly controller: ControllerName;
  /** Set when adding from a related list: the new record belongs to the same parent. */
  readonly related?: RelatedList | undefined;
}

async function targetOf(argument: unknown, deps: AddDeps): Promise<Target> {
  const known = argument === undefined ? addressInFront() : addressNamed(argument);
  if (known) {
    const related = known.kind === 'listView' ? parseRelatedList(known.listView) : undefined;
    return { connection: known.connection, controller: known.controller, related };
  }
  const { id: connection } = await connectionOf(argument, deps.connections, t('To which connection?'), 'write');
  const controller = controllerIn(argument) ?? (await pickController(deps, connection));
  return { connection, controller };
}

interface DuplicateDeps extends RecordChoice {
  readonly guard: WriteGuard;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
}

/**
 * Creates a new record from the values of another. Uses an open record's draft, including unsaved changes: if the
 * record was deleted on the service, this is how to add it again.
 */
export async function duplicateRecord(argument: unknown, deps: DuplicateDeps): Promise<void> {
  const { guard, recordForms, newRecords } = deps;
  const source = await anyRecordOf(argument, deps, t('Which record should be duplicated?'), 'add');
  const { connection, controller } = source;
  guard.begin(connection, t('add a record'));
  const text = openDocumentOf(source)?.getText();
  const values = (text === undefined ? undefined : objectIn(text)) ?? (await recordForms.fresh(source)).values;
  const address = newRecords.next({ connection, controller });
  newRecords.setInitialValues(address, duplicateValues(values, await recordForms.fresh(address)));
  await vscode.commands.executeCommand('vscode.open', addressUri(address), { preview: false });
}
