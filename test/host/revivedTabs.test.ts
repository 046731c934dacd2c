import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reviveTabs } from '../../src/features/registerEditors.ts';
import { customEditors } from '../../src/manifest.ts';
import type { Log } from '../../src/platform/log.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { pause, waitUntil } from './waitUntil.ts';

describe('tab that VS Code does not resolve with the extension', () => {
  let leads: LeadConnection;
  const reopened: string[] = [];
  let watching: vscode.Disposable;
  beforeEach(async () => {
    leads = await connectToLeads();
    reopened.length = 0;
  });
  afterEach(async () => {
    watching.dispose();
    await leads.close();
  });

  const open = async (): Promise<void> => {
    await vscode.commands.executeCommand('vscode.open', leads.uri);
    await waitUntil('it has its name', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'All Leads');
  };
  const watch = (isGiven: () => boolean, isBeingRead = (): boolean => false): void => {
    const onReopen = (uri: vscode.Uri): number => reopened.push(uri.toString());
    const log = { info: () => undefined } as unknown as Log;
    const revival = { viewType: customEditors.table, editor: { isGiven }, isBeingRead, onReopen, log };
    watching = reviveTabs(revival, { old: 1, opened: 600_000 });
  };

  it('is reopened if it existed before the extension started', async () => {
    await open();
    let isGiven = false;
    watch(() => isGiven);
    await waitUntil('it is opened again', () => reopened.length > 0);
    isGiven = true;
    assert.equal(reopened[0], leads.uri.toString());
  });

  it('is reopened even if VS Code re-reads its text in between', async () => {
    await open();
    let isGiven = false;
    // on the first checks, as after a crash of the extension host
    let looks = 0;
    watch(
      () => isGiven,
      () => looks++ < 2,
    );
    await waitUntil('it is opened again', () => reopened.length > 0);
    isGiven = true;
    assert.ok(looks > 2);
  });

  it('is left alone if it was opened later, however slow the machine is', async () => {
    watch(() => false);
    await open();
    await pause(1_500); // three checks
    assert.deepEqual(reopened, []);
  });
});
