import { t } from '@vscode/l10n';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ComparePanels } from '../../features/compare/host/comparePanels.ts';
import { type ComparedSide, sideTitle } from '../../features/compare/host/comparisonSubject.ts';
import { defaultTitle, findListView, findRelatedTitle } from '../../features/table/host/listViewTitle.ts';
import type { TableEditor } from '../../features/table/host/tableEditor.ts';
import { settings } from '../../manifest.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import { withoutSearch } from '../../model/address/withoutSearch.ts';
import { comparedFields, fileColumns, listColumns, valueFields } from '../../model/compare/comparedFields.ts';
import type { ComparisonSummary } from '../../model/compare/comparison.ts';
import { withLocalFile } from '../../platform/localFiles.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { Clients } from '../../services/connections/clients.ts';
import { RecordSource } from '../../services/export/recordSource.ts';
import { tellKilobytes, withCountProgress } from '../../platform/countProgress.ts';
import { openImport } from '../../services/import/openImport.ts';
import { scanTable } from '../../services/import/scanTable.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import { addressNamed } from '../addressArgument.ts';
import type { ListViewArgument } from '../commandArgument.ts';
import { formOfList } from '../lists/formOfList.ts';
import { type ListViewDeps, listViewOf } from '../lists/pickListView.ts';
import { namedPartner, readKey } from './compareArgument.ts';
import { askKey, askPartner, noCommonField } from './compareQuestions.ts';

export interface CompareCommandDeps extends ListViewDeps {
  readonly recordForms: RecordForms;
  readonly clients: Clients;
  readonly records: Lazy<{ readonly tables: TableEditor; readonly comparePanels: Lazy<ComparePanels> }>;
}

interface CompareArgument extends ListViewArgument {
  /** Another list view; what is left out is as it is here. */
  readonly other?: ListViewArgument;
  readonly source?: vscode.Uri | string;
  /** `id`, or the field that tells which records belong together. */
  readonly key?: string;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    compareListView: [argument?: CompareArgument | vscode.Uri];
  }
}

/** A list view with the same one on another connection, with another one, or with a file; what is named is not asked for. */
export async function compareListView(
  argument: unknown,
  deps: CompareCommandDeps,
): Promise<ComparisonSummary['counts']> {
  const { tables, comparePanels } = await deps.records.get();
  const named = argument === undefined ? tables.active?.address : addressNamed(argument);
  const known = named?.kind === 'listView' ? withoutSearch(named) : undefined;
  const subject = await inSteps(known ? 3 : 4, async () => {
    const list = known ?? (await listViewOf(argument, deps));
    const here = await describeList(list, deps);
    const partner = namedPartner(argument, list) ?? (await askPartner(deps, list, here.name));
    const there = partner.kind === 'file' ? await describeFile(partner.file, here) : await describeList(partner, deps);
    const isSystemHidden = vscode.workspace.getConfiguration().get(settings.compareHideSystemFields) === true;
    const fields = comparedFields(here.columns, there.columns, { isSystemHidden });
    const titles = [sideTitle(here, deps.connections), sideTitle(there, deps.connections)] as const;
    const key = readKey(argument, fields) ?? (await askKey(fields, titles));
    // equal ids of different controllers are different records
    if (key === 'id' && partner.kind === 'listView' && partner.controller !== list.controller)
      if (valueFields(fields, key).length === 0) throw noCommonField(...titles);
    return { sides: [sideOf(here), sideOf(there)] as const, fields, key };
  });
  return (await comparePanels.get()).compare(subject);
}

/** With the columns that it has. */
interface Described extends ComparedSide {
  readonly columns: ReturnType<typeof listColumns>;
}

function sideOf(described: Described): ComparedSide {
  const { columns: _, ...side } = described;
  return side;
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
  return {
    name,
    columns: listColumns(first, form),
    list,
    showsAll: known?.hasConditions === false,
    first: { ...first, rows: [] },
  };
}

async function describeFile(file: vscode.Uri, { first }: Described): Promise<Described> {
  const name = path.posix.basename(file.path);
  const { titles, mayBeDefused } = await withLocalFile(file, (local, localName) =>
    withCountProgress(t('Reading {0}', localName), async (tell, signal) => {
      const table = await openImport(local, localName, { signal, onRead: tellKilobytes(tell) });
      // what is wrong with it is reported before more is asked
      await scanTable(table, localName, (done) => tell(done, undefined), signal);
      return table;
    }),
  );
  return {
    name,
    columns: fileColumns(titles, mayBeDefused, first?.primaryKey),
    file: file.toString(),
  };
}
