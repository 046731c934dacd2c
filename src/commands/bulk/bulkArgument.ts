import { t } from '@vscode/l10n';
import { listQuery } from '../../features/table/host/tableQuery.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import type { LinkQuery } from '../../model/address/recordsLink.ts';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { ControllerName } from '../../model/controller.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { bulkChanges } from '../../features/bulk/bulkProtocol.ts';
import { tableQuery } from '../../features/table/tableProtocol.ts';
import type { BulkTarget } from '../../services/bulk/collectIds.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { connectionOf, connectionsOf, controllerIn } from '../addressArgument.ts';
import { callerOf, type ListViewArgument, type MadeFor, textIn, valueIn } from '../commandArgument.ts';
import { type ListViewDeps, pickController, pickListView } from '../lists/pickListView.ts';

/** Records of a list view: the listed ids, or all that match the query. */
export interface RecordsArgument extends ListViewArgument, MadeFor {
  readonly ids?: readonly string[] | undefined;
  readonly query?: LinkQuery | undefined;
  /** Ids to exclude when all matching records are meant. */
  readonly except?: readonly string[] | undefined;
}

export interface TargetDeps extends ListViewDeps {
  readonly guard: WriteGuard;
}

/** The target records. If none are named, asks for a list view. */
export async function bulkTarget(argument: unknown, doing: string, deps: TargetDeps): Promise<BulkTarget> {
  const target = await askedTarget(argument, deps);
  // the arguments of a table command contain the service that its rows were read from
  const madeFor = textIn(argument, 'madeFor') ?? deps.guard.begin(target.connection, doing);
  deps.guard.check(target.connection, doing, madeFor);
  return { ...target, madeFor };
}

type AskedTarget = Omit<BulkTarget, 'madeFor'>;

async function askedTarget(argument: unknown, deps: TargetDeps): Promise<AskedTarget> {
  const controller = controllerIn(argument);
  const isNamed = (['ids', 'query', 'listView'] as const).some((name) => valueIn(argument, name) !== undefined);
  if (!isNamed && !callerOf(argument).isCode)
    return wholeList(await pickListView(deps, connectionsOf(argument, deps.connections, 'write'), controller));
  const { id: connection } = await connectionOf(argument, deps.connections, t('In which connection?'), 'write');
  return namedRecords(argument, { connection, controller: controller ?? (await pickController(deps, connection)) });
}

function wholeList({ connection, controller, listView }: ListViewAddress): AskedTarget {
  return { connection, controller, query: listQuery({}), ...(listView !== undefined && { listView }) };
}

function namedRecords(argument: unknown, source: { connection: string; controller: ControllerName }): AskedTarget {
  const ids = idsIn(argument, 'ids');
  if (ids) return { ...source, ids };
  const wanted = valueIn(argument, 'query');
  const query = tableQuery.safeParse(wanted === undefined ? {} : wanted);
  if (!query.success)
    throw new UserError(t('Could not parse the query: expected { search, filters, conditions, rawQ, sort }.'));
  const listView = textIn(argument, 'listView');
  // require ids or a query: targeting all records of a controller must not happen by accident
  if (listView === undefined && wanted === undefined)
    throw new UserError(
      t('Could not determine which records of {0} to use: specify ids or a query.', source.controller),
    );
  const except = idsIn(argument, 'except');
  return {
    ...source,
    query: listQuery(query.data),
    ...(listView !== undefined && { listView }),
    ...(except && { except }),
  };
}

/** Returns undefined if the argument names no changes. */
export function changesOf(argument: unknown): readonly BulkChange[] | undefined {
  const value = valueIn(argument, 'changes');
  if (value === undefined) return undefined;
  const read = bulkChanges.safeParse(value);
  if (read.success && read.data.length > 0) return read.data;
  throw new UserError(
    t(
      'Could not parse the changes: expected a list such as [{ "field": "city", "kind": "set", "value": "Pune" }]. Kinds are set, clear, replace and add.',
    ),
  );
}

function idsIn(argument: unknown, name: 'ids' | 'except'): string[] | undefined {
  const list = valueIn(argument, name);
  if (list === undefined) return undefined;
  const isFine = Array.isArray(list) && list.every((one) => typeof one === 'string' || Number.isSafeInteger(one));
  if (!isFine) throw new UserError(t('Could not parse {0}: expected a list of record ids.', name));
  return list.map(String);
}
