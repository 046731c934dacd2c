import type { ComparePanels } from '../../features/compare/host/comparePanels.ts';
import { defaultTitle, findListView, findRelatedTitle } from '../../features/table/host/listViewTitle.ts';
import { listQuery } from '../../features/table/host/tableQuery.ts';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import { settings } from '../../manifest.ts';
import { tableQuery, type TableQuery } from '../../features/table/tableProtocol.ts';
import type { ListViewAddress, RecordsAddress } from '../../model/address/address.ts';
import { withoutSearch } from '../../model/address/withoutSearch.ts';
import {
  comparedFields,
  fileColumns,
  listColumns,
  canMatchById,
  keyNamed,
  type ComparedField,
  matchingFields,
} from '../../model/compare/comparedFields.ts';
import type { ComparisonSummary } from '../../model/compare/comparison.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { ignoredFilter } from '../../model/list/ignoredFilter.ts';
import { listViewCalled } from '../../model/list/listView.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { withCountProgress } from '../../platform/countProgress.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { askTableFile } from '../../platform/fileDialogs.ts';
import { withLocalFile } from '../../platform/localFiles.ts';
import { pickOne } from '../../platform/ui/questions.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { Clients } from '../../services/connections/clients.ts';
import {
  assertComparable,
  type ComparedSide,
  noCommonField,
  sideTitle,
} from '../../services/compare/comparisonSubject.ts';
import { filteredQuery, type ReferenceNames } from '../../services/lists/listFilter.ts';
import { RecordSource } from '../../services/export/recordSource.ts';
import { inKilobytes, openImport } from '../../services/import/openImport.ts';
import { scanTable } from '../../services/import/scanTable.ts';
import type { ListQuery } from '../../services/lists/listAddress.ts';
import { formOfList } from '../../services/records/formOfList.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { SavedSearches } from '../../services/remembered/savedSearches.ts';
import { addressNamed, controllerIn } from '../addressArgument.ts';
import { fileIn, type ListViewArgument, textIn, valueIn } from '../commandArgument.ts';
import { type ListViewDeps, listViewOf, pickListView } from '../lists/pickListView.ts';
import { savedQuery } from '../lists/savedSearches.ts';
import { t } from '@vscode/l10n';
import path from 'node:path';
import * as vscode from 'vscode';

export interface CompareCommandDeps extends ListViewDeps {
  readonly saved: SavedSearches;
  readonly recordForms: RecordForms;
  readonly clients: Clients;
  readonly records: Lazy<{
    readonly tables: TableEditor;
    readonly references: ReferenceNames;
    readonly comparePanels: Lazy<ComparePanels>;
  }>;
}

interface CompareArgument extends ListViewArgument {
  /** Another list view; missing parts default to those of this one. */
  readonly other?: ListViewArgument;
  /** Search and filters, which apply to both sides. */
  readonly query?: TableQuery;
  readonly source?: vscode.Uri | string;
  /** `id`, or the field that matches records. */
  readonly key?: string;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    compareListView: [argument?: CompareArgument | vscode.Uri];
  }
}

/**
 * Compares a list view with its counterpart on another connection, with another list view, or with a file. Asks only
 * for what the argument doesn't name.
 */
export async function compareListView(
  argument: unknown,
  deps: CompareCommandDeps,
): Promise<ComparisonSummary['counts']> {
  const { tables, comparePanels } = await deps.records.get();
  const { active } = tables;
  const named = argument === undefined ? active?.address : addressNamed(argument);
  const known = named?.kind === 'listView' ? withoutSearch(named) : undefined;
  // the command of a tab is about what the tab shows
  const isOfTab = argument === undefined || argument instanceof vscode.Uri;
  const shown = isOfTab && active && isSameAddress(active.address, named) ? active.query : undefined;
  const query = conditionsOf(queryIn(argument) ?? shown ?? savedQuery(argument, deps.saved) ?? {});
  const subject = await inSteps(known ? 3 : 4, async () => {
    const list = known ?? (await listViewOf(argument, deps));
    const here = await describeList(list, query, deps);
    const partner = namedPartner(argument, list) ?? (await askPartner(deps, list, here.name));
    const there =
      partner.kind === 'file' ? await describeFile(partner.file, here) : await describeList(partner, query, deps);
    const isSystemHidden = vscode.workspace.getConfiguration().get(settings.compareHideSystemFields) === true;
    const fields = comparedFields(here.columns, there.columns, { isSystemHidden });
    const titles = [sideTitle(here, deps.connections), sideTitle(there, deps.connections)] as const;
    const keyName = textIn(argument, 'key');
    const key = keyName === undefined ? await askKey(fields, titles) : keyNamed(keyName, fields);
    const sides = [sideOf(here), sideOf(there)] as const;
    assertComparable({ sides, fields, key }, titles);
    return { sides, fields, key };
  });
  return (await comparePanels.get()).compare(subject);
}

/** The search and the conditions of a table, which apply to both sides; undefined if there are none. */
function conditionsOf(query: TableQuery): ListQuery | undefined {
  const { sort: _, ...conditions } = listQuery(query);
  return Object.keys(conditions).length === 0 ? undefined : conditions;
}

function isSameAddress(one: ListViewAddress, other: RecordsAddress | undefined): boolean {
  return other !== undefined && addressUri(one).toString() === addressUri(other).toString();
}

/** A side with its columns. */
interface Described extends ComparedSide {
  readonly columns: ReturnType<typeof listColumns>;
}

function sideOf(described: Described): ComparedSide {
  const { columns: _, ...side } = described;
  return side;
}

async function describeList(
  list: ListViewAddress,
  query: ListQuery | undefined,
  deps: CompareCommandDeps,
): Promise<Described> {
  const [client, { references }] = await Promise.all([deps.clients.get(list.connection), deps.records.get()]);
  const { signal } = new AbortController();
  const filtered = query && (await filteredQuery(client, list, query, references, signal));
  const first = await new RecordSource(client, list, filtered ?? {}).describe(signal);
  // a side that ignores the filter would seem to have records that the other one lacks
  const ignored = ignoredFilter(query?.where ?? {}, first.columns, first.rows);
  if (ignored)
    throw new UserError(
      t(
        'Could not compare: {0} ignores the filter on “{1}”. Clear the filter, then compare.',
        client.connection.name,
        ignored.label,
      ),
    );
  const [form, known, related] = await Promise.all([
    formOfList(deps.recordForms, list, first),
    findListView(deps.listViews, list),
    findRelatedTitle(deps.recordForms, list),
  ]);
  const name = known?.name ?? related ?? first.listViewName ?? defaultTitle(list);
  return {
    name,
    columns: listColumns(first, form),
    list,
    ...(filtered && { query: filtered }),
    first: { ...first, rows: [] },
  };
}

async function describeFile(file: vscode.Uri, { first }: Described): Promise<Described> {
  const name = path.posix.basename(file.path);
  const { titles, mayBeDefused } = await withLocalFile(file, (local, localName) =>
    withCountProgress(t('Reading {0}', localName), async (report, signal) => {
      const table = await openImport(local, localName, { signal, onRead: inKilobytes(report) });
      // report errors in the file before asking further questions
      await scanTable(table, localName, (done) => report(done, undefined), signal);
      return table;
    }),
  );
  return {
    name,
    columns: fileColumns(titles, mayBeDefused, first?.primaryKey),
    file: file.toString(),
  };
}

/** Asks what kind of thing to compare with, then which one. */
async function askPartner(deps: ListViewDeps, here: ListViewAddress, name: string): Promise<ComparedWith> {
  const others = deps.connections.all().filter(({ id }) => id !== here.connection);
  const { what } = await pickOne(
    [
      ...(others.length > 0
        ? [
            {
              label: t('The same list view on another connection'),
              iconPath: icon('plug'),
              what: 'connection',
            } as const,
          ]
        : []),
      {
        label: t('Another list view'),
        description: here.controller,
        iconPath: icon('table'),
        what: 'listView',
      } as const,
      {
        label: t('An exported file'),
        description: t('CSV, Excel, JSON Lines'),
        iconPath: icon('file'),
        what: 'file',
      } as const,
    ],
    { title: t('Compare {0}', name), placeHolder: t('What do you want to compare it with?'), ignoreFocusOut: true },
  );
  if (what === 'file') return { kind: what, file: await askTableFile(t('Compare with a file'), t('Compare')) };
  if (what === 'listView') return pickListView(deps, deps.connections.all(), here.controller);
  const picked = await pickOne(
    others.map((connection) => ({ label: connection.name, description: connection.baseUrl, connection })),
    { title: t('Compare {0}', name), placeHolder: t('On which connection?'), matchOnDescription: true },
  );
  return sameListView(deps, here, picked.connection, name);
}

/**
 * Finds the list view by id, then by name, since another service assigns other ids. If neither matches, the user picks
 * one.
 */
async function sameListView(
  deps: ListViewDeps,
  here: ListViewAddress,
  connection: Connection,
  name: string,
): Promise<ListViewAddress> {
  const target = { ...here, connection: connection.id };
  if (here.listView === undefined) return target;
  const there = await deps.listViews.listViews(connection.id, here.controller);
  const found = there.find(({ id }) => id === here.listView) ?? listViewCalled(there, name);
  if (found) return { ...target, listView: found.id };
  const placeholder = t('{0} has no list view “{1}”. Which one instead?', connection.name, name);
  return pickListView(deps, [connection], here.controller, placeholder);
}

/** Asks which key matches the records. */
async function askKey(
  fields: readonly ComparedField[],
  [here, there]: readonly [string, string],
): Promise<'id' | number> {
  const lines = [
    ...(canMatchById(fields)
      ? [{ label: t('Id'), description: t('the same record has the same id'), key: 'id' } as const]
      : []),
    ...matchingFields(fields).map((field) => ({
      label: field.label,
      description: field.key === field.label ? '' : field.key,
      key: fields.indexOf(field),
    })),
  ];
  if (lines.length === 0) throw noCommonField(here, there);
  const picked = await pickOne(lines, {
    title: t('Compare {0} with {1}', here, there),
    placeHolder: t('Match records by which field?'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked.key;
}

function icon(name: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(name);
}

/** What a list view is compared with. */
type ComparedWith = ListViewAddress | { readonly kind: 'file'; readonly file: vscode.Uri };

/** Reads `other` or `source`. Parts missing from `other` default to those of `here`. */
function namedPartner(argument: unknown, here: ListViewAddress): ComparedWith | undefined {
  const file = fileIn(argument, 'source');
  if (file) return { kind: 'file', file };
  const other = valueIn(argument, 'other');
  if (other === undefined) return undefined;
  return {
    kind: 'listView',
    connection: textIn(other, 'connection') ?? here.connection,
    controller: controllerIn(other) ?? here.controller,
    listView: textIn(other, 'listView') ?? here.listView,
  };
}

/** The search and filters of a caller; undefined if it gives none. */
function queryIn(argument: unknown): TableQuery | undefined {
  const value = argument instanceof vscode.Uri ? undefined : valueIn(argument, 'query');
  if (value === undefined) return undefined;
  const query = tableQuery.safeParse(value);
  if (query.success) return query.data;
  throw new UserError(t('Could not compare: “query” must be an object with search, filters or rawQ.'));
}
