import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConnectionColor } from '../../src/model/connection/connection.ts';
import { ConnectionStatus } from '../../src/platform/connectionStatus.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { testConnection } from '../support/testConnection.ts';
import { HostilePanel } from './hostile/hostilePanel.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('connection in the status bar', () => {
  let leads: LeadConnection;
  before(async () => {
    leads = await connectToLeads();
    await vscode.commands.executeCommand('vscode.open', leads.uri);
    const front = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    await waitUntil('the table is in front', () => front()?.input instanceof vscode.TabInputCustom);
  });
  after(() => leads.close());

  /** The status bar item for a connection of this color. */
  function shown(color: ConnectionColor | undefined, readOnly = false): Partial<vscode.StatusBarItem> {
    const item: Partial<vscode.StatusBarItem> = {
      show: () => undefined,
      hide: () => undefined,
      dispose: () => undefined,
    };
    const connection = { ...testConnection('https://records.example.com'), name: 'Production', readOnly, color };
    const connections = { get: () => connection, onDidChange: () => ({ dispose: () => undefined }) };
    const { createStatusBarItem } = vscode.window;
    Object.assign(vscode.window, { createStatusBarItem: () => item });
    try {
      new ConnectionStatus(connections as unknown as Connections).dispose();
    } finally {
      Object.assign(vscode.window, { createStatusBarItem });
    }
    return item;
  }

  it('has a warning background color, so that production is easy to notice', () => {
    const fills = (['red', 'orange', 'yellow', 'green', undefined] as const).map(
      (color) => shown(color).backgroundColor,
    );
    assert.deepEqual(
      fills.map((fill) => fill && (fill as unknown as { id: string }).id),
      ['errorBackground', 'warningBackground', 'warningBackground', undefined, undefined].map(
        (name) => name && `statusBarItem.${name}`,
      ),
    );
  });

  it('has the color of the connection otherwise, and a lock when read-only', () => {
    assert.equal((shown('green').color as unknown as { id: string }).id, 'charts.green');
    assert.equal(shown('red').color, undefined);
    assert.equal(shown('red').text, '$(server) Production');
    assert.equal(shown('red', true).text, '$(lock) Production');
  });

  it('shows the current connections of an active page without a URI, with the strongest warning color', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { connections } = memoryConnections();
    const { id: from } = await connections.add({ name: 'Staging', baseUrl: 'https://staging.example' }, undefined);
    const target = await connections.add({ name: 'Live', baseUrl: 'https://live.example' }, undefined);
    await connections.change({ ...target, color: 'red' });
    let sent = 0;
    const item: Partial<vscode.StatusBarItem> = {
      show: () => void (sent += 1),
      hide: () => void (item.text = ''),
      dispose: () => undefined,
    };
    const { createStatusBarItem } = vscode.window;
    Object.assign(vscode.window, { createStatusBarItem: () => item });
    const status = new ConnectionStatus(connections);
    Object.assign(vscode.window, { createStatusBarItem });
    const panel = new HostilePanel();
    const page = status.addPage(panel.asPanel(), () => [from, target.id]);
    // a bulk run updates it for each record
    for (let record = 0; record < 20; record++) page.update();
    assert.equal(sent, 1);
    assert.equal(item.text, '$(server) Staging ↔ Live');
    assert.equal((item.backgroundColor as unknown as { id: string }).id, 'statusBarItem.errorBackground');
    await connections.change({ ...target, color: 'red', name: 'Production' });
    assert.equal(item.text, '$(server) Staging ↔ Production');
    const now = [
      { name: 'Staging', color: null, readOnly: false },
      { name: 'Production', color: 'red', readOnly: false },
    ];
    assert.deepEqual(panel.connections, now);
    panel.connections = undefined;
    page.begin();
    assert.deepEqual(panel.connections, now, 'a page that begins again has the old name');
    panel.dispose();
    assert.equal(item.text, '');
    status.dispose();
  });
});
