import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address.ts';
import { parseControllerName } from '../model/controller.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { UserError } from '../platform/errors.ts';
import { property } from './commandArgument.ts';

/**
 * The list view or record that a command is about: an address (a URI or its text), a line of the tree,
 * the names that make up an address, or the one in front.
 */
export function addressOf(argument: unknown): RecordsAddress {
  const address = named(argument) ?? (argument === undefined ? inFront() : undefined);
  if (address) return address;
  throw new UserError('Could not tell which list view or record is meant. Open it first, or name it.');
}

function named(argument: unknown): RecordsAddress | undefined {
  if (typeof argument === 'string') return addressOfUri(vscode.Uri.parse(argument));
  if (argument instanceof vscode.Uri) return addressOfUri(argument);
  const [connection, id] = [property(argument, 'connection'), property(argument, 'id')];
  const controller = parseControllerName(property(argument, 'controller') ?? '');
  if (connection === undefined || !controller) return undefined;
  if (id !== undefined) return { kind: 'record', connection, controller, id };
  return { kind: 'listView', connection, controller, listView: property(argument, 'listView') };
}

function inFront(): RecordsAddress | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isOne = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText;
  return isOne ? addressOfUri(input.uri) : undefined;
}
