import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { asked } from './prompts.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('active connection', () => {
  let first: LeadConnection;
  let second: LeadConnection;
  before(async () => ([first, second] = [await connectToLeads(), await connectToLeads()]));
  after(async () => {
    await first.close();
    await second.service.close();
  });

  /** Reopens it if an earlier test closes the active editor late. */
  const open = ({ uri }: LeadConnection): Promise<void> =>
    waitUntil('the table is in front', async () => {
      await vscode.commands.executeCommand('vscode.open', uri);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input as { uri?: vscode.Uri } | undefined;
      return input?.uri?.toString() === uri.toString();
    });

  /** The items of a picker once both services have responded; picks nothing. */
  async function lines(command: string, isComplete: (items: readonly vscode.QuickPickItem[]) => boolean) {
    let shown: readonly vscode.QuickPickItem[] = [];
    const answer = (_: string, items: readonly unknown[]): unknown => {
      shown = items as readonly vscode.QuickPickItem[];
      return undefined;
    };
    await waitUntil(`${command} shows everything`, async () => {
      await asked('showQuickPick', answer, async () => {
        await Promise.resolve(vscode.commands.executeCommand(`recordbench.${command}`)).catch(() => undefined);
      });
      return isComplete(shown);
    });
    return shown;
  }

  it('comes first when picking a connection', async () => {
    for (const working of [first, second, first]) {
      await open(working);
      const items = await lines('setToken', (all) => all.length > 1);
      assert.equal(items[0]?.label, working.name);
    }
  });

  it('comes first when picking a list view, and equal names show their connection', async () => {
    for (const working of [second, first]) {
      await open(working);
      const items = await lines('openListView', (all) => all.length === 4);
      const other = working === first ? second : first;
      const { Separator } = vscode.QuickPickItemKind;
      assert.deepEqual(
        items.map(({ label, description, kind }) => (kind === Separator ? label : `${label}: ${description}`)),
        [
          working.name,
          `All Leads: crm/leads · default · ${working.name}`,
          other.name,
          `All Leads: crm/leads · default · ${other.name}`,
        ],
      );
    }
  });
});
