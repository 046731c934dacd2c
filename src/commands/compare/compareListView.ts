import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparePanels } from '../../editors/compare/comparePanels.ts';
import type { ComparisonSubject } from '../../editors/compare/comparisonSubject.ts';
import { defaultTitle, findListView, findRelatedTitle } from '../../editors/table/listViewTitle.ts';
import type { TableEditor } from '../../editors/table/tableEditor.ts';
import { settings } from '../../manifest.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { type ComparedField, comparedFields, fileColumns, listColumns } from '../../model/compare/comparedFields.ts';
import type { ComparisonSummary, Side } from '../../model/compare/comparison.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import { withCountProgress } from '../../platform/countProgress.ts';
import { withLocalFile } from '../../platform/localFiles.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import { Comparer, type Comparison } from '../../services/compare/comparer.ts';
import type { SideJob } from '../../services/compare/compareLists.ts';
import type { Clients } from '../../services/connections/clients.ts';
import { PartialFiles } from '../../services/export/partialFiles.ts';
import { RecordSource } from '../../services/export/recordSource.ts';
import { openImport } from '../../services/import/openImport.ts';
import type { ListQuery } from '../../services/lists/listAddress.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import { addressNamed } from '../addressArgument.ts';
import { formOfList } from '../lists/formOfList.ts';
import { type ListViewDeps, listViewOf } from '../lists/pickListView.ts';
import { type ComparedWith, namedPartner, readKey } from './compareArgument.ts';
import { askKey, askPartner } from './compareQuestions.ts';

export interface CompareCommandDeps extends ListViewDeps {
  readonly recordForms: RecordForms;
  readonly clients: Clients;
  readonly records: Lazy<{ readonly tables: TableEditor; readonly comparePanels: Lazy<ComparePanels> }>;
  /** What the thread of a comparison runs. */
  readonly exportScript: string;
  /** Where what it finds is kept while it is shown. */
  readonly exportFolder: string;
}

/** A list view with the same one on another connection, with another one, or with a file; what is named is not asked for. */
export async function compareListView(
  argument: unknown,
  deps: CompareCommandDeps,
): Promise<ComparisonSummary['counts']> {
  const { tables, comparePanels } = await deps.records.get();
  const named = argument === undefined ? tables.active?.address : addressNamed(argument);
  const known = named?.kind === 'listView' ? named : undefined;
  const subject = await inSteps(known ? 3 : 4, async () => {
    const list = known ?? (await listViewOf(argument, deps));
    const here = await describeList(list, deps);
    const partner = namedPartner(argument, list) ?? (await askPartner(deps, list, here.name));
    const there = partner.kind === 'file' ? await describeFile(partner.file, here) : await describeList(partner, deps);
    const isSystemHidden = vscode.workspace.getConfiguration().get(settings.compareHideSystemFields) === true;
    const fields = comparedFields(here.columns, there.columns, { isSystemHidden });
    const key = readKey(argument, fields) ?? (await askKey(fields, [here.title, there.title]));
    return subjectOf([here, there], fields, key, deps);
  });
  const comparison = await subject.compare();
  (await comparePanels.get()).open(subject, comparison);
  return comparison.summary.counts;
}

/** One of the two, as it was found before anything is compared. */
interface Described {
  readonly name: string;
  readonly title: string;
  readonly columns: ReturnType<typeof listColumns>;
  readonly of: ComparedWith;
  /** Of a list: the page that its columns are from. */
  readonly first?: RecordPage;
}

async function describeList(list: ListViewAddress, deps: CompareCommandDeps): Promise<Described> {
  const client = await deps.clients.get(list.connection);
  const first = await new RecordSource(client, list, {}).describe(new AbortController().signal);
  const [form, known, related] = await Promise.all([
    formOfList(deps.recordForms, list, first),
    findListView(deps.listViews, list),
    findRelatedTitle(deps.recordForms, list),
  ]);
  const name = known?.name ?? related ?? first.listViewName ?? defaultTitle(list);
  return { name, title: `${name} (${client.connection.name})`, columns: listColumns(first, form), of: list, first };
}

async function describeFile(file: vscode.Uri, { first }: Described): Promise<Described> {
  const name = path.posix.basename(file.path);
  const { titles, mayBeDefused } = await withLocalFile(file, openImport);
  return {
    name,
    title: name,
    columns: fileColumns(titles, mayBeDefused, first?.primaryKey),
    of: { kind: 'file', file },
  };
}

function subjectOf(
  sides: readonly [Described, Described],
  fields: readonly ComparedField[],
  key: 'id' | number,
  deps: CompareCommandDeps,
): ComparisonSubject {
  const [here, there] = sides;
  const title = `${here.title} ↔ ${there.title}`;
  const sideOf = ({ title: called, of }: Described): ComparisonSubject['sides'][number] => ({
    title: called,
    list: of.kind === 'file' ? undefined : of,
  });
  return {
    title,
    sides: [sideOf(here), sideOf(there)],
    fields,
    matchedBy: key === 'id' ? null : (fields[key]?.label ?? ''),
    compare: () => compare(title, sides, fields, key, deps),
  };
}

/** Every time anew: a token may be another one by then, and a file may have moved. */
async function compare(
  title: string,
  sides: readonly [Described, Described],
  fields: readonly ComparedField[],
  key: 'id' | number,
  { clients, exportScript, exportFolder }: CompareCommandDeps,
): Promise<Comparison> {
  const comparer = new Comparer(exportScript, vscode.l10n.bundle, new PartialFiles(exportFolder));
  const clientOf = async ({ of }: Described): ReturnType<Clients['get']> =>
    of.kind === 'file' ? Promise.reject(new TypeError('a file has no service')) : clients.get(of.connection);
  const [, there] = sides;
  const here = await clientOf(sides[0]);
  const job = (at: Side, file: { readonly path: string } | undefined): SideJob => {
    const { of, title: called, name, first } = sides[at];
    if (of.kind === 'file' || !first) return { kind: 'file', title: called, name, path: file?.path ?? '' };
    const { controller, listView } = of;
    return {
      kind: 'list',
      title: called,
      listTarget: { controller, listView },
      query: orderOf(at, fields, key),
      first,
    };
  };
  return withCountProgress(t('Comparing {0}', title), async (onProgress, signal) => {
    const request = { fields, key, onProgress };
    if (there.of.kind === 'file')
      return withLocalFile(there.of.file, (file) =>
        comparer.compare(
          { ...request, sides: [job(0, undefined), job(1, { path: file })], clients: [here, undefined] },
          signal,
        ),
      );
    const clientsOf = [here, await clientOf(there)] as const;
    return comparer.compare({ ...request, sides: [job(0, undefined), job(1, undefined)], clients: clientsOf }, signal);
  });
}

/** In the order of what they are matched by, where both services can do that: partners come together, and no page moves. */
function orderOf(side: Side, fields: readonly ComparedField[], key: 'id' | number): ListQuery {
  const field = key === 'id' ? fields.find(({ ends }) => ends[side]?.isId) : fields[key];
  const ends = field?.ends ?? [null, null];
  const columnName = ends[side]?.sortedBy;
  const isFree = ends.every((end) => end === null || end.kind === undefined || end.sortedBy !== undefined);
  return columnName !== undefined && isFree ? { sort: { columnName, direction: 'ASC' } } : {};
}
