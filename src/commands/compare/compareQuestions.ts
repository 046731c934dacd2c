import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListViewAddress } from '../../model/address/address.ts';
import { type ComparedField, matchingFields } from '../../model/compare/comparedFields.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { listViewCalled } from '../../model/list/listView.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { defaultFolder } from '../../platform/fileDialogs.ts';
import { pickOne, showOpenDialog } from '../../platform/ui/questions.ts';
import { type ListViewDeps, pickListView } from '../lists/pickListView.ts';
import type { ComparedWith } from './compareArgument.ts';

/** With what, and with which of them. */
export async function askPartner(deps: ListViewDeps, here: ListViewAddress, name: string): Promise<ComparedWith> {
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
    { title: t('Compare {0}', name), placeHolder: t('Compare it with what?'), ignoreFocusOut: true },
  );
  if (what === 'file') return { kind: what, file: await askFile() };
  if (what === 'listView') return pickListView(deps, deps.connections.all(), here.controller);
  const picked = await pickOne(
    others.map((connection) => ({ label: connection.name, description: connection.baseUrl, connection })),
    { title: t('Compare {0}', name), placeHolder: t('On which connection?'), matchOnDescription: true },
  );
  return sameListView(deps, here, picked.connection, name);
}

/** By its id, or else by its name: another service has given it an id of its own. Where there is none, a person chooses. */
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

/** What tells which records belong together. */
export async function askKey(
  fields: readonly ComparedField[],
  [here, there]: readonly [string, string],
): Promise<'id' | number> {
  // a list view has ids, whether or not it shows them; a file has what is in it
  const isOfFile = fields.some(({ ends }) => ends[1] !== null && ends[1].kind === undefined);
  const hasIds = !isOfFile || fields.some(({ ends }) => ends[1]?.isId);
  const lines = [
    ...(hasIds ? [{ label: t('Id'), description: t('the same record has the same id'), key: 'id' } as const] : []),
    ...matchingFields(fields).map((field) => ({
      label: field.label,
      description: field.key === field.label ? '' : field.key,
      key: fields.indexOf(field),
    })),
  ];
  if (lines.length === 0) throw noCommonField(here, there);
  const picked = await pickOne(lines, {
    title: t('Compare {0} with {1}', here, there),
    placeHolder: t('Matched by what?'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked.key;
}

export function noCommonField(here: string, there: string): UserError {
  return new UserError(
    t('Could not compare {0} with {1}: they have no field in common. Choose another one.', here, there),
  );
}

async function askFile(): Promise<vscode.Uri> {
  const [picked] =
    (await showOpenDialog({
      defaultUri: defaultFolder(),
      filters: { [t('Records')]: ['csv', 'tsv', 'txt', 'xlsx', 'json', 'jsonl', 'ndjson'], [t('All files')]: ['*'] },
      title: t('Compare with a file'),
      openLabel: t('Compare'),
    })) ?? [];
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

function icon(name: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(name);
}
