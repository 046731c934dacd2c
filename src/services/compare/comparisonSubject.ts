import { t } from '@vscode/l10n';
import type { ListViewAddress } from '../../model/address/address.ts';
import { type ComparedField, valueFields } from '../../model/compare/comparedFields.ts';
import type { Side } from '../../model/compare/comparison.ts';
import { UserFacingError } from '../../model/errors.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { Comparer, Comparison } from './comparer.ts';
import type { SideJob } from './compareLists.ts';
import type { Connections } from '../connections/connections.ts';
import type { Clients } from '../connections/clients.ts';
import type { ServiceQuery } from '../lists/listAddress.ts';
import type { FilteredQuery } from '../lists/listFilter.ts';

/** One side, as found before the comparison. Plain data, so that a tab can be restored from it. */
export interface ComparedSide {
  /** Name of the list view or the file. */
  readonly name: string;
  /** Undefined for a file. */
  readonly list?: ListViewAddress;
  /** Search and conditions of a list; omitted if all of its records are compared. */
  readonly query?: FilteredQuery;
  /** For a compared list: base URL of the service that it was read from. */
  readonly service?: string;
  /** URI of a file. */
  readonly file?: string;
  /** For a list: the page that its columns come from. */
  readonly first?: RecordPage;
}

/** The two sides, their fields and the key. */
export interface ComparisonSubject {
  readonly sides: readonly [ComparedSide, ComparedSide];
  readonly fields: readonly ComparedField[];
  /** Index of the field that records are matched by. */
  readonly key: 'id' | number;
}

/** Uses the connection's current name, because a copy would be wrong after a rename. */
export function sideTitle({ name, list, query }: ComparedSide, connections: Pick<Connections, 'get'>): string {
  const shown = query ? t('{0}, filtered', name) : name;
  return list ? `${shown} (${connections.get(list.connection)?.name ?? list.connection})` : shown;
}

export function subjectTitle({ sides }: ComparisonSubject, connections: Pick<Connections, 'get'>): string {
  return sides.map((side) => sideTitle(side, connections)).join(' ↔ ');
}

/** Short names of the sides: those of the connections or files, unless they are the same. */
export function sideLabels({ sides }: ComparisonSubject, connections: Pick<Connections, 'get'>): [string, string] {
  const owner = ({ name, list }: ComparedSide): string =>
    list ? (connections.get(list.connection)?.name ?? list.connection) : name;
  for (const label of [owner, ({ name }: ComparedSide) => name, (side: ComparedSide) => sideTitle(side, connections)]) {
    const [here, there] = [label(sides[0]), label(sides[1])];
    if (here !== there) return [here, there];
  }
  return [t('Left'), t('Right')];
}

export function listsOfSubject({ sides }: ComparisonSubject): readonly string[] {
  return sides.flatMap(({ list }) => (list ? [`${list.connection}/${list.controller}`] : []));
}

/** Throws if nothing of two records can be compared: equal ids of different controllers are different records. */
export function assertComparable(
  { sides, fields, key }: ComparisonSubject,
  titles: readonly [here: string, there: string],
): void {
  const [here, there] = sides;
  const isOtherController = there.list !== undefined && there.list.controller !== here.list?.controller;
  if (key === 'id' && isOtherController && valueFields(fields, key).length === 0) throw noCommonField(...titles);
}

export function noCommonField(here: string, there: string): UserFacingError {
  return new UserFacingError(
    t('Could not compare {0} with {1}: they have no fields in common. Choose something else to compare.', here, there),
  );
}

export interface ReadComparison {
  /** With the addresses that were read. */
  readonly subject: ComparisonSubject;
  readonly comparison: Comparison;
}

/**
 * Re-reads everything: the token, the address or the file may have changed. `file` is the local path of the file, if one
 * side is a file.
 */
export async function compareSubject(
  { sides, fields, key }: ComparisonSubject,
  { clients, comparer }: { readonly clients: Pick<Clients, 'get'>; readonly comparer: Comparer },
  file: string | undefined,
  onProgress: (done: number, expected: number | undefined) => void,
  signal: AbortSignal,
): Promise<ReadComparison> {
  const [first, there] = sides;
  const clientOf = async ({ list }: ComparedSide): ReturnType<Clients['get']> =>
    list ? clients.get(list.connection) : Promise.reject(new TypeError('a file has no service'));
  const here = await clientOf(first);
  const partner = there.list && (await clientOf(there));
  const read = (side: ComparedSide, client: typeof partner): ComparedSide =>
    client ? { ...side, service: client.connection.baseUrl } : side;
  const subject = { sides: [read(first, here), read(there, partner)], fields, key } as const;
  const job = (at: Side): SideJob => {
    const { list, name, query, first: page } = sides[at];
    if (!list || !page) return { kind: 'file', name, path: file ?? '' };
    const { controller, listView } = list;
    return {
      kind: 'list',
      listTarget: { controller, listView },
      query: { ...query, ...orderOf(at, fields, key) },
      first: page,
    };
  };
  const comparison = await comparer.compare(
    { fields, key, onProgress, sides: [job(0), job(1)], clients: [here, partner] },
    signal,
  );
  return { subject, comparison };
}

/** Sorts by the match key if both services can: matching records then arrive together, and pages stay stable. */
function orderOf(side: Side, fields: readonly ComparedField[], key: 'id' | number): ServiceQuery {
  const field = key === 'id' ? fields.find(({ ends }) => ends[side]?.isId) : fields[key];
  const ends = field?.ends ?? [null, null];
  const columnName = ends[side]?.sortedBy;
  const isFree = ends.every((end) => end === null || end.kind === undefined || end.sortedBy !== undefined);
  return columnName !== undefined && isFree ? { sort: { columnName, direction: 'ASC' } } : {};
}
