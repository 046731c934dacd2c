import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { type Caller, UserError } from '../platform/errors.ts';
import { pickOne } from '../platform/pickOne.ts';
import type { ArgumentName } from '../platform/runCommand.ts';
import { type Connections, UnknownConnectionError } from '../services/connections/connections.ts';
import { isTreeNode } from '../tree/treeNode.ts';

/**
 * The connection that a command is about: the one that its argument names (a line of the tree and an address name it
 * too), the only one there is, or the one a person picks.
 */
export async function connectionOf(argument: unknown, connections: Connections, question: string): Promise<Connection> {
  const named = argument instanceof vscode.Uri ? argument.authority : textIn(argument, 'connection');
  if (named !== undefined) {
    const connection = connections.get(named);
    if (!connection) throw new UnknownConnectionError(named);
    return connection;
  }
  const all = connections.all();
  if (all.length === 1 && all[0]) return all[0];
  const picked = await pickOne(
    all.map((connection) => ({ label: connection.name, description: connection.baseUrl, connection })),
    { placeHolder: all.length === 0 ? t('There is no connection yet. Add one first.') : question },
  );
  return picked.connection;
}

/** The one that the argument names, or all. */
export function connectionsOf(argument: unknown, connections: Connections): readonly Connection[] {
  const named = textIn(argument, 'connection');
  const connection = named === undefined ? undefined : connections.get(named);
  if (named !== undefined && !connection) throw new UnknownConnectionError(named);
  const all = connection ? [connection] : connections.all();
  if (all.length === 0) throw new UserError(t('There is no connection yet. Add one first.'));
  return all;
}

/** One of the properties of an argument that may be anything, since anyone can call a command. */
export function valueIn(argument: unknown, name: ArgumentName): unknown {
  return ownValue(argument, name);
}

/** Whatever it is a value of. */
export function ownValue(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}

/** A text among them that is not blank. */
export function textIn(argument: unknown, name: ArgumentName): string | undefined {
  const value = valueIn(argument, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Only a plain `true` counts. */
export function isTrue(argument: unknown, name: ArgumentName): boolean {
  return valueIn(argument, name) === true;
}

/** A file: a URI, its address as a text, or a path. */
export function fileIn(argument: unknown, name: ArgumentName): vscode.Uri | undefined {
  const value = valueIn(argument, name);
  if (value instanceof vscode.Uri) return value;
  const text = textIn(argument, name);
  if (text === undefined) return undefined;
  return /^[a-z][a-z\d+.-]+:/i.test(text) ? vscode.Uri.parse(text) : vscode.Uri.file(text);
}

/** Undefined when none is named. */
export function controllerIn(argument: unknown): ControllerName | undefined {
  const text = textIn(argument, 'controller');
  if (text === undefined) return undefined;
  const name = parseControllerName(text);
  if (!name)
    throw new UserError(t('“{0}” is not a controller. Name one as <module>/<controller>, such as crm/leads.', text));
  return name;
}

/** A person calls a command from the palette, without an argument, on a line of the tree, or in an editor's title. */
export function callerOf(argument: unknown): Caller {
  if (argument instanceof vscode.Uri) return { isCode: false, connection: argument.authority };
  return { isCode: argument !== undefined && !isTreeNode(argument), connection: textIn(argument, 'connection') };
}
