import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { customEditors } from '../manifest.ts';
import type { NewRecordAddress, RecordAddress } from '../model/address/address.ts';
import type { Connection } from '../model/connection/connection.ts';
import type { ControllerName } from '../model/controller.ts';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { type ProposedEdit, proposedEdit } from '../model/draft/proposedEdit.ts';
import type { RecordForm } from '../model/form/recordForm.ts';
import { readRecordText, textValues } from '../model/draft/recordText.ts';
import { withValues } from '../model/draft/textEdit.ts';
import { addressUri } from '../platform/addressUri.ts';
import { UserError } from '../platform/errorReporter.ts';
import { addressedTabs } from '../platform/addressedTabs.ts';
import { openDocumentOf } from '../platform/openRecords.ts';
import type { RecordTool } from './recordTool.ts';
import { inputConnection, inputController, inputText } from './toolInput.ts';
import type { ToolDeps } from './toolDeps.ts';

const maxFields = 100;
const maxListedFields = 20;
const longestAskedAbout = 120;

interface StageRequest {
  readonly connection: Connection;
  readonly controller: ControllerName;
  /** Undefined for a new record. */
  readonly id: string | undefined;
  readonly fields: JsonObject;
}

/** Puts changes into a record's document, which the user can review and save. Nothing is sent. */
export const tool = (deps: ToolDeps): RecordTool => ({
  doing: (input) =>
    t('Changing {0} {1}', inputText(input, 'controller') ?? t('a record'), inputText(input, 'id') ?? ''),
  connections: (input) => [readRequest(input, deps).connection],
  question: async (input) => {
    const request = readRequest(input, deps);
    const form = await formOf(request, deps);
    const edit = proposedEdit(form, valuesNow(request, form), request.fields);
    // ask only for read consent: the answer says what was rejected
    if (edit.changes.length === 0) return undefined;
    return { title: questionFor(request, form), message: messageFor(edit) };
  },
  run: async (input) => {
    const request = readRequest(input, deps);
    const form = await formOf(request, deps);
    const about = {
      connection: request.connection.id,
      controller: request.controller,
      ...(request.id !== undefined && { id: request.id, name: form.name }),
    };
    const edit = proposedEdit(form, valuesNow(request, form), request.fields);
    const source = `changes to one record of ${request.controller}`;
    const answer = { list: 'fields', entries: outcomes(edit), source };
    if (edit.changes.length === 0) return { ...answer, about: { ...about, staged: 0 } };
    const uri = await put(edit, await addressOf(request, deps), deps);
    const result = {
      ...about,
      staged: edit.fields.length,
      document: uri.toString(),
      note: 'Nothing was sent. The record is open with these changes unsaved; a person has to look at it and save it.',
    };
    return { ...answer, about: result };
  },
});

function readRequest(input: unknown, { connections, guard }: ToolDeps): StageRequest {
  const [controller, id] = [inputController(input), inputText(input, 'id')];
  const given: unknown = isObject(input as JsonValue) ? (input as JsonObject)['fields'] : undefined;
  if (!controller || !isObject(given as JsonValue | undefined) || Object.keys(given as JsonObject).length === 0)
    throw new UserError(t('Specify the controller, such as crm/leads, the id, and the fields with their new values.'));
  const fields = given as JsonObject;
  if (Object.keys(fields).length > maxFields) throw new UserError(t('Specify at most {0} fields at once.', maxFields));
  const connection = inputConnection(input, connections);
  guard.begin(connection.id, id === undefined ? t('add a record') : t('change {0} {1}', controller, id));
  return { connection, controller, id, fields };
}

/** Reads from the service, because permissions may have changed since. */
function formOf({ connection, controller, id }: StageRequest, { recordForms }: ToolDeps): Promise<RecordForm> {
  return recordForms.fresh(
    id === undefined
      ? { kind: 'newRecord', connection: connection.id, controller, number: 1 }
      : { kind: 'record', connection: connection.id, controller, id },
  );
}

/** Includes unsaved edits. */
function valuesNow({ connection, controller, id }: StageRequest, form: RecordForm): JsonObject {
  const open = id && openDocumentOf({ kind: 'record', connection: connection.id, controller, id });
  if (!open) return textValues(form);
  const { values, problem } = readRecordText(open.getText());
  if (!values) throw new UserError(t('Could not change {0}: {1}. Ask the user to correct it.', form.name, problem));
  return values;
}

async function addressOf(
  { connection: { id: connection }, controller, id }: StageRequest,
  { newRecords }: ToolDeps,
): Promise<RecordAddress | NewRecordAddress> {
  return id === undefined
    ? newRecords.next({ connection, controller })
    : { kind: 'record', connection, controller, id };
}

async function put(
  { changes }: ProposedEdit,
  address: RecordAddress | NewRecordAddress,
  { records }: ToolDeps,
): Promise<vscode.Uri> {
  const uri = addressUri(address);
  const document = await vscode.workspace.openTextDocument(uri);
  // open it before editing: VS Code opens an unsaved document that has no tab in an editor of its choice
  if (!addressedTabs().some((tab) => tab.uri.toString() === uri.toString()))
    await vscode.commands.executeCommand('vscode.openWith', uri, customEditors.form, {
      preview: false,
      preserveFocus: true,
    });
  await (await records.get()).edits.change(document, (text) => withValues(text, changes));
  return uri;
}

function questionFor({ connection, controller, id }: StageRequest, form: RecordForm): string {
  const where = t('{0} of {1}', controller, connection.name);
  const kind = brief(form.singular);
  if (id === undefined) return t('Create a new {0} in {1}?', kind, where);
  return t('Change {0} “{1}” ({2}, {3})?', kind, brief(form.name || id), brief(id), where);
}

function messageFor({ fields, refused }: ProposedEdit): string {
  const more = fields.length - maxListedFields;
  const names = refused.slice(0, maxListedFields).map(({ name }) => brief(name));
  return [
    ...fields.slice(0, maxListedFields).map(({ label, from, to }) => `${brief(label)}: ${brief(from)} → ${brief(to)}`),
    ...(more > 0 ? [t('and {0} more', more)] : []),
    ...(names.length > 0 ? [t('Refused: {0}', names.join(', '))] : []),
    t('Nothing is sent to the service. The record opens with these changes unsaved, for you to save or discard.'),
  ].join('\n');
}

/** One short line, so that the user sees everything they agree to, whatever a record holds. */
function brief(text: string): string {
  const line = text
    .slice(0, 2 * longestAskedAbout)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return t('(empty)');
  return line.length > longestAskedAbout ? `${line.slice(0, longestAskedAbout)}…` : line;
}

function outcomes({ fields, refused, unchanged }: ProposedEdit): object[] {
  return [
    ...fields.map(({ name, from, to }) => ({ name, staged: true, from, to })),
    ...refused.map(({ name, why }) => ({ name, staged: false, refused: why })),
    ...unchanged.map((name) => ({ name, staged: false, unchanged: true })),
  ];
}
