import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListViewAddress } from '../../../model/address/address.ts';
import type { ComparedField } from '../../../model/compare/comparedFields.ts';
import type { Side } from '../../../model/compare/comparison.ts';
import type { RecordPage } from '../../../model/list/recordPage.ts';
import { withCountProgress } from '../../../platform/countProgress.ts';
import { withLocalFile } from '../../../platform/localFiles.ts';
import { Comparer, type Comparison } from '../../../services/compare/comparer.ts';
import type { SideJob } from '../../../services/compare/compareLists.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import type { Clients } from '../../../services/connections/clients.ts';
import { PartialFiles } from '../../../services/export/partialFiles.ts';
import type { ServiceQuery } from '../../../services/lists/listAddress.ts';
import type { FilteredQuery } from '../../../services/lists/listFilter.ts';

/** One side, as found before the comparison. Plain data, so that a tab can be restored from it. */
export interface ComparedSide {
  /** Name of the list view or the file. */
  readonly name: string;
  /** Undefined for a file. */
  readonly list?: ListViewAddress;
  /** Search and conditions of a list; omitted if all of its records are compared. */
  readonly query?: FilteredQuery;
  /** True if the list view is known to show every record. */
  readonly showsAll?: boolean;
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

export interface ComparerDeps {
  readonly connections: Pick<Connections, 'get'>;
  readonly clients: Clients;
  /** Script of the worker thread. */
  readonly exportScript: string;
  /** Folder for the results while they are shown. */
  readonly exportFolder: string;
}

/** Uses the connection's current name, because a copy would be wrong after a rename. */
export function sideTitle({ name, list, query }: ComparedSide, connections: ComparerDeps['connections']): string {
  const shown = query ? t('{0}, filtered', name) : name;
  return list ? `${shown} (${connections.get(list.connection)?.name ?? list.connection})` : shown;
}

export function subjectTitle({ sides }: ComparisonSubject, connections: ComparerDeps['connections']): string {
  return sides.map((side) => sideTitle(side, connections)).join(' ↔ ');
}

/** Short names of the sides: those of the connections or files, unless they are the same. */
export function sideLabels({ sides }: ComparisonSubject, connections: ComparerDeps['connections']): [string, string] {
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

/**
 * Re-reads everything: the token, the address or the file may have changed. The returned subject has the addresses that
 * were read.
 */
export async function compareSubject(
  { sides, fields, key }: ComparisonSubject,
  { clients, connections, exportScript, exportFolder }: ComparerDeps,
): Promise<{ readonly subject: ComparisonSubject; readonly comparison: Comparison }> {
  const comparer = new Comparer(exportScript, vscode.l10n.bundle, new PartialFiles(exportFolder));
  const clientOf = async ({ list }: ComparedSide): ReturnType<Clients['get']> =>
    list ? clients.get(list.connection) : Promise.reject(new TypeError('a file has no service'));
  const [first, there] = sides;
  const here = await clientOf(first);
  const partner = there.list && (await clientOf(there));
  const read = (side: ComparedSide, client: typeof partner): ComparedSide =>
    client ? { ...side, service: client.connection.baseUrl } : side;
  const subject = { sides: [read(first, here), read(there, partner)], fields, key } as const;
  const job = (at: Side, file: { readonly path: string } | undefined): SideJob => {
    const { list, name, query, first: page } = sides[at];
    if (!list || !page) return { kind: 'file', name, path: file?.path ?? '' };
    const { controller, listView } = list;
    return {
      kind: 'list',
      listTarget: { controller, listView },
      query: { ...query, ...orderOf(at, fields, key) },
      first: page,
    };
  };
  const title = subjectTitle(subject, connections);
  const comparison = await withCountProgress(t('Comparing {0}', title), async (onProgress, signal) => {
    const compare = (file?: { readonly path: string }): Promise<Comparison> =>
      comparer.compare(
        { fields, key, onProgress, sides: [job(0, undefined), job(1, file)], clients: [here, partner] },
        signal,
      );
    return there.file === undefined
      ? compare()
      : withLocalFile(vscode.Uri.parse(there.file), (path) => compare({ path }));
  });
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
