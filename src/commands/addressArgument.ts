import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { parseControllerName } from '../model/controller.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { UserError } from '../platform/errors.ts';
import { uriOf } from '../platform/openRecords.ts';
import { textIn } from './commandArgument.ts';

/**
 * The list view or record that a command is about: an address (a URI or its text), a line of the tree,
 * the names that make up an address, or the one in front.
 */
export function addressOf(argument: unknown): RecordsAddress {
  const address = addressNamed(argument) ?? (argument === undefined ? addressInFront() : undefined);
  if (address) return address;
  throw new UserError(t('Could not tell which list view or record is meant. Open it first, or name it.'));
}

/** Undefined when the argument names none. */
export function addressNamed(argument: unknown): RecordsAddress | undefined {
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
  const uri = tab && uriOf(tab);
  return uri && addressOfUri(uri);
}
