import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ControllerName } from '../../model/controller.ts';
import { addressUri } from '../../platform/addressUri.ts';
import type { NewRecords } from '../../services/newRecords.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { addressInFront, addressNamed } from '../addressArgument.ts';
import { connectionOf, controllerIn } from '../commandArgument.ts';
import { pickController } from '../lists/pickController.ts';
import type { ListViewParts } from '../lists/pickListView.ts';

interface Parts extends ListViewParts {
  readonly guard: WriteGuard;
  readonly newRecords: NewRecords;
}

/** A new record of the controller that is named, that is in front, or that a person picks. Nothing is sent until it is saved. */
export const addRecord =
  (parts: Parts) =>
  async (argument?: unknown): Promise<void> => {
    const place = await placeOf(argument, parts);
    parts.guard.check(place.connection, t('add a record'));
    const address = parts.newRecords.next(place);
    await vscode.commands.executeCommand('vscode.open', addressUri(address), { preview: false });
  };

async function placeOf(argument: unknown, parts: Parts): Promise<{ connection: string; controller: ControllerName }> {
  const known = argument === undefined ? addressInFront() : addressNamed(argument);
  if (known) return { connection: known.connection, controller: known.controller };
  const { id: connection } = await connectionOf(argument, parts.connections, t('To which connection?'));
  const controller = controllerIn(argument) ?? (await pickController(parts, connection));
  return { connection, controller };
}
