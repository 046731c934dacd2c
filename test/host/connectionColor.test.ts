import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConnectionColor } from '../../src/model/connection/connection.ts';
import { ConnectionStatus } from '../../src/platform/connectionStatus.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { testConnection } from '../support/testConnection.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('the connection in the status bar', () => {
  let leads: LeadConnection;
  before(async () => {
    leads = await connectToLeads();
    await vscode.commands.executeCommand('vscode.open', leads.uri);
    const front = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    await waitUntil('the table is in front', () => front()?.input instanceof vscode.TabInputCustom);
  });
  after(() => leads.close());

  /** Its item for a connection of this color. */
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

  it('is filled where the color warns, so that production is not overlooked', () => {
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

  it('has the color of the connection where it is not filled, and a lock where it is read-only', () => {
    assert.equal((shown('green').color as unknown as { id: string }).id, 'charts.green');
    assert.equal(shown('red').color, undefined);
    assert.equal(shown('red').text, '$(server) Production');
    assert.equal(shown('red', true).text, '$(lock) Production');
  });
});
