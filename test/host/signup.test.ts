import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { json, scriptedService, type ScriptedService } from '../support/scriptedService.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('sign-up and license commands', () => {
  let service: ScriptedService;
  let connection: string;

  before(async () => {
    await recordbenchApi();
    service = await scriptedService((_, response) => json(response, { errors: [], license_agreement: '<p>Yes.</p>' }));
    connection = await runCommand('addConnection', {
      name: 'Signups',
      baseUrl: service.url,
      readOnly: true,
    });
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.getConfiguration('recordbench').update('connections', [], vscode.ConfigurationTarget.Global);
    await service.close();
  });

  const tabs = (): string[] =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview)
      .map(({ label }) => label);

  it('open one form per address', async () => {
    await runCommand('signup', { baseUrl: service.url });
    await runCommand('signup', { baseUrl: `${service.url}/` });
    await waitUntil('the form is there', () => tabs().includes('Sign Up: 127.0.0.1'));
    assert.equal(tabs().filter((label) => label.startsWith('Sign Up')).length, 1);
  });

  it('reject a read-only connection, an unknown connection and an invalid address', async () => {
    const signup = (argument: object): Promise<unknown> => runCommand('signup', argument);
    await assert.rejects(signup({ connection }), /is read-only/);
    await assert.rejects(signup({ connection: 'nowhere' }), /There is no connection “nowhere”/);
    await assert.rejects(signup({ baseUrl: 'ftp://records' }), /must start with https/);
  });

  it('return the user and organization, and what the service does not provide', async () => {
    const facts = await vscode.commands.executeCommand<{ label: string; value?: string }[]>(
      'recordbench.showOrganization',
      { connection },
    );
    assert.deepEqual(
      facts.filter(({ value }) => value !== undefined).map(({ label }) => label),
      ['Connection', 'Address'],
    );
  });

  it('open one license per connection', async () => {
    await vscode.commands.executeCommand('recordbench.showLicense', { connection });
    await vscode.commands.executeCommand('recordbench.showLicense', { connection });
    await waitUntil('the license is there', () => tabs().includes('License: Signups'));
    assert.equal(tabs().filter((label) => label.startsWith('License')).length, 1);
  });
});
