import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';
import { inWindow } from './prompts.ts';

describe('record search box', () => {
  let leads: LeadConnection;
  before(async () => (leads = await connectToLeads()));
  after(() => leads.close());

  const openTabs = (): string[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) => (input as { uri?: vscode.Uri } | undefined)?.uri?.toString() ?? []),
    );

  for (const command of ['goToRecord', 'searchRecords'])
    it(`opens a record found by ${command}`, async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand(`recordbench.${command}`, { connection: leads.id, text: '3' });
      const wanted = `records://${leads.id}/crm/leads/3.record.json`;
      await waitUntil('the record is open', async () => {
        // does nothing until the item exists
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return openTabs().includes(wanted);
      });
    });

  it('opens the first result when Enter was pressed before it arrived', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    let answer = (): void => undefined;
    leads.service.listed = new Promise((resolve) => (answer = resolve));
    await vscode.commands.executeCommand('recordbench.searchRecords', { connection: leads.id, text: 'ead 2' });
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    answer();
    leads.service.listed = undefined;
    const wanted = `records://${leads.id}/crm/leads/2.record.json`;
    await waitUntil('the record is open', () => openTabs().includes(wanted));
  });

  it('opens the target of a link at once, even if the service does not respond', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    let answer = (): void => undefined;
    leads.service.listed = new Promise((resolve) => (answer = resolve));
    const wanted = `records://${leads.id}/crm/leads/4.record.json`;
    try {
      await vscode.commands.executeCommand('recordbench.goToRecord', { connection: leads.id, text: wanted });
      await waitUntil('the record is open', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return openTabs().includes(wanted);
      });
    } finally {
      answer();
      leads.service.listed = undefined;
    }
  });

  describe('with its buttons and trailing items', () => {
    interface ShownBox {
      items: readonly vscode.QuickPickItem[];
      activeItems: readonly vscode.QuickPickItem[];
    }
    const accepted = new vscode.EventEmitter<void>();
    const pressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();

    /** Opens the box and gives the test its items: VS Code has no command for an item's button. */
    async function search(text: string, isThere: (item: vscode.QuickPickItem) => boolean) {
      const nothing = new vscode.EventEmitter<never>();
      const hidden = new vscode.EventEmitter<void>();
      const box: ShownBox = Object.assign(
        { items: [], activeItems: [], show: () => undefined, hide: () => hidden.fire(), dispose: () => undefined },
        {
          onDidAccept: accepted.event,
          onDidTriggerItemButton: pressed.event,
          onDidHide: hidden.event,
          onDidChangeValue: nothing.event,
          onDidTriggerButton: nothing.event,
        },
      );
      await inWindow({ createQuickPick: () => box }, async () => {
        await vscode.commands.executeCommand('recordbench.searchRecords', { connection: leads.id, text });
        await waitUntil('it is found', () => box.items.some(isThere));
      });
      return { box, item: box.items.find(isThere) ?? assert.fail() };
    }

    it('shows all matches in a table with the same search', async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      for (let id = 6; id <= 30; id++)
        leads.service.leads.set(String(id), { name: `Lead ${id}`, city: 'Goa', score: String(id) });
      const { box, item } = await search('ead', ({ label }) => label.startsWith('Show all'));
      assert.equal(item.label, 'Show all 30 in a table');
      leads.service.received.splice(0);
      box.activeItems = [item];
      accepted.fire();
      await waitUntil('the table asks for them', () =>
        leads.service.received.some(
          ({ path, query }) => path.endsWith('/crm/leads/index.json') && query.get('search_basic') === 'ead',
        ),
      );
      assert.ok(
        openTabs().some((uri) => uri.startsWith(`records://${leads.id}/crm/leads/`) && uri.endsWith('.listview')),
      );
    });

    it('opens a record to the side', async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand('vscode.open', leads.uri);
      const { item } = await search('ead 3', ({ label }) => label === 'Lead 3');
      const button = item.buttons?.find(({ tooltip }) => tooltip === 'Open to the side') ?? assert.fail();
      pressed.fire({ item, button });
      const groups = (): string[][] =>
        vscode.window.tabGroups.all.map(({ tabs }) =>
          tabs.flatMap(({ input }) => (input as { uri?: vscode.Uri } | undefined)?.uri?.toString() ?? []),
        );
      const beside = [[leads.uri.toString()], [`records://${leads.id}/crm/leads/3.record.json`]];
      await waitUntil('it is beside the table', () => JSON.stringify(groups()) === JSON.stringify(beside));
    });
  });

  it('does not open for an unknown connection', async () => {
    await assert.rejects(
      Promise.resolve(vscode.commands.executeCommand('recordbench.goToRecord', { connection: 'nowhere' })),
      /There is no connection “nowhere”/,
    );
  });
});
