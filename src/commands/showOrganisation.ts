import * as vscode from 'vscode';
import { type Fact, whoAmIFacts } from '../model/whoAmI.ts';
import { copyText } from '../platform/clipboard.ts';
import { askWhoAmI } from '../services/askWhoAmI.ts';
import type { Clients } from '../services/clients.ts';
import type { Connections } from '../services/connections.ts';
import { callerOf, connectionOf } from './commandArgument.ts';

const copy: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: 'Copy' };

/** Who and where am I. Each line can be copied; code gets the lines. */
export const showOrganisation =
  (connections: Connections, clients: Clients) =>
  async (argument?: unknown): Promise<readonly Fact[]> => {
    const connection = await connectionOf(argument, connections, 'At which connection?');
    const facts = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: `Asking ${connection.name} who you are` },
      async () => whoAmIFacts(await askWhoAmI(await clients.get(connection.id)), connection),
    );
    if (!callerOf(argument).isCode) show(connection.name, facts);
    return facts;
  };

function show(name: string, facts: readonly Fact[]): void {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: string | undefined }>();
  pick.title = `Who and where am I: ${name}`;
  pick.placeholder = 'Enter copies a line';
  pick.items = facts.map(({ label, value }) => ({
    label: `${label}: ${value ?? 'not told by the service'}`,
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
