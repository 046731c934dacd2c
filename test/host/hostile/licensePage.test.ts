import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LicensePanels } from '../../../src/features/account/host/accountPanels.ts';
import { licenseHost } from '../../../src/features/account/accountProtocol.ts';
import type { Clients } from '../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../src/services/connections/writeGuard.ts';
import { noteOutcome } from '../../faults/outcomes.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { json, scriptedService, type ScriptedService } from '../../support/scriptedService.ts';
import { waitUntil } from '../waitUntil.ts';
import { HostilePanel, sendHostile, WitnessLog } from './hostilePanel.ts';
import { testClients } from '../../support/testClients.ts';

describe('compromised license page', () => {
  let service: ScriptedService;
  let clients: Clients;
  let witness: WitnessLog;
  let panel: HostilePanel;

  beforeEach(async () => {
    service = await scriptedService((_, response) => json(response, { errors: [], license_agreement: '<p>Yes.</p>' }));
    const { connections } = memoryConnections();
    clients = testClients(connections);
    const { extensionUri: extension } =
      vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');
    witness = new WitnessLog();
    panel = new HostilePanel();
    const guard = new WriteGuard(connections, clients);
    const pages = new LicensePanels({ extension, connections, clients, guard, log: witness.log });
    await pages.deserializeWebviewPanel(panel.asPanel(), { source: { baseUrl: service.url } });
    await vscode.env.clipboard.writeText('unchanged');
  });

  afterEach(async () => {
    panel.dispose();
    clients.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await service.close();
  });

  const texts = (): number => vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled).length;

  it('has no effect with unknown, huge or malformed messages', async () => {
    await panel.ask('start');
    const count = await sendHostile(panel, licenseHost, witness);
    assert.equal(await vscode.env.clipboard.readText(), 'unchanged');
    assert.ok((await panel.ask('start')).result);
    noteOutcome('hostile page: license, at its host', count, 'refused and logged');
  });

  it('cannot copy or open anything before it received the license', async () => {
    const before = texts();
    panel.notify('copy', 'taken over');
    panel.notify('openAsText', 'taken over');
    panel.notify('openLink', 'https://example.com/');
    const dropped = ['copy', 'openAsText', 'openLink'].map((name) => witness.outOfTurn(name));
    assert.deepEqual([dropped, texts()], [[1, 1, 1], before]);
    assert.equal(await vscode.env.clipboard.readText(), 'unchanged');
  });

  it('opens a single text for many simultaneous requests', async () => {
    await panel.ask('start');
    const before = texts();
    for (let turn = 0; turn < 20; turn++) panel.notify('openAsText', 'Yes.');
    await waitUntil('there is a text', () => texts() > before);
    assert.deepEqual([texts() - before, witness.outOfTurn('openAsText')], [1, 19]);
  });

  it('opens only web links', async () => {
    await panel.ask('start');
    for (const address of ['command:workbench.action.quit', 'file:///etc/passwd', 'javascript:1', 'vscode://x'])
      panel.notify('openLink', address);
    assert.equal(witness.lines.filter((line) => line.includes('an address that is not opened')).length, 4);
  });
});
