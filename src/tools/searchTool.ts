import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ControllerName } from '../model/controller.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import { sentenceOf, UserError } from '../platform/errorReporter.ts';
import { type SearchHit, RecordSearch } from '../services/lists/recordSearch.ts';
import type { Tool } from '../platform/ui/views.ts';
import { toolAnswer } from './toolAnswer.ts';
import { inputConnection, inputController, abortSignalOf, inputText } from './toolInput.ts';
import type { ToolDeps } from './toolDeps.ts';

const mostRecords = 50;
const usualRecords = 20;
const mostColumns = 20;

/** Records by id or text: those of one controller with their columns, or what is found anywhere by name. */
export const searchTool = (deps: ToolDeps): Tool => ({
  prepareInvocation: ({ input }) => ({
    invocationMessage: t(
      'Searching {0} for “{1}”',
      inputText(input, 'controller') ?? t('records'),
      inputText(input, 'text') ?? '',
    ),
  }),
  invoke: async ({ input }, token) => {
    const signal = abortSignalOf(token);
    const controller = inputController(input);
    return controller ? listOne(deps, input, controller, signal) : findAnywhere(deps, input, signal);
  },
});

async function listOne(
  { connections, clients }: ToolDeps,
  input: unknown,
  controller: ControllerName,
  signal: AbortSignal,
): Promise<vscode.LanguageModelToolResult> {
  const { id } = inputConnection(input, connections);
  const [text, listView, limit] = [inputText(input, 'text'), inputText(input, 'listView'), limitOf(input)];
  const wanted = { limit, ...(text !== undefined && { search: text }), ...(listView !== undefined && { listView }) };
  const page = await (await clients.get(id)).records(controller, wanted, signal);
  const about = { connection: id, controller, total: page.total ?? 'not told' };
  return toolAnswer(about, 'records', rowsOf(page, limit));
}

async function findAnywhere(
  deps: ToolDeps,
  input: unknown,
  signal: AbortSignal,
): Promise<vscode.LanguageModelToolResult> {
  const text = inputText(input, 'text');
  if (text === undefined) throw new UserError(t('Name a text or an id to search for, or a controller to list.'));
  const only = inputText(input, 'connection') === undefined ? undefined : inputConnection(input, deps.connections).id;
  const found: SearchHit[] = [];
  const onFound = (records: readonly SearchHit[]): void => void found.push(...records);
  const unsearched = await new RecordSearch(deps).find(text, { onFound, signal, connection: only });
  const problems = unsearched.map(
    ({ connection, controller: where, error }) =>
      `${where ?? 'everything'} of ${connection.id}: ${sentenceOf('Searching', error)}`,
  );
  const records = found
    .toSorted((one, other) => Number(other.isById) - Number(one.isById))
    .slice(0, limitOf(input))
    .map(({ address, name, isDeleted }) => ({
      connection: address.connection,
      controller: address.controller,
      id: address.id,
      name,
      ...(isDeleted && { isDeleted }),
    }));
  return toolAnswer({ ...(problems.length > 0 && { notSearched: problems.slice(0, 10) }) }, 'records', records);
}

function limitOf(input: unknown): number {
  const wanted = Number(inputText(input, 'limit') ?? usualRecords);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, mostRecords) : usualRecords;
}

function rowsOf({ columns, rows }: RecordPage, limit: number): object[] {
  const shown = columns.flatMap(({ isVisible, isDeclared, label }, index) =>
    isVisible && isDeclared ? [{ label, index }] : [],
  );
  return rows.slice(0, limit).map(({ id, name, isDeleted, cells }) => ({
    id,
    name,
    ...(isDeleted && { isDeleted }),
    values: Object.fromEntries(
      shown
        .slice(0, mostColumns)
        .map(({ label, index }) => [label, cells[index] ?? ''])
        .filter(([, value]) => value !== ''),
    ),
  }));
}
