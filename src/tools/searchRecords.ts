import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { controllerText } from '../model/controller.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import { sentenceOf, UserError } from '../platform/errors.ts';
import type { FoundRecord } from '../services/recordSearch.ts';
import { toolAnswer } from './toolAnswer.ts';
import { connectionIn, controllerIn, signalOf, textOf } from './toolInput.ts';
import type { ToolParts } from './toolParts.ts';

const mostRecords = 50;
const usualRecords = 20;
const mostColumns = 20;

/** Records by id or text: those of one controller with their columns, or what is found anywhere by name. */
export const searchRecords = ({ connections, clients, search }: ToolParts): vscode.LanguageModelTool<unknown> => ({
  prepareInvocation: ({ input }) => ({
    invocationMessage: t(
      'Searching {0} for “{1}”',
      textOf(input, 'controller') ?? t('records'),
      textOf(input, 'text') ?? '',
    ),
  }),
  invoke: async ({ input }, token) => {
    const [text, controller, signal] = [textOf(input, 'text'), controllerIn(input), signalOf(token)];
    if (controller) {
      const { id } = connectionIn(input, connections);
      const listView = textOf(input, 'listView');
      const page = await (
        await clients.get(id)
      ).records(
        controller,
        {
          limit: limitOf(input),
          ...(text !== undefined && { search: text }),
          ...(listView !== undefined && { listView }),
        },
        signal,
      );
      const about = { connection: id, controller: controllerText(controller), total: page.total ?? 'not told' };
      return toolAnswer(about, 'records', rowsOf(page, limitOf(input)));
    }
    if (text === undefined) throw new UserError(t('Name a text or an id to search for, or a controller to list.'));
    const only = textOf(input, 'connection') === undefined ? undefined : connectionIn(input, connections).id;
    const found: FoundRecord[] = [];
    const onFound = (records: readonly FoundRecord[]): void => void found.push(...records);
    const unsearched = await search.find(text, { onFound, signal, connection: only });
    const problems = unsearched.map(
      ({ connection, controller: where, error }) =>
        `${where ?? 'everything'} of ${connection.id}: ${sentenceOf('Searching', error)}`,
    );
    const records = found
      .toSorted((one, other) => Number(other.isById) - Number(one.isById))
      .slice(0, limitOf(input))
      .map(({ address, name, isDeleted }) => ({
        connection: address.connection,
        controller: controllerText(address.controller),
        id: address.id,
        name,
        ...(isDeleted && { isDeleted }),
      }));
    return toolAnswer({ ...(problems.length > 0 && { notSearched: problems.slice(0, 10) }) }, 'records', records);
  },
});

function limitOf(input: unknown): number {
  const wanted = Number(textOf(input, 'limit') ?? usualRecords);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, mostRecords) : usualRecords;
}

function rowsOf({ columns, rows }: RecordPage, limit: number): object[] {
  const shown = columns.flatMap(({ isVisible, isDeclared, label }, place) =>
    isVisible && isDeclared ? [{ label, place }] : [],
  );
  return rows.slice(0, limit).map(({ id, name, isDeleted, cells }) => ({
    id,
    name,
    ...(isDeleted && { isDeleted }),
    values: Object.fromEntries(
      shown
        .slice(0, mostColumns)
        .map(({ label, place }) => [label, cells[place] ?? ''])
        .filter(([, value]) => value !== ''),
    ),
  }));
}
