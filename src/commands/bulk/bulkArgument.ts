import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TableEditor } from '../../editors/tableEditor.ts';
import { listQuery } from '../../editors/tableQuery.ts';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import { controllerText, parseControllerName } from '../../model/controller.ts';
import { UserError } from '../../platform/errors.ts';
import { bulkChanges } from '../../protocol/bulk.ts';
import { tableQuery } from '../../protocol/table.ts';
import type { BulkTarget } from '../../services/bulk/collectIds.ts';
import type { Connections } from '../../services/connections.ts';
import type { ListViewCache } from '../../services/listViewCache.ts';
import { callerOf, connectionOf, property } from '../commandArgument.ts';
import { pickController, pickListView } from '../lists/openListView.ts';

export interface TargetParts {
  readonly connections: Connections;
  readonly listViews: ListViewCache;
  readonly tables: Pick<TableEditor, 'active'>;
}

/** The records that are meant; a person who named none means all that the table in front shows, else is asked for a list view. */
export async function bulkTarget(
  argument: unknown,
  { connections, listViews, tables }: TargetParts,
): Promise<BulkTarget> {
  const { active } = tables;
  if (argument === undefined && active) {
    const { connection, controller, listView } = active.address;
    return { connection, controller, query: listQuery(active.query), ...(listView !== undefined && { listView }) };
  }
  const { id: connection } = await connectionOf(argument, connections, t('Of which connection?'));
  const given = property(argument, 'controller');
  const controller = given === undefined ? await pickController(connection, listViews) : parseControllerName(given);
  if (!controller)
    throw new UserError(
      t('Could not find “{0}”: name a controller as <module>/<controller>, such as crm/leads.', given ?? ''),
    );
  const place = { connection, controller };
  const ids = texts(argument, 'ids');
  if (ids) return { ...place, ids };
  const wanted = value(argument, 'query');
  const query = tableQuery.safeParse(wanted ?? {});
  if (!query.success) throw new UserError(t('Could not read the query: write it as { search, filters, rawQ, sort }.'));
  const named = property(argument, 'listView');
  // nothing is meant by nothing: all records of a controller are too many to be meant by a slip
  if (named === undefined && wanted === undefined && callerOf(argument).isCode)
    throw new UserError(
      t('Could not tell which records of {0} are meant: name ids or a query.', controllerText(controller)),
    );
  const listView = named ?? (wanted === undefined ? await pickListView(connection, controller, listViews) : undefined);
  const except = texts(argument, 'except');
  return {
    ...place,
    query: listQuery(query.data),
    ...(listView !== undefined && { listView }),
    ...(except && { except }),
  };
}

/** Undefined when none are named. */
export function changesOf(argument: unknown): readonly BulkChange[] | undefined {
  const given = value(argument, 'changes');
  if (given === undefined) return undefined;
  const read = bulkChanges.safeParse(given);
  if (read.success && read.data.length > 0) return read.data;
  throw new UserError(
    t(
      'Could not read the changes: write them as [{ "field": "city", "kind": "set", "value": "Pune" }]; kinds are set, clear, replace and add.',
    ),
  );
}

export function runOf(argument: unknown): string | undefined {
  return property(argument, 'run');
}

/** Ends a command without a word. */
export function cancelled(): vscode.CancellationError {
  return new vscode.CancellationError();
}

function value(argument: unknown, name: string): unknown {
  if (typeof argument !== 'object' || argument === null) return undefined;
  return Object.getOwnPropertyDescriptor(argument, name)?.value;
}

function texts(argument: unknown, name: string): string[] | undefined {
  const list = value(argument, name);
  if (list === undefined) return undefined;
  const isFine = Array.isArray(list) && list.every((one) => typeof one === 'string' || typeof one === 'number');
  if (!isFine) throw new UserError(t('Could not read {0}: write them as a list of record ids.', name));
  return list.map(String);
}
