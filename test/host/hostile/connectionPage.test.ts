import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ConnectionFormPanel } from '../../../src/features/connection/host/connectionFormPanels.ts';
import type { Connection } from '../../../src/model/connection/connection.ts';
import { draftOf } from '../../../src/model/connection/connectionInput.ts';
import { connectionFormHost } from '../../../src/features/connection/connectionProtocol.ts';
import { noteOutcome } from '../../faults/outcomes.ts';
import { type MemoryConnections, memoryConnections } from '../../support/memoryConnections.ts';
import { HostilePanel, sendHostile, WitnessLog } from './hostilePanel.ts';
import { testClients } from '../../support/testClients.ts';

describe('compromised connection form', () => {
  let memory: MemoryConnections;
  let connection: Connection;
  let witness: WitnessLog;
  let panel: HostilePanel;
  let changes = 0;

  beforeEach(async () => {
    memory = memoryConnections();
    const { connections } = memory;
    connection = await connections.add({ name: 'Fake', baseUrl: 'http://127.0.0.1:1', readOnly: true }, undefined);
    witness = new WitnessLog();
    panel = new HostilePanel();
    const { extensionUri: extension } =
      vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');
    void new ConnectionFormPanel(panel.asPanel(), connection, undefined, {
      extension,
      connections,
      clients: testClients(connections),
      lookUps: { get: () => [] },
      log: witness.log,
    });
    await panel.ask('start');
    changes = 0;
    connections.onDidChange(() => (changes += 1));
  });

  afterEach(() => panel.dispose());

  const draft = (name: string): object => ({
    ...draftOf(connection, memory.connections.networkDefaults()),
    name,
  });
  const saved = (): string[] => memory.connections.all().map(({ name }) => name);

  it('has no effect with unknown, huge or malformed messages', async () => {
    const count = await sendHostile(panel, connectionFormHost, witness);
    assert.deepEqual([saved(), changes, memory.connections.all()[0]?.readOnly], [['Fake'], 0, true]);
    await panel.ask('start');
    assert.equal((await panel.ask('save', { ...draft('Fake'), name: 'x'.repeat(100_001) })).code, 'badRequest');
    noteOutcome('hostile page: connection, at its host', count, 'refused and logged');
  });

  it('saves a repeated message only once', async () => {
    const save = panel.request('save', draft('Renamed'));
    assert.ok((await panel.answerTo(save)).result);
    panel.send(save);
    await panel.ask('start');
    assert.deepEqual([saved(), changes, witness.repeated('save')], [['Renamed'], 1, 1]);
  });

  it('cannot save while a save is in flight', async () => {
    const first = panel.ask('save', draft('First'));
    panel.send(panel.request('save', draft('Second')));
    await first;
    assert.deepEqual([saved(), changes, witness.outOfTurn('save')], [['First'], 1, 1]);
  });

  it('cannot restore a removed connection', async () => {
    await memory.connections.remove(connection);
    assert.equal((await panel.ask('save', draft('Back'))).code, 'noConnection');
    assert.deepEqual(saved(), []);
  });
});
