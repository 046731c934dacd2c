import { t } from '@vscode/l10n';
import type { Connection } from '../model/connection/connection.ts';
import type { ControllerName } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { RecordForm } from '../model/form/recordForm.ts';
import type { RecordTool } from './recordTool.ts';
import type { ToolAnswer } from './toolAnswer.ts';
import { inputConnection, inputConnections, inputController, inputText } from './toolInput.ts';
import type { ToolDeps } from './toolDeps.ts';

const maxOptions = 30;

/** Lists the connections and their controllers, or the fields of one controller. */
export const tool = (deps: ToolDeps): RecordTool => ({
  doing: (input) => t('Reading the description of {0}', inputText(input, 'controller') ?? t('the record services')),
  connections: (input) =>
    inputController(input) ? [inputConnection(input, deps.connections)] : inputConnections(input, deps.connections),
  run: async (input, signal) => {
    const controller = inputController(input);
    if (controller) return describeController(deps, inputConnection(input, deps.connections), controller, signal);
    const wanted = inputConnections(input, deps.connections);
    const found = await Promise.all(wanted.map((connection) => controllersOf(deps, connection)));
    return { about: {}, list: 'controllers', entries: found.flat(), source: 'the controllers' };
  },
});

/** A connection that can't be read doesn't affect the others. */
async function controllersOf({ listViews }: ToolDeps, { id, name, readOnly }: Connection): Promise<object[]> {
  const about = { connection: id, name, readOnly };
  try {
    const known = await listViews.controllers(id);
    return known.map((one) => ({
      ...about,
      controller: one.name,
      listViews: one.listViews.map((view) => ({ id: view.id, name: view.name })),
    }));
  } catch (error) {
    return [{ ...about, problem: error instanceof ServiceError ? error.message : 'It cannot be read.' }];
  }
}

async function describeController(
  { clients }: ToolDeps,
  { id, name, readOnly }: Connection,
  controller: ControllerName,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const client = await clients.get(id);
  const about = { connection: id, name, readOnly, controller };
  const source = `the form of ${controller}`;
  try {
    const form = await client.form(controller, 'add', undefined, signal);
    if (form.fields.length > 0)
      return { about: { ...about, singular: form.singular }, list: 'fields', entries: fieldsOf(form), source };
  } catch (error) {
    // reading may be permitted even if adding isn't
    if (!(error instanceof ServiceError) || !['notAllowed', 'refused', 'notFound'].includes(error.code)) throw error;
  }
  const { columns } = await client.lookUp(controller, { limit: 1 }, signal);
  const described = columns.map(({ name: column, label, kind }) => ({ name: column, label, kind }));
  return { about, list: 'columns', entries: described, source };
}

function fieldsOf({ fields }: RecordForm): object[] {
  return fields
    .filter(({ kind }) => kind !== 'hidden')
    .map(({ at, label, kind, required, permission, options, help, reference }) => ({
      name: at.join('.'),
      label,
      kind,
      ...(required && { required }),
      ...(!permission.editable && { readOnly: true }),
      ...(help !== undefined && { help }),
      ...(reference && { reference }),
      ...(options.length > 0 && { options: options.slice(0, maxOptions).map(({ value, text }) => ({ value, text })) }),
      ...(options.length > maxOptions && { moreOptions: options.length - maxOptions }),
    }));
}
