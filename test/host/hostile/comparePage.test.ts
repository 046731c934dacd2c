import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ComparePanels } from '../../../src/features/compare/host/comparePanels.ts';
import type { ComparisonSubject } from '../../../src/services/compare/comparisonSubject.ts';
import { ErrorReporter } from '../../../src/platform/errorReporter.ts';
import { compareHost, type CompareState } from '../../../src/features/compare/compareProtocol.ts';
import { noteOutcome } from '../../faults/outcomes.ts';
import { noStatus } from '../fakePanel.ts';
import { HostilePanel, sendHostile, WitnessLog } from './hostilePanel.ts';

describe('compromised comparison page', () => {
  it('has no effect with unknown, huge or malformed messages', async () => {
    const witness = new WitnessLog();
    const panel = new HostilePanel();
    const side = (name: string): object => ({ name });
    const subject = { sides: [side('Here'), side('There')], fields: [], key: 'id' };
    const asked: string[] = [];
    const note = (what: string, answer?: unknown) => async (): Promise<unknown> => {
      asked.push(what);
      return answer;
    };
    const found = { subject: subject as unknown as ComparisonSubject, comparison: undefined };
    const panels = new ComparePanels({
      extension: vscode.extensions.getExtension('recordbench.recordbench')?.extensionUri ?? assert.fail(),
      log: witness.log,
      errors: new ErrorReporter(witness.log),
      kept: { find: async () => found, keep: note('keep'), forget: note('forget') },
      connections: { get: () => undefined, onDidChange: () => ({ dispose: () => undefined }) },
      connectionStatus: noStatus,
      clients: { get: note('read') },
      compared: { side: note('side'), keepText: note('text') },
      references: { find: note('find') },
      exportFolder: '',
      exportThread: { script: '' },
    } as unknown as ConstructorParameters<typeof ComparePanels>[0]);
    await panels.deserializeWebviewPanel(panel.asPanel(), { id: 'one' });
    await panel.ask('start');
    const count = await sendHostile(panel, compareHost, witness);
    const { result } = await panel.ask('start');
    assert.deepEqual([asked, (result as CompareState).isBusy, (result as CompareState).version], [[], false, 0]);
    panel.dispose();
    noteOutcome('hostile page: comparison, at its host', count, 'refused and logged');
  });
});
