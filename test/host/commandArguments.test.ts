import assert from 'node:assert/strict';
import { Lazy } from '../../src/services/common/lazy.ts';
import type { RecordWriter } from '../../src/services/writes/recordWriter.ts';
import * as vscode from 'vscode';
import { removeConnection } from '../../src/commands/connections/connectionCommands.ts';
import { defaultNetworkChoices, defaultServiceChoices } from '../../src/model/connection/connection.ts';
import type { DemoAutoStart } from '../../src/platform/demoStart.ts';
import { type Caller, ErrorReporter, UserError } from '../../src/platform/errorReporter.ts';
import type { Log } from '../../src/platform/log.ts';
import type { Demo } from '../../src/services/demo/demo.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { acceptsPreselected, type Answer, asked, picks, promptWithoutAnswer } from './prompts.ts';
import { connectToLeads } from './leadConnection.ts';
import { recordbenchApi } from './recordbenchApi.ts';

const byCode: Caller = { isCode: true, connection: undefined };
const byPerson: Caller = { isCode: false, connection: undefined };

describe('commands', () => {
  before(() => recordbenchApi());

  const call = async (name: string, argument: unknown): Promise<unknown> =>
    vscode.commands.executeCommand(`recordbench.${name}`, argument);

  it('reject missing or invalid arguments', async () => {
    await assert.rejects(call('removeController', {}), /Could not determine which controller to remove/);
    await assert.rejects(call('removeController', { controller: 'leads' }), /“leads” is not a controller/);
    await assert.rejects(call('searchTable', {}), /no table is active/);
  });

  it('add the active table to the favorites, and ask which favorite to remove', async () => {
    const leads = await connectToLeads();
    try {
      await vscode.commands.executeCommand('vscode.open', leads.uri);
      await call('addFavorite', undefined);
      const questions = await asked(
        'showQuickPick',
        (_text, items) => items.find((item) => (item as { description?: string }).description?.endsWith(leads.name)),
        () => call('removeFavorite', undefined),
      );
      assert.deepEqual(questions, ['Which favorite?']);
      await assert.rejects(call('removeFavorite', {}), /there are none/);
    } finally {
      await leads.close();
    }
  });

  it('do not copy a link to a new record, since it could not be opened', async () => {
    const address = 'records://somewhere/crm/leads/=new-1.record.json';
    await assert.rejects(call('copyLink', address), /has not been added yet/);
  });

  it('report an error only once when a nested command fails', async () => {
    const errors = new ErrorReporter({ error: () => undefined } as unknown as Log);
    const inner = (): Promise<unknown> =>
      errors.run('The inner', () => Promise.reject(new UserError('It rains.')), byCode);
    const reported = await promptWithoutAnswer('showErrorMessage', () => errors.run('The outer', inner, byPerson));
    assert.deepEqual(reported, ['It rains.']);
  });

  it('remove the demo after confirmation, stop it, and do not start it in the next window', async () => {
    const { connections } = memoryConnections();
    const lent = { id: 'demo', name: 'Demo', baseUrl: 'http://127.0.0.1:1', readOnly: false };
    connections.addTemporary({ ...lent, choices: defaultServiceChoices, network: defaultNetworkChoices }, 'a-token');
    const done: string[] = [];
    const demo = { stop: async () => void done.push('stopped') } as unknown as Demo;
    const remember = async (isWanted: boolean): Promise<void> => void done.push(`wanted: ${isWanted}`);
    const demoAutoStart = { remember } as unknown as DemoAutoStart;
    const writer = new Lazy<RecordWriter>(() => assert.fail('nothing of the demo is forgotten'));
    const remove = (answer: Answer): Promise<string[]> =>
      asked('showQuickPick', answer, () =>
        removeConnection({ connection: 'demo' }, { connections, demo, demoAutoStart, writer }),
      );
    assert.deepEqual(await remove(acceptsPreselected), ['Remove the connection “Demo”?']);
    assert.deepEqual(done, []);
    await remove(picks('Remove'));
    assert.deepEqual(done, ['wanted: false', 'stopped']);
  });
});
