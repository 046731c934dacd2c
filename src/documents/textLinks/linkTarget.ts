import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../../model/address/address.ts';
import { serviceLinksIn } from '../../model/address/serviceLinks.ts';
import { idsIn, linksIn, type TextId, type TextLink } from '../../model/address/linksInText.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { createCommand } from '../../platform/runCommand.ts';
import { wantsPlainIds } from '../../platform/settings.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';

export interface TextLinksDeps {
  readonly connections: Connections;
  readonly listViews: Pick<ListViewCache, 'knownControllers'>;
}

/** Something in a text that leads to a record, and where it leads. */
export interface Target {
  readonly start: number;
  readonly length: number;
  readonly command: vscode.Command;
  readonly tooltip: string;
  readonly address: RecordsAddress | undefined;
}

/** Links of connections that are there; plain ids only where the person wants them. */
export function targetsIn(text: string, deps: TextLinksDeps): Target[] {
  const connections = deps.connections.all();
  // read once: the settings behind them are read anew each time, and a text may hold thousands of links
  const names = new Map(connections.map(({ id, name }) => [id, name]));
  const own = linksIn(text).filter(({ address }) => names.has(address.connection));
  const links = [...own, ...serviceLinksIn(text, connections)];
  const targets = links.map((link) => linkTarget(link, names.get(link.address.connection) ?? link.address.connection));
  return wantsPlainIds() ? [...targets, ...idTargets(text, links, deps)] : targets;
}

function linkTarget({ start, length, address, query }: TextLink, name: string): Target {
  const isPlain = Object.keys(query).length === 0;
  const { connection, controller } = address;
  const listView = address.kind === 'listView' ? address.listView : undefined;
  const argument = {
    connection,
    controller,
    ...(listView !== undefined && { listView }),
    query,
  };
  return {
    start,
    length,
    address,
    command: isPlain ? opening(address) : createCommand('openListView', '', argument),
    tooltip: address.kind === 'record' ? t('Open the record in {0}', name) : t('Open the list view in {0}', name),
  };
}

function idTargets(text: string, links: readonly TextLink[], { connections, listViews }: TextLinksDeps): Target[] {
  const known = connections.all().flatMap(({ id }) => listViews.knownControllers(id).map((name) => ({ id, name })));
  const byName = Map.groupBy(known, ({ name }) => name);
  return idsIn(text, [...byName.keys()], links).map(({ start, length, id, controller }: TextId) => {
    const matches = (controller && byName.get(controller)) ?? [];
    const [match] = matches;
    const address: RecordsAddress | undefined =
      match && controller && matches.length === 1
        ? { kind: 'record', connection: match.id, controller, id }
        : undefined;
    return {
      start,
      length,
      address,
      command: address ? opening(address) : createCommand('goToRecord', '', { text: id }),
      tooltip: address ? t('Open the record') : t('Look for the record with this id'),
    };
  });
}

function opening(address: RecordsAddress): vscode.Command {
  return { command: 'vscode.open', title: '', arguments: [addressUri(address)] };
}

/** For what can only hold an address. */
export function targetUri({ command: { command, arguments: given = [] } }: Target): vscode.Uri {
  const [first] = given as readonly unknown[];
  if (first instanceof vscode.Uri) return first;
  return vscode.Uri.from({ scheme: 'command', path: command, query: JSON.stringify(given) });
}
