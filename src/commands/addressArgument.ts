import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import type { RecordsAddress } from '../model/address/address.ts';
import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { whyNotAllowed } from '../model/writePermission.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { UserError } from '../platform/errorReporter.ts';
import { tabUri } from '../platform/addressedTabs.ts';
import { workingFirst } from '../platform/openRecords.ts';
import { pickOne } from '../platform/ui/questions.ts';
import { type Connections, UnknownConnectionError } from '../services/connections/connections.ts';
import { isTreeNode } from '../tree/treeNode.ts';
import { textIn } from './commandArgument.ts';

/**
 * The connection a command applies to: the one its argument names (tree items and addresses name one, too), the only
 * one, or the one the user picks. For writes, only writable connections are offered.
 */
export async function connectionOf(
  argument: unknown,
  connections: Connections,
  question: string,
  use: 'read' | 'write' = 'read',
): Promise<Connection> {
  const named = argument instanceof vscode.Uri ? argument.authority : textIn(argument, 'connection');
  if (named !== undefined) {
    const connection = connections.get(named);
    if (!connection) throw new UnknownConnectionError(named);
    return connection;
  }
  const all = offered(connections.all(), use);
  if (all.length === 1 && all[0]) return all[0];
  const picked = await pickOne(
    all.map((connection) => ({ label: connection.name, description: connection.baseUrl, connection })),
    { placeHolder: all.length === 0 ? t('There is no connection yet. Add one first.') : question },
  );
  return picked.connection;
}

/** How many questions `connectionOf` asks. */
export function questionsFor(argument: unknown, connections: Connections): 0 | 1 {
  const isNamed = argument instanceof vscode.Uri || textIn(argument, 'connection') !== undefined;
  return isNamed || connections.all().length === 1 ? 0 : 1;
}

/** If all connections are read-only, offers all of them; each then reports that it is read-only. */
function offered(all: readonly Connection[], use: 'read' | 'write'): readonly Connection[] {
  const open = use === 'read' ? all : all.filter((one) => whyNotAllowed('add', one) === undefined);
  return workingFirst(open.length > 0 ? open : all, ({ id }) => id);
}

/** The connection the argument names, or all of them; for writes, only the writable ones. */
export function connectionsOf(
  argument: unknown,
  connections: Connections,
  use: 'read' | 'write' = 'read',
): readonly Connection[] {
  const named = textIn(argument, 'connection');
  const connection = named === undefined ? undefined : connections.get(named);
  if (named !== undefined && !connection) throw new UnknownConnectionError(named);
  const all = connection ? [connection] : offered(connections.all(), use);
  if (all.length === 0) throw new UserError(t('There is no connection yet. Add one first.'));
  return all;
}

/** Returns undefined if the argument names no controller. */
export function controllerIn(argument: unknown): ControllerName | undefined {
  const text = textIn(argument, 'controller');
  if (text === undefined) return undefined;
  const name = parseControllerName(text);
  if (!name)
    throw new UserError(t('“{0}” is not a controller. Specify one as <module>/<controller>, such as crm/leads.', text));
  return name;
}

/**
 * The list view or record a command applies to: an address (URI or text), a tree item, the parts of an address, or the
 * active editor.
 */
export function addressOf(argument: unknown): RecordsAddress {
  const address = addressNamed(argument) ?? (argument === undefined ? addressInFront() : undefined);
  if (address) return address;
  throw new UserError(t('Could not determine which list view or record to use. Open it first, or specify it.'));
}

/** Returns undefined if the argument names no address. */
export function addressNamed(argument: unknown): RecordsAddress | undefined {
  // a line's other properties don't say which saved search or new record it is
  if (isTreeNode(argument) && argument.address) return argument.address;
  if (typeof argument === 'string') return addressOfUri(vscode.Uri.parse(argument));
  if (argument instanceof vscode.Uri) return addressOfUri(argument);
  const [connection, id] = [textIn(argument, 'connection'), textIn(argument, 'id')];
  const controller = parseControllerName(textIn(argument, 'controller') ?? '');
  if (connection === undefined || !controller) return undefined;
  if (id !== undefined) return { kind: 'record', connection, controller, id };
  return { kind: 'listView', connection, controller, listView: textIn(argument, 'listView') };
}

export function addressInFront(): RecordsAddress | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const uri = tab && tabUri(tab);
  return uri && addressOfUri(uri);
}
