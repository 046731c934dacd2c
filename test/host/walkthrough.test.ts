import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { contextKeys } from '../../src/manifest.ts';
import type { BulkLedger } from '../../src/model/bulk/bulkLedger.ts';
import { completeRunStep, trackWalkthrough } from '../../src/platform/walkthroughSteps.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { connectToLeads } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';

describe('walkthrough steps', () => {
  const reported: unknown[] = [];
  const { executeCommand } = vscode.commands;
  const commands = vscode.commands as { executeCommand: unknown };
  let tracked: vscode.Disposable;

  before(() => {
    commands.executeCommand = (command: string, ...rest: unknown[]) => {
      if (command === 'setContext' && Object.values<unknown>(contextKeys).includes(rest[0])) reported.push(rest[0]);
      return executeCommand(command, ...rest);
    };
    const { connections } = memoryConnections();
    tracked = trackWalkthrough(connections, { isRunning: false, onDidChange: () => ({ dispose: () => undefined }) });
  });
  after(async () => {
    commands.executeCommand = executeCommand;
    tracked.dispose();
    await executeCommand('workbench.action.closeAllEditors');
  });

  const run = (done: number, undoOf?: string): Pick<BulkLedger, 'plan' | 'counts'> =>
    ({ plan: { undoOf }, counts: { done } }) as unknown as BulkLedger;

  it('are completed by the action they describe', async () => {
    await executeCommand('workbench.action.openWalkthrough', 'recordbench.recordbench#firstSteps');
    await waitUntil('the walkthrough is in its tab', () =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input === undefined)),
    );
    // steps completed by other tests are reported when it is opened
    reported.length = 0;
    completeRunStep(run(0));
    completeRunStep(run(0, 'before'));
    assert.equal(reported.length, 0, 'nothing was written');
    completeRunStep(run(2));
    assert.deepEqual(reported.splice(0), [contextKeys.changedMany]);
    completeRunStep(run(2, 'before'));
    assert.deepEqual(reported.splice(0), [contextKeys.undoneRun]);
    const leads = await connectToLeads();
    try {
      await executeCommand('vscode.open', vscode.Uri.parse(`records://${leads.id}/crm/leads/1.record.json`));
      await waitUntil('the record counts', () => reported.includes(contextKeys.openedRecord));
      assert.ok(!reported.includes(contextKeys.savedRecord), 'it was not edited');
    } finally {
      await executeCommand('workbench.action.closeAllEditors');
      await leads.close();
    }
  });
});
