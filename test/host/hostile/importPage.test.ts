import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ImportPanels } from '../../../src/features/import/host/importPanels.ts';
import { ErrorReporter } from '../../../src/platform/errorReporter.ts';
import { importHost } from '../../../src/features/import/importProtocol.ts';
import { noteOutcome } from '../../faults/outcomes.ts';
import { noStatus } from '../fakePanel.ts';
import { HostilePanel, sendHostile, WitnessLog } from './hostilePanel.ts';

describe('compromised column mapping page', () => {
  it('has no effect with unknown, huge or malformed messages', async () => {
    const witness = new WitnessLog();
    const panel = new HostilePanel();
    const asked: string[] = [];
    const note = (what: string) => (): unknown => {
      asked.push(what);
      return undefined;
    };
    const panels = new ImportPanels({
      extension: vscode.extensions.getExtension('recordbench.recordbench')?.extensionUri ?? assert.fail(),
      log: witness.log,
      errors: new ErrorReporter(witness.log),
      connectionStatus: noStatus,
      connections: { get: () => ({}) },
      guard: { client: note('client'), check: note('check') },
      globalState: { get: note('memory'), update: note('remember') },
      runs: { onDidStart: () => ({ dispose: () => undefined }) },
    } as unknown as ConstructorParameters<typeof ImportPanels>[0]);
    const state = { source: 'file:///nowhere.csv', connection: 'a', controller: 'crm/leads', madeFor: 'b', titles: [] };
    await panels.deserializeWebviewPanel(panel.asPanel(), { ...state, columns: [], match: null });
    assert.ok((await panel.ask('start')).code !== undefined, 'there is no such file');
    const count = await sendHostile(panel, importHost, witness, 1); // 0 may be a field
    assert.deepEqual(asked, []);
    panel.dispose();
    noteOutcome('hostile page: import, at its host', count, 'refused and logged');
  });
});
