import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparedRecords } from '../../documents/comparedRecords.ts';
import { customEditors } from '../../manifest.ts';
import type { RecordAddress } from '../../model/address/address.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { parseControllerName, shortName } from '../../model/controller.ts';
import { jsonProblem } from '../../model/draft/jsonProblem.ts';
import { writtenEntries } from '../../model/draft/recordText.ts';
import { withValues } from '../../model/draft/textEdit.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { HistoryEntry } from '../../model/history/historyEntry.ts';
import { changeIcon, changeText, originText, sourceName, timeText } from '../../model/history/historyWords.ts';
import { readableChange, type TextPair } from '../../model/history/readableText.ts';
import { restoredRecord } from '../../model/history/restoredValues.ts';
import type { JsonObject } from '../../model/json.ts';
import { addressUri } from '../../platform/addressUri.ts';
import type { DocumentEdits } from '../../platform/documentEdits.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { addressedTabs } from '../../platform/addressedTabs.ts';
import { runCommand } from '../../platform/runCommand.ts';
import { numberSetting } from '../../platform/settings.ts';
import { showInformation } from '../../platform/ui/notifications.ts';
import { createQuickPick, setItems } from '../../platform/ui/questions.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { RecordHistory, RunEntry } from '../../services/history/recordHistory.ts';
import type { RecordDrafts } from '../../services/records/recordDrafts.ts';
import type { Recents } from '../../services/remembered/recents.ts';
import type { NewRecords } from '../../services/records/newRecords.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { RecordWriter } from '../../services/writes/recordWriter.ts';
import { addressInFront, addressNamed, connectionOf } from '../addressArgument.ts';
import { type ConnectionArgument, type ControllerArgument, type RecordArgument, textIn } from '../commandArgument.ts';

export interface HistoryDeps {
  readonly connections: Connections;
  readonly recents: Pick<Recents, 'labelOf'>;
  readonly guard: WriteGuard;
  readonly writer: Lazy<RecordWriter>;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
  readonly records: Lazy<{
    readonly compared: ComparedRecords;
    readonly edits: DocumentEdits;
    readonly recordHistory: Lazy<RecordHistory>;
    readonly drafts: Pick<RecordDrafts, 'restoreValues'>;
  }>;
}

/** One change in the history of a record, by its key. */
interface ChangeArgument extends ControllerArgument {
  readonly id: string;
  readonly change: string;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    showHistory: [argument?: RecordArgument | ConnectionArgument | ChangeArgument];
  }
}

interface HistoryLine extends vscode.QuickPickItem {
  readonly entry: HistoryEntry | RunEntry;
}

/** Lists the changes of a record or a connection, each with its diff and a restore action. */
export async function showHistory(argument: unknown, deps: HistoryDeps): Promise<void> {
  const address = argument === undefined ? addressInFront() : addressNamed(argument);
  if (address?.kind === 'newRecord') throw new UserError(t('This record has not been added yet. Save it first.'));
  const named = address ? { connection: address.connection } : argument;
  const connection = await connectionOf(named, deps.connections, t('In which connection?'));
  const record = address?.kind === 'record' ? address : undefined;
  const { history } = await deps.writer.get();
  if (!history.isKept)
    return void showInformation(t('No history is kept: the setting recordbench.history.keepDays is 0.'));
  const reader = await (await deps.records.get()).recordHistory.get();
  const change = textIn(argument, 'change');
  if (record && change !== undefined) {
    const entry = (await reader.ofRecord(connection, record)).find(({ key }) => key === change);
    if (!entry) throw new UserError(t('Could not show the change: it is no longer in the history.'));
    return showEntry(entry, connection, deps);
  }
  const [show, restore] = [t('Show Changes'), t('Restore')];
  const offered = { show, ...(deps.guard.allows(connection.id) && { restore }) };
  const name = record && (deps.recents.labelOf(record) ?? `${shortName(record.controller)} ${record.id}`);
  const title = t('History of {0}', name ?? connection.name);
  const pick = createQuickPick<HistoryLine>({ title, placeholder: t('Which change should be shown?') });
  // closing the picker must not wait until everything is read
  const answer = new Promise<{ readonly line: HistoryLine; readonly button?: string | undefined } | undefined>(
    (resolve) => {
      pick.onDidAccept(() => pick.activeItems[0] && resolve({ line: pick.activeItems[0] }));
      pick.onDidTriggerItemButton(({ item, button }) => resolve({ line: item, button: button.tooltip }));
      pick.onDidHide(() => resolve(undefined));
    },
  );
  try {
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.busy = true;
    pick.show();
    const found = record ? await reader.ofRecord(connection, record) : await reader.ofConnection(connection);
    const days = numberSetting('historyKeepDays');
    if (found.length === 0) {
      const none =
        days === 1 ? t('No known changes in the last day.') : t('No known changes in the last {0} days.', days);
      return void showInformation(none);
    }
    setItems(
      pick,
      found.map((entry) => lineOf(entry, record !== undefined, offered)),
    );
    pick.busy = false;
    const chosen = await answer;
    pick.hide();
    if (!chosen) return;
    const { entry } = chosen.line;
    if ('run' in entry) return void (await runCommand('showBulkRuns', { run: entry.run }));
    await (chosen.button === restore ? restoreEntry(entry, connection, deps) : showEntry(entry, connection, deps));
  } finally {
    pick.dispose();
  }
}

function lineOf(
  entry: HistoryEntry | RunEntry,
  isOfRecord: boolean,
  { show, restore }: { readonly show: string; readonly restore?: string },
): HistoryLine {
  if ('run' in entry)
    return {
      label: entry.title,
      description: [entry.controller, sourceName(entry.through), timeText(entry.at)].join(' · '),
      iconPath: new vscode.ThemeIcon('run-all'),
      entry,
    };
  const buttons = [
    { iconPath: new vscode.ThemeIcon('diff'), tooltip: show },
    ...(restore !== undefined && canRestore(entry)
      ? [{ iconPath: new vscode.ThemeIcon('discard'), tooltip: restore }]
      : []),
  ];
  const iconPath = new vscode.ThemeIcon(changeIcon(entry));
  const change = changeText(entry);
  return isOfRecord
    ? { label: change, description: originText(entry), iconPath, buttons, entry }
    : {
        label: entry.name,
        description: [entry.controller, originText(entry)].join(' · '),
        detail: change,
        iconPath,
        buttons,
        entry,
      };
}

/** An added record has no earlier values, and a truncated entry lacks some of them. */
function canRestore({ action, before, after, isCut }: HistoryEntry): boolean {
  return action !== 'add' && isCut !== true && Object.keys({ ...before, ...after }).length > 0;
}

function addressOfEntry({ controller, id }: HistoryEntry, connection: Connection): RecordAddress {
  const name = parseControllerName(controller);
  if (!name || id === undefined)
    throw new UserError(t('The service did not say which record was created. Look for it in the list.'));
  return { kind: 'record', connection: connection.id, controller: name, id };
}

async function showEntry(entry: HistoryEntry, connection: Connection, deps: HistoryDeps): Promise<void> {
  if (entry.isCut) throw new UserError(t('Could not show the change: its values were too long to store.'));
  const { compared } = await deps.records.get();
  const title = [entry.name, originText(entry)].join(' · ');
  const address = addressOfEntry(entry, connection);
  const form = deps.recordForms.known(connection.id, address.controller) ?? (await formOfDeleted(entry, address, deps));
  await compared.showChange(address, 'history', {
    title,
    readable: readableChange(entry, form),
    json: jsonSides(entry),
  });
}

/** A deleted record shows all its values, and only a form has the field labels. */
async function formOfDeleted(
  { action }: HistoryEntry,
  { connection, controller }: RecordAddress,
  { recordForms, newRecords }: HistoryDeps,
): Promise<RecordForm | undefined> {
  if (action !== 'delete') return undefined;
  return recordForms.formFor(newRecords.next({ connection, controller })).catch(() => undefined);
}

/** For a row found changed in a list, only the values of its columns are known. */
function jsonSides({ before, after, fields }: HistoryEntry): TextPair {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const side = (name: 'from' | 'to', values: JsonObject): string => {
    if (keys.length === 0) return writtenEntries(fields.map((field) => [field.label, field[name] ?? null] as const));
    const own = keys.filter((key) => Object.hasOwn(values, key));
    return writtenEntries(own.map((key) => [key, values[key] ?? null] as const));
  };
  return { before: side('from', before), after: side('to', after) };
}

/** Restores old values as an unsaved edit; a deleted record becomes an unsaved new record. */
async function restoreEntry(entry: HistoryEntry, connection: Connection, deps: HistoryDeps): Promise<void> {
  const address = addressOfEntry(entry, connection);
  deps.guard.check(connection.id, t('restore {0}', entry.name), entry.service);
  return entry.action === 'delete' ? restoreRecord(entry, address, deps) : restoreFields(entry, address, deps);
}

async function restoreRecord(entry: HistoryEntry, { connection, controller }: RecordAddress, deps: HistoryDeps) {
  const address = deps.newRecords.next({ connection, controller });
  const { values, left } = restoredRecord(await deps.recordForms.fresh(address), entry.before);
  deps.newRecords.setInitialValues(address, values);
  await vscode.commands.executeCommand('vscode.open', addressUri(address), { preview: false });
  showSentences([t('Restored as a new record, which is added only when you save it.'), leftText(left)]);
}

async function restoreFields(entry: HistoryEntry, address: RecordAddress, deps: HistoryDeps): Promise<void> {
  const form = await deps.recordForms.fresh(address);
  if (form.isDeleted)
    throw new UserError(
      t('Could not restore {0}: it was deleted. Restore it from the history entry of its deletion.', entry.name),
    );
  const uri = addressUri(address);
  const document = await vscode.workspace.openTextDocument(uri);
  if (jsonProblem(document.getText()))
    throw new UserError(t('Could not restore {0}: its text is not valid JSON. Fix it first.', entry.name));
  const { edits, drafts } = await deps.records.get();
  const { changes, left, conflicts } = await drafts.restoreValues(address, entry);
  if (changes.length === 0)
    throw new UserError([t('Nothing could be restored.'), leftText(left)].filter((one) => one !== undefined).join(' '));
  // open it before editing: VS Code opens an unsaved document that has no tab in an editor of its choice
  if (!addressedTabs().some((tab) => tab.uri.toString() === uri.toString()))
    await vscode.commands.executeCommand('vscode.openWith', uri, customEditors.form, { preview: false });
  else await vscode.commands.executeCommand('vscode.open', uri);
  const before = document.getText();
  await edits.change(document, (text) => withValues(text, changes));
  showSentences([
    document.getText() === before && conflicts.length === 0
      ? t('{0} already has these values.', entry.name)
      : undefined,
    leftText(left),
    conflicts.length > 0
      ? t(
          'Changed since then: {0}. In the form, choose which value to keep.',
          listed(conflicts.map(({ label }) => label)),
        )
      : undefined,
  ]);
}

function leftText(left: readonly string[]): string | undefined {
  return left.length === 0 ? undefined : t('Skipped (read-only): {0}.', listed(left));
}

function showSentences(sentences: readonly (string | undefined)[]): void {
  const said = sentences.filter((one) => one !== undefined);
  if (said.length > 0) void showInformation(said.join(' '));
}

const maxNamed = 6;

function listed(labels: readonly string[]): string {
  const more = labels.length - maxNamed;
  const named = labels.slice(0, maxNamed).join(', ');
  return more > 0 ? t('{0} and {1} more', named, more) : named;
}
