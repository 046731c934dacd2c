import { withChanges } from '../model/form/fieldValue.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { planDelete } from '../model/bulk/bulkPlan.ts';
import { cellOf, fieldAt } from '../model/bulk/plannedCell.ts';
import type { Connection } from '../model/connection/connection.ts';
import type { ControllerName } from '../model/controller.ts';
import { proposedEdit } from '../model/draft/proposedEdit.ts';
import { textValues } from '../model/draft/recordText.ts';
import { ServiceError } from '../model/errors.ts';
import { recordNameFirst, recordValue, type RecordForm } from '../model/form/recordForm.ts';
import { referenceAt } from '../model/form/value.ts';
import { withoutSecrets } from '../model/form/secrets.ts';
import type { IsSecret } from '../model/secretNames.ts';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { planFieldOf, type PlanField, type PlanOperation, proposedBy, writePlan } from '../model/plan/recordPlan.ts';
import { canonicalId } from '../model/recordKey.ts';
import { DocumentEdits } from '../platform/documentEdits.ts';
import { UserError } from '../platform/errorReporter.ts';
import { defaultFolder } from '../platform/fileDialogs.ts';
import { planEnding } from '../platform/savePlan.ts';
import { inParallel } from '../services/common/inParallel.ts';
import type { RecordTool } from './recordTool.ts';
import { inputConnection, inputController, inputText } from './toolInput.ts';
import type { ToolDeps } from './toolDeps.ts';

/** Same limit as in its schema. */
const maxOperations = 500;
const atOnce = 4;

type Client = Awaited<ReturnType<ToolDeps['clients']['get']>>;

interface Asked {
  readonly do: PlanOperation['do'];
  readonly id: string | undefined;
  readonly fields: JsonObject;
}

interface ProposeRequest {
  readonly connection: Connection;
  readonly controller: ControllerName;
  readonly why: string;
  readonly operations: readonly Asked[];
}

/** Result for one operation: its entry in the plan, and the response for the model. */
interface Proposed {
  readonly operation?: PlanOperation;
  readonly reported: object;
}

/** Puts changes to several records into an unsaved plan, which the user can review and run. Nothing is sent. */
export const tool = (deps: ToolDeps): RecordTool => ({
  doing: (input) => t('Proposing changes to {0}', inputText(input, 'controller') ?? t('records')),
  connections: (input) => [readRequest(input, deps).connection],
  run: async (input, signal) => {
    const { connection, controller, why, operations } = readRequest(input, deps);
    const client = await deps.clients.get(connection.id);
    const proposed: Proposed[] = [];
    await inParallel(operations, atOnce, async (one, at) => {
      proposed[at] = await propose(client, controller, one, signal);
    });
    const planned = proposed.flatMap(({ operation }) => operation ?? []);
    const about = { connection: connection.id, controller, proposed: planned.length };
    const answer = {
      list: 'operations',
      entries: proposed.map(({ reported }) => reported),
      source: `a plan for ${operations.length} records of ${controller}`,
    };
    if (planned.length === 0) return { ...answer, about };
    const made = { madeBy: proposedBy, madeAt: new Date().toISOString(), why };
    const head = { connection: connection.name, address: connection.baseUrl, controller, ...made };
    const uri = await show([...writePlan(head, planned)].join(''));
    const note =
      'Nothing was sent. The plan is open and not saved; a person has to look at it, show it as a page and run it there.';
    return { ...answer, about: { ...about, document: uri.toString(), note } };
  },
});

function readRequest(input: unknown, { connections, guard }: ToolDeps): ProposeRequest {
  const controller = inputController(input);
  const given: unknown = isObject(input as JsonValue) ? (input as JsonObject)['operations'] : undefined;
  const operations = Array.isArray(given) ? given.slice(0, maxOperations + 1).map(askedIn) : [];
  if (!controller || operations.length === 0)
    throw new UserError(
      t(
        'Specify the controller, such as crm/leads, and the operations, each with “do”, the id, and the fields with their new values.',
      ),
    );
  if (operations.length > maxOperations)
    throw new UserError(t('Specify at most {0} operations at once.', maxOperations));
  const ids = operations.flatMap(({ id }) => id ?? []);
  const keys = ids.map(canonicalId);
  const twice = ids.find((_, at) => keys.indexOf(keys[at] ?? '') !== at);
  if (twice !== undefined) throw new UserError(t('Specify record {0} only once.', twice.slice(0, 100)));
  const connection = inputConnection(input, connections);
  guard.begin(connection.id, t('change records of {0}', controller));
  return { connection, controller, why: (inputText(input, 'why') ?? '').slice(0, 1_000), operations };
}

function askedIn(one: unknown): Asked {
  const [action, id] = [inputText(one, 'do'), inputText(one, 'id')];
  const given = isObject(one as JsonValue) ? (one as JsonObject)['fields'] : undefined;
  const fields = isObject(given) ? given : {};
  const hasFields = Object.keys(fields).length > 0;
  if (action === 'add' && hasFields) return { do: action, id: undefined, fields };
  if (id !== undefined && (action === 'delete' || (action === 'edit' && hasFields))) return { do: action, id, fields };
  throw new UserError(
    t(
      'Could not read an operation: write { "do": "edit", "id": "7", "fields": { "city": "Pune" } }; “do” is edit, add or delete.',
    ),
  );
}

/** A record that can't be read or changed doesn't affect the others. */
async function propose(
  client: Client,
  controller: ControllerName,
  asked: Asked,
  signal: AbortSignal,
): Promise<Proposed> {
  const about = { do: asked.do, ...(asked.id !== undefined && { id: asked.id }) };
  try {
    const form =
      asked.id === undefined
        ? await client.form(controller, 'add', undefined, signal)
        : await client.open(controller, asked.id, signal);
    const { operation, ...reported } =
      asked.do === 'delete' ? proposedDelete(form, asked, client.isSecret) : proposedFields(form, asked);
    return { ...(operation && { operation }), reported: { ...about, proposed: operation !== undefined, ...reported } };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.scope !== 'record') throw error;
    return { reported: { ...about, proposed: false, refused: error.message } };
  }
}

function proposedDelete(
  form: RecordForm,
  { id = '' }: Asked,
  isSecret: IsSecret,
): { operation?: PlanOperation; refused?: string } {
  const plan = planDelete(form);
  if (plan.kind !== 'delete') return plan.kind === 'refused' ? { refused: plan.why } : {};
  const held = withoutSecrets(form, form.values, isSecret);
  return { operation: { do: 'delete', id, name: recordNameFirst(form), held } };
}

function proposedFields(form: RecordForm, asked: Asked): { operation?: PlanOperation; fields: object[] } {
  const { changes, fields: passed, refused, unchanged } = proposedEdit(form, textValues(form), asked.fields);
  const planned = changes.flatMap(({ at, value }): PlanField[] => {
    const field = fieldAt(form, at);
    if (!field) return [];
    const before = asked.do === 'add' ? null : recordValue(form, field);
    return [planFieldOf(cellOf(form, field, [before, value], referenceAt(withChanges({}, changes), at)))];
  });
  const reported = [
    ...passed.map(({ name, from, to }) => ({ name, from, to })),
    ...refused.map(({ name, why }) => ({ name, refused: why })),
    ...unchanged.map((name) => ({ name, unchanged: true })),
  ];
  if (planned.length === 0) return { fields: reported };
  const { id } = asked;
  const operation: PlanOperation =
    id === undefined
      ? { do: 'add', name: t('New {0}', form.singular), fields: planned }
      : { do: 'edit', id, name: recordNameFirst(form), fields: planned };
  return { operation, fields: reported };
}

/** Uses an unused name, so that saving doesn't ask to overwrite a file. */
async function show(text: string): Promise<vscode.Uri> {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17);
  const uri = vscode.Uri.joinPath(defaultFolder(), `proposed-${time}${planEnding}`).with({ scheme: 'untitled' });
  const document = await vscode.workspace.openTextDocument(uri);
  // VS Code may reject an edit of a document that it is still opening
  await new DocumentEdits().change(document, () => text);
  await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
  return uri;
}
