import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TableQuery } from '../../features/table/tableProtocol.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import type { LinkQuery } from '../../model/address/recordsLink.ts';
import { orderedColumns } from '../../model/list/columnOrder.ts';
import type { Column } from '../../model/list/recordPage.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { pickOne } from '../../platform/ui/questions.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { RecordSource } from '../../services/export/recordSource.ts';
import { addressNamed } from '../addressArgument.ts';
import { type ListViewArgument, textIn, valueIn } from '../commandArgument.ts';
import { type ListCommandDeps, readQuery } from './listCommands.ts';
import { listViewOf } from './pickListView.ts';

interface ProfileArgument extends ListViewArgument {
  /** Key or name of the column. */
  readonly column?: string;
  readonly query?: LinkQuery | undefined;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    profileColumn: [argument?: ProfileArgument | vscode.Uri];
  }
}

/** Shows what is in a column of a table: the active one, unless the argument names another. Asks for what is missing. */
export async function profileColumn(argument: unknown, deps: ListCommandDeps): Promise<void> {
  const { tables } = await deps.records.get();
  const active = argument === undefined ? tables.active : undefined;
  const value = valueIn(argument, 'query');
  const query: TableQuery | undefined = value === undefined ? undefined : readQuery(value);
  const named = active?.address ?? addressNamed(argument);
  const known = named?.kind === 'listView' ? named : undefined;
  const { address, column } = await inSteps(known ? 1 : 2, async () => {
    const list = known ?? (await listViewOf(argument, deps));
    const layout = active?.layout;
    return { address: list, column: await columnOf(textIn(argument, 'column'), await columnsOf(list, deps), layout) };
  });
  await tables.open(addressUri(address), { query, shown: {}, profile: column.key });
}

async function columnsOf(list: ListViewAddress, { clients }: ListCommandDeps): Promise<readonly Column[]> {
  const client = await clients.get(list.connection);
  const { columns } = await new RecordSource(client, list, {}).describe(new AbortController().signal);
  const declared = columns.filter(({ isDeclared }) => isDeclared);
  return declared.length > 0 ? declared : columns;
}

async function columnOf(
  named: string | undefined,
  columns: readonly Column[],
  layout: Parameters<typeof orderedColumns>[1] | undefined,
): Promise<Column> {
  if (named !== undefined) {
    const found = columns.find(({ key, columnName, name }) => [key, columnName, name].includes(named));
    if (!found) throw new UserError(t('Could not profile the column: the list view has no column “{0}”.', named));
    return found;
  }
  const picked = await pickOne(
    orderedColumns(columns, layout ?? null).map((column) => ({
      label: column.label,
      description: column.columnName ?? column.key,
      column,
    })),
    { title: t('Profile Column'), placeHolder: t('Which column?'), matchOnDescription: true, ignoreFocusOut: true },
  );
  return picked.column;
}
