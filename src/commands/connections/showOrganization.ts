import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Fact, whoAmIFacts } from '../../model/connection/whoAmI.ts';
import { copyText } from '../../platform/clipboard.ts';
import { askWhoAmI } from '../../services/connections/askWhoAmI.ts';
import type { Clients } from '../../services/connections/clients.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { callerOf, connectionOf } from '../commandArgument.ts';

/** Who and where am I. Each line can be copied; code gets the lines. */
export const showOrganization =
  (connections: Connections, clients: Clients) =>
  async (argument?: unknown): Promise<readonly Fact[]> => {
    const connection = await connectionOf(argument, connections, t('At which connection?'));
    const facts = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Asking {0} who you are', connection.name) },
      async () => whoAmIFacts(await askWhoAmI(await clients.get(connection.id)), connection),
    );
    if (!callerOf(argument).isCode) show(connection.name, facts);
    return facts;
  };

function show(name: string, facts: readonly Fact[]): void {
  const copy: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: t('Copy') };
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: string | undefined }>();
  pick.title = t('Who and where am I: {0}', name);
  pick.placeholder = t('Enter copies a line');
  pick.items = facts.map(({ label, value }) => ({
    label: `${label}: ${value ?? t('not told by the service')}`,
    value,
    buttons: value === undefined ? [] : [copy],
  }));
  pick.onDidTriggerItemButton(({ item }) => void copyValue(item.value));
  pick.onDidAccept(() => {
    const [item] = pick.activeItems;
    pick.hide();
    void copyValue(item?.value);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

async function copyValue(value: string | undefined): Promise<void> {
  if (value !== undefined) await copyText(value, value);
}
