import { t } from '@vscode/l10n';
import type { ControllerName } from '../model/controller.ts';
import { isSecretColumn } from '../model/list/columnField.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import { sentenceOf, UserError } from '../platform/errorReporter.ts';
import { RecordSearch, type SearchHit, type SearchRest } from '../services/lists/recordSearch.ts';
import type { RecordTool } from './recordTool.ts';
import type { ToolAnswer } from './toolAnswer.ts';
import { inputConnection, inputConnections, inputController, inputText } from './toolInput.ts';
import type { ToolDeps } from './toolDeps.ts';

const maxRecords = 50;
const usualRecords = 20;
const maxColumns = 20;

/** Finds records by id or text: in one controller with their columns, or everywhere by name. */
export const tool = (deps: ToolDeps): RecordTool => ({
  doing: (input) =>
    t('Searching {0} for “{1}”', inputText(input, 'controller') ?? t('records'), inputText(input, 'text') ?? ''),
  connections: (input) => {
    if (inputController(input)) return [inputConnection(input, deps.connections)];
    searchText(input);
    return inputConnections(input, deps.connections);
  },
  run: (input, signal) => {
    const controller = inputController(input);
    return controller ? listOne(deps, input, controller, signal) : findAnywhere(deps, input, signal);
  },
});

async function listOne(
  { connections, clients }: ToolDeps,
  input: unknown,
  controller: ControllerName,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { id } = inputConnection(input, connections);
  const [text, listView, limit] = [inputText(input, 'text'), inputText(input, 'listView'), limitOf(input)];
  const wanted = { limit, ...(text !== undefined && { search: text }) };
  const client = await clients.get(id);
  const { page, view } =
    listView === undefined
      ? await client.lookUp(controller, wanted, signal).then((found) => ({ page: found, view: found.view }))
      : { page: await client.records(controller, { ...wanted, listView }, signal), view: undefined };
  const about = {
    connection: id,
    controller,
    total: page.total ?? 'unknown',
    ...(view?.showsAll === false && { listView: view.name, mayLeaveRecordsOut: true }),
  };
  return { about, list: 'records', entries: rowsOf(page, limit), source: `a list of ${controller}` };
}

function searchText(input: unknown): string {
  const text = inputText(input, 'text');
  if (text === undefined) throw new UserError(t('Specify a text or an id to search for, or a controller to list.'));
  return text;
}

/** A service may have any number of controllers, and each one takes a request. */
const longestSearch = 60_000;

async function findAnywhere(deps: ToolDeps, input: unknown, canceled: AbortSignal): Promise<ToolAnswer> {
  const timeUp = AbortSignal.timeout(longestSearch);
  const signal = AbortSignal.any([canceled, timeUp]);
  const connections = { all: () => inputConnections(input, deps.connections) };
  const found: SearchHit[] = [];
  const more: { connection: string; controller: string; total: number | string }[] = [];
  const onFound = (records: readonly SearchHit[], rest?: SearchRest): void => {
    found.push(...records);
    if (rest)
      more.push({
        connection: rest.list.connection,
        controller: rest.list.controller,
        total: rest.total ?? 'unknown',
      });
  };
  const { unsearched, said } = await new RecordSearch({ ...deps, connections }).find(searchText(input), {
    onFound,
    signal,
  });
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
  const about = {
    ...(problems.length > 0 && { notSearched: problems.slice(0, 10) }),
    ...(more.length > 0 && { notAllShown: more.slice(0, 10) }),
    ...(timeUp.aborted && { isIncomplete: true }),
    ...(said.length > 0 && { serviceSays: said }),
  };
  return { about, list: 'records', entries: records, source: 'a search in all controllers' };
}

function limitOf(input: unknown): number {
  const wanted = Number(inputText(input, 'limit') ?? usualRecords);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, maxRecords) : usualRecords;
}

function rowsOf({ columns, rows }: RecordPage, limit: number): object[] {
  const shown = columns.flatMap((column, index) =>
    column.isVisible && !isSecretColumn(column) ? [{ label: column.label, index }] : [],
  );
  return rows.slice(0, limit).map(({ id, name, isDeleted, cells }) => ({
    id,
    name,
    ...(isDeleted && { isDeleted }),
    values: Object.fromEntries(
      shown
        .slice(0, maxColumns)
        .map(({ label, index }) => [label, cells[index] ?? ''])
        .filter(([, value]) => value !== ''),
    ),
  }));
}
