import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { customEditors } from '../../manifest.ts';
import type { RecordAddress } from '../../model/address/address.ts';
import { controllerText } from '../../model/controller.ts';
import { createdColumn } from '../../model/list/columnField.ts';
import { addressOfUri, addressUri } from '../../platform/addressUri.ts';
import type { TableQuery } from '../../protocol/tableProtocol.ts';
import type { Clients } from '../../services/connections/clients.ts';
import { runCommand } from '../../platform/runCommand.ts';

type Added = Pick<RecordAddress, 'connection' | 'controller'>;

/** The tab of a new record becomes the tab of the record that was added. */
export async function showAdded(
  document: vscode.TextDocument,
  id: string | undefined,
  clients: Pick<Clients, 'get'>,
): Promise<void> {
  const address = addressOfUri(document.uri);
  if (!address) return;
  const { connection, controller } = address;
  const tab = tabOf(document.uri);
  if (id === undefined) {
    if (tab) await vscode.window.tabGroups.close(tab);
    const show = t('Show the List');
    const chosen = await vscode.window.showInformationMessage(
      t('The record was added, but the service did not say under which id. Look for it in the list.'),
      show,
    );
    const place = { connection, controller: controllerText(controller) };
    if (chosen === show)
      await runCommand('openListView', {
        ...place,
        query: await newestFirst(clients, { connection, controller }),
      });
    return;
  }
  const added = addressUri({ kind: 'record', connection, controller, id });
  await vscode.commands.executeCommand('vscode.openWith', added, customEditors.form, {
    preview: false,
    preserveFocus: tab?.isActive !== true,
    ...(tab && { viewColumn: tab.group.viewColumn }),
  });
  // it is another one by now: VS Code makes them anew
  const left = tabOf(document.uri);
  if (left) await vscode.window.tabGroups.close(left);
}

/** Nothing where it is not known how: then the list is as it always is. */
async function newestFirst(clients: Pick<Clients, 'get'>, { connection, controller }: Added): Promise<TableQuery> {
  try {
    const { columns } = await (await clients.get(connection)).records(controller, { page: 1, limit: 1 });
    const column = createdColumn(columns);
    return column ? { sort: { columnName: column.columnName, direction: 'DESC' } } : {};
  } catch {
    return {}; // the list will tell what is wrong
  }
}

function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  const text = uri.toString();
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(
      ({ input }) =>
        (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) &&
        input.uri.toString() === text,
    );
}
