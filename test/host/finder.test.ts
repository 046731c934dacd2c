import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('the box that finds records', () => {
  let leads: LeadConnection;
  before(async () => (leads = await connectToLeads()));
  after(() => leads.close());

  const openTabs = (): string[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) => (input as { uri?: vscode.Uri } | undefined)?.uri?.toString() ?? []),
    );

  for (const command of ['goToRecord', 'searchRecords'])
    it(`opens what ${command} has found`, async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand(`recordbench.${command}`, { connection: leads.id, text: '3' });
      const wanted = `records://${leads.id}/crm/leads/3.record.json`;
      await waitUntil('the record is open', async () => {
        // nothing happens until the line is there
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return openTabs().includes(wanted);
      });
    });

  it('opens the first that arrives when Enter was pressed before it came', async () => {
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

  it('opens what a link leads to at once, though the service does not answer', async () => {
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

  it('does not open for a connection that is not there', async () => {
    await assert.rejects(
      Promise.resolve(vscode.commands.executeCommand('recordbench.goToRecord', { connection: 'nowhere' })),
      /There is no connection “nowhere”/,
    );
  });
});
