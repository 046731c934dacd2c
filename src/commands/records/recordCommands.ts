import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressOf, connectionOf, controllerIn, questionsFor } from '../addressArgument.ts';
import {
  type AddressArgument,
  type Confirmed,
  type ControllerArgument,
  isTrue,
  type RecordArgument,
  textIn,
} from '../commandArgument.ts';
import { type ListViewDeps, pickController } from '../lists/pickListView.ts';
import type { ForgetDeps } from './forgetRecord.ts';
import { anyRecordOf, questionsForRecord, type RecordChoice, recordOf } from './recordArgument.ts';
import type { ComparedRecords } from '../../documents/comparedRecords.ts';
import type { RecordsDocuments } from '../../documents/recordsDocuments.ts';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import type { FormEditor } from '../../features/form/host/formEditor.ts';
import { customEditors } from '../../manifest.ts';
import type { RecordAddress } from '../../model/address/address.ts';
import { changedContent } from '../../model/bulk/bulkPlan.ts';
import { ServiceError } from '../../model/errors.ts';
import { explainPermission as explain } from '../../model/form/permission.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { recordTypes } from '../../model/schema/recordTypes.ts';
import { capitalized } from '../../model/sentence.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { copyAsCurlCommand, copyText, linkTo } from '../../platform/clipboard.ts';
import type { DocumentEdits } from '../../platform/documentEdits.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { isShownAsForm, openDocumentOf } from '../../platform/openRecords.ts';
import { columnChoices } from '../../model/list/columnOrder.ts';
import { columnLayout, tableQuery } from '../../features/table/tableProtocol.ts';
import type { SavedSearches } from '../../services/remembered/savedSearches.ts';
import { type SearchArgument, searchNamed } from '../lists/savedSearches.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { showInformation, withProgress } from '../../platform/ui/notifications.ts';
import { confirmDestructive } from '../../platform/confirmations.ts';
import { pickOne, showInputBox } from '../../platform/ui/questions.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { Clients } from '../../services/connections/clients.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { RecordHistory } from '../../services/history/recordHistory.ts';
import type { RecordDrafts } from '../../services/records/recordDrafts.ts';
import type { NewRecords } from '../../services/records/newRecords.ts';
import type { ControllerEntries } from '../../services/references/controllerEntries.ts';
import type { ChosenControllers } from '../../services/remembered/chosenControllers.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { RecordWriter } from '../../services/writes/recordWriter.ts';
import { assertDeletable } from '../../services/writes/writeChecks.ts';
import { saidOnce } from '../../model/serviceWords.ts';

export { addRecord, duplicateRecord } from './addRecord.ts';
export { compareAcross, compareRecords } from './compareRecords.ts';
export { pasteJson } from './pasteJson.ts';

export interface RecordCommandDeps extends RecordChoice, ListViewDeps, ForgetDeps {
  readonly saved: SavedSearches;
  readonly clients: Clients;
  readonly chosen: ChosenControllers;
  readonly entries: ControllerEntries;
  readonly guard: WriteGuard;
  readonly writer: Lazy<RecordWriter>;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
  readonly records: Lazy<{
    readonly compared: ComparedRecords;
    readonly drafts: Pick<RecordDrafts, 'get' | 'prepareNew' | 'restoreValues'>;
    readonly edits: DocumentEdits;
    readonly recordHistory: Lazy<RecordHistory>;
    readonly recordEditor: FormEditor;
    readonly documents: RecordsDocuments;
    readonly tables: Pick<TableEditor, 'outdatedColumns' | 'searchOf'>;
  }>;
}

const quickLookMs = 3_000;

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    openRecord: [argument?: ControllerArgument & { readonly id?: string }];
    openAsForm: [argument?: RecordArgument];
    openAsText: [argument?: RecordArgument];
    reloadRecord: [argument?: RecordArgument & Confirmed];
    deleteRecord: [argument?: RecordArgument & Confirmed];
    showChangeAsJson: [];
    explainPermission: [argument?: RecordArgument | { readonly address: string; field: string }, field?: string];
    copyLink: [argument?: AddressArgument | SearchArgument];
    copyAsCurl: [argument?: AddressArgument];
    copyTypes: [argument?: AddressArgument];
  }
}

/** Shows the active comparison as JSON. */
export async function showChangeAsJson(_: unknown, deps: RecordCommandDeps): Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff))
    throw new UserError(t('Open a change from the history or from the Watched view first.'));
  await (await deps.records.get()).compared.showAsJson(input.modified);
}

/** Asks for missing parts. */
export async function openRecord(argument: unknown, deps: RecordCommandDeps): Promise<void> {
  const isAsked = (name: 'controller' | 'id'): number => (textIn(argument, name) === undefined ? 1 : 0);
  const askedFor = questionsFor(argument, deps.connections) + isAsked('controller') + isAsked('id');
  const address = await inSteps(askedFor, async (): Promise<RecordAddress> => {
    const { id: connection } = await connectionOf(argument, deps.connections, t('In which connection?'));
    const controller = controllerIn(argument) ?? (await pickController(deps, connection));
    const id =
      textIn(argument, 'id') ??
      (await showInputBox({
        title: t('Open Record: {0}', controller),
        prompt: t('The id of the record'),
        validateInput: (text) => (text.trim() === '' ? t('Enter an id, or press Escape.') : undefined),
      }));
    if (id === undefined) throw new vscode.CancellationError();
    return { kind: 'record', connection, controller, id: id.trim() };
  });
  const uri = addressUri(address);
  await vscode.commands.executeCommand('vscode.open', uri);
}

/** Opens a record's form at the field under the text cursor. */
export async function openAsForm(argument: unknown, deps: RecordCommandDeps): Promise<void> {
  const uri = addressUri(await anyRecordOf(argument, deps, t('Which record should be opened?')));
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.toString() === uri.toString()) {
    const { recordEditor } = await deps.records.get();
    recordEditor.revealFieldAt(editor.document, editor.document.offsetAt(editor.selection.active));
  }
  await vscode.commands.executeCommand('vscode.openWith', uri, customEditors.form, { preview: false });
}

/** Opens a record's text next to its form; both show the same document. */
export async function openAsText(argument: unknown, deps: RecordCommandDeps): Promise<void> {
  const uri = addressUri(await anyRecordOf(argument, deps, t('Which record should be opened?')));
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { preview: false });
}

/** Reloads the record from the service. Asks first if unsaved changes would be lost. */
export async function reloadRecord(argument: unknown, deps: RecordCommandDeps): Promise<void> {
  const address = await recordOf(argument, deps, t('Which record should be reloaded?'));
  const isDirty = openDocumentOf(address)?.isDirty === true;
  if (isDirty && !isTrue(argument, 'confirmed') && !(await confirmReload())) return;
  const uri = addressUri(address);
  const { documents } = await deps.records.get();
  // first, so that nothing is discarded if the record can't be read
  if (openDocumentOf(address)) await documents.records.readAhead(uri, address);
  await vscode.commands.executeCommand('vscode.open', uri);
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

function confirmReload(): Promise<boolean> {
  return confirmDestructive(t('Discard Changes'), t('Discard your changes?'), [
    t('The record is reloaded from the service.'),
    t('Unsaved changes will be lost.'),
  ]);
}

/** Asks once, unless the argument sets `confirmed`. Returns whether the record was deleted. */
export async function deleteRecord(argument: unknown, deps: RecordCommandDeps): Promise<boolean> {
  const { guard, recordForms, connections } = deps;
  const address = await recordOf(argument, deps, t('Which record should be deleted?'), 'delete');
  const madeFor = textIn(argument, 'madeFor') ?? guard.begin(address.connection, t('delete the record'));
  guard.check(address.connection, t('delete the record'), madeFor);
  const form = await recordForms.fresh(address);
  const name = `${form.singular} ${form.name === '' ? address.id : `“${form.name}”`}`;
  if (form.isDeleted)
    throw new ServiceError('refused', { doing: t('delete {0}', name), why: t('it has already been deleted') });
  assertDeletable(form);
  const connection = connections.get(address.connection)?.name ?? address.connection;
  if (!isTrue(argument, 'confirmed') && !(await askToDelete(name, connection, address, form, deps))) return false;
  const outcome = await withProgress(
    { location: vscode.ProgressLocation.Window, title: t('Deleting {0}', name) },
    async () =>
      (await deps.writer.get()).delete(address, {
        doing: t('delete {0}', name),
        through: 'command',
        madeFor,
        seen: form,
      }),
  );
  if (outcome.kind !== 'done') throw outcome.error;
  const answered = outcome.messages.map(({ text }) => text);
  // a visible form shows this itself
  const own = isShownAsForm(address) ? [] : [t('{0} was deleted.', capitalized(name))];
  const said = saidOnce(answered.length > 0 ? answered : own, form.messages, outcome.readMessages);
  if (said.length > 0) void showInformation(said.join(' '));
  return true;
}

async function askToDelete(
  name: string,
  connection: string,
  address: RecordAddress,
  form: RecordForm,
  deps: RecordCommandDeps,
): Promise<boolean> {
  const isDirty = openDocumentOf(address)?.isDirty === true;
  const changed = await changedSinceShown(address, form, deps);
  return confirmDestructive(t('Delete'), t('Delete {0}?', name), [
    t('It will be deleted from {0} for everyone.', connection),
    changed.length > 0 ? t('Someone changed it since it was shown here: {0}.', changed.join(', ')) : undefined,
    isDirty ? t('It has unsaved changes here; they stay in their tab.') : undefined,
  ]);
}

/** Names of the fields that changed since the open form, or else an open table, showed them. */
async function changedSinceShown(address: RecordAddress, now: RecordForm, deps: RecordCommandDeps): Promise<string[]> {
  const { drafts, tables } = await deps.records.get();
  const shown = openDocumentOf(address) ? drafts.get(address)?.form : undefined;
  if (shown) return changedContent(shown, now).map(({ label }) => label);
  return tables.outdatedColumns(address, AbortSignal.timeout(quickLookMs));
}

/** "Why can't I edit this?" Arguments: an address and a field, or an object with both. Returns the explanation. */
export async function explainPermission(argument: unknown, deps: RecordCommandDeps, second?: unknown): Promise<string> {
  const named = textIn(argument, 'address') ?? argument;
  const name = typeof second === 'string' ? second : textIn(argument, 'field');
  const field = await inSteps(questionsForRecord(named) + (name === undefined ? 1 : 0), async () => {
    const address = await anyRecordOf(named, deps, t('Which record has the field?'));
    const form = await deps.recordForms.formFor(address);
    return name === undefined ? pickField(form) : fieldNamed(form, name);
  });
  const sentence = explain(field.label, field.permission);
  void showPermission(sentence, field.permission.details ?? '');
  return sentence;
}

async function showPermission(sentence: string, details: string): Promise<void> {
  const more = t('Details');
  if ((await showInformation(sentence, more)) === more) await showInformation(details);
}

/** Finds a field by key, name or label. */
function fieldNamed(form: RecordForm, name: string): RecordField {
  const all = [...form.fields, ...form.otherFields];
  const field =
    all.find(({ key }) => key === name) ??
    all.find(({ at }) => pathKey(at) === name) ??
    all.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (!field) throw new UserError(t('There is no field “{0}” in this {1}.', name, form.singular));
  return field;
}

async function pickField(form: RecordForm): Promise<RecordField> {
  const lines = [...form.fields, ...form.otherFields].map((field) => ({
    label: field.label,
    iconPath: new vscode.ThemeIcon(field.permission.editable ? 'edit' : 'lock'),
    description: pathKey(field.at),
    field,
  }));
  const picked = await pickOne(lines, { placeHolder: t('Which field?'), matchOnDescription: true });
  return picked.field;
}

/** A link to an open table includes its current query; a link to a saved search that isn't open, the saved one. */
export async function copyLink(argument: unknown, { records, saved }: RecordCommandDeps): Promise<void> {
  const search = searchNamed(argument, saved);
  const address = addressOf(argument);
  if (address.kind === 'newRecord') throw new UserError(t('This record has not been added yet. Save it first.'));
  const isTab = textIn(argument, 'search') === undefined;
  const open = isTab ? records.now?.tables.searchOf(addressUri(address)) : undefined;
  const stored = search && {
    query: tableQuery.safeParse(search.query).data,
    layout: columnLayout.safeParse(search.layout).data,
  };
  const shown = open ?? stored;
  await copyText(linkTo(address, { ...shown?.query, columns: columnChoices(shown?.layout) }), t('Link'));
}

/** Copies the request that reads a list view or a record. */
export async function copyAsCurl(argument: unknown, { clients }: RecordCommandDeps): Promise<void> {
  const address = addressOf(argument);
  const client = await clients.get(address.connection);
  if (address.kind === 'newRecord') throw new UserError(t("A record that has not been added yet can't be read."));
  const { controller } = address;
  const url =
    address.kind === 'record'
      ? client.recordAddress(controller, address.id)
      : client.recordsAddress(controller, address.listView === undefined ? {} : { listView: address.listView });
  await copyAsCurlCommand({ address: url });
}

/** Copies the TypeScript type of a record or of a list view's records. */
export async function copyTypes(argument: unknown, { recordForms }: RecordCommandDeps): Promise<void> {
  const address = addressOf(argument);
  const { connection, controller } = address;
  const form = await recordForms.formFor(
    address.kind === 'listView' ? { kind: 'newRecord', connection, controller, number: 1 } : address,
  );
  await copyText(recordTypes(form), t('TypeScript type'));
}
