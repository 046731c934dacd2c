import { referenceDeps } from '../../support/references.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { BulkPanel } from '../../../src/features/bulk/host/bulkPanels.ts';
import type { BulkSubject } from '../../../src/features/bulk/host/bulkSubject.ts';
import { ListViewCache } from '../../../src/services/lists/listViewCache.ts';
import { ErrorReporter } from '../../../src/platform/errorReporter.ts';
import { bulkHost } from '../../../src/features/bulk/bulkProtocol.ts';
import { noteOutcome } from '../../faults/outcomes.ts';
import { type BulkParts, bulkParts, leadsController } from '../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../support/bulkService.ts';
import { waitUntil } from '../waitUntil.ts';
import { noStatus } from '../fakePanel.ts';
import { HostilePanel, sendHostile, WitnessLog } from './hostilePanel.ts';

describe('compromised bulk page', () => {
  let service: BulkService;
  let parts: BulkParts;
  let witness: WitnessLog;
  let panel: HostilePanel;
  let page: BulkPanel;
  const { extensionUri: extension } =
    vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');

  beforeEach(async () => {
    service = await bulkService(4);
    parts = await bulkParts(service.url);
  });

  afterEach(async () => {
    panel.dispose();
    parts.end();
    await service.close();
  });

  async function open(kind: 'edit' | 'delete'): Promise<void> {
    const [connection] = parts.connections.all();
    const { id: own = '', baseUrl: madeFor = '' } = connection ?? {};
    const target = { connection: own, controller: leadsController, madeFor, ids: ['1', '2'] };
    const subject: BulkSubject = { kind, target };
    witness = new WitnessLog();
    panel = new HostilePanel();
    const { log } = witness;
    const listViews = new ListViewCache(parts.connections, parts.clients);
    const { chosen, added, entries } = referenceDeps(parts.connections, parts.clients);
    const sources = { listViews, added, chosen, entries, connectionStatus: noStatus };
    const deps = { ...parts, ...sources, extension, errors: new ErrorReporter(log), log };
    page = new BulkPanel(panel.asPanel(), subject, deps);
    await page.session.opened;
    await panel.ask('start');
  }

  const toPune = [{ field: 'city', kind: 'set', value: 'Pune' }];
  const step = (): string => page.session.state.step;
  const writes = (): number[] => ['1', '2', '3', '4'].map((id) => service.leads.get(id)?.writes ?? 0);
  const preview = async (): Promise<void> => {
    panel.notify('plan', toPune);
    await waitUntil('there is a preview', () => step() === 'preview');
  };
  const ended = (): Promise<void> => waitUntil('the run has ended', () => page.session.accepts('undo'));

  it('has no effect with unknown, huge or malformed messages', async () => {
    await open('edit');
    const count = await sendHostile(panel, bulkHost, witness);
    assert.deepEqual([step(), service.posts()], ['choose', 0]);
    await panel.ask('start');
    assert.ok((await panel.ask('rows', { filter: 'all', from: 0, count: 10 })).result);
    noteOutcome('hostile page: bulk run, at its host', count, 'refused and logged');
  });

  it('cannot begin, resume, drop, undo or report before there is a plan', async () => {
    await open('edit');
    panel.notify('begin', { typed: '2' });
    panel.notify('setExcluded', { ids: ['1'], isDropped: false });
    for (const name of ['pause', 'continue', 'cancel', 'resume', 'retryUnclear', 'undo', 'report', 'back'])
      panel.notify(name);
    assert.equal(witness.lines.length, 10);
    assert.ok(witness.lines.every((line) => line.includes('out of turn')));
    assert.deepEqual([step(), service.posts()], ['choose', 0]);
  });

  it('starts a plan only once, and cannot change what is about to run', async () => {
    await open('edit');
    await preview();
    panel.notify('setExcluded', { ids: ['2'], isDropped: true });
    for (let turn = 0; turn < 3; turn++) panel.notify('begin', { typed: '1' });
    panel.notify('setExcluded', { ids: ['2'], isDropped: false });
    panel.notify('back');
    panel.notify('plan', toPune);
    await ended();
    assert.deepEqual([writes(), service.posts()], [[1, 0, 0, 0], 1]);
    panel.notify('begin', { typed: '1' });
    panel.notify('plan', toPune);
    assert.deepEqual(
      ['begin', 'setExcluded', 'back', 'plan'].map((name) => witness.outOfTurn(name)),
      [3, 1, 1, 2],
    );
    await waitUntil('it stays so', () => step() === 'run');
    assert.equal(service.posts(), 1);
  });

  it('needs the typed count to run more records than the setting allows', async () => {
    const settings = vscode.workspace.getConfiguration('recordbench');
    const limit = (max: number | undefined): Thenable<void> =>
      settings.update('bulk.askCountAbove', max, vscode.ConfigurationTarget.Global);
    await limit(1);
    try {
      await open('edit');
      await preview();
      assert.equal(page.session.state.asksCount, true);
      for (const typed of [null, '', '1', '22']) {
        panel.notify('begin', { typed });
        await waitUntil(`“${typed}” is refused`, () => page.session.accepts('begin'));
        assert.match(page.session.state.problem ?? '', /Type 2 to confirm/);
      }
      assert.deepEqual([step(), service.posts()], ['preview', 0]);
      panel.notify('begin', { typed: ' 2 ' });
      await ended();
      assert.deepEqual(writes(), [1, 1, 0, 0]);
    } finally {
      await limit(undefined);
    }
  });

  it('retries an ended run only once, however often it asks', async () => {
    service.fault = (id, turn) => (id === '1' && turn === 0 && service.posts() < 3 ? 'refuse' : undefined);
    await open('edit');
    await preview();
    panel.notify('begin', { typed: '2' });
    await ended();
    assert.equal(service.posts(), 2);
    service.fault = () => undefined;
    for (let turn = 0; turn < 3; turn++) panel.notify('retry');
    await waitUntil('it was tried again', () => service.leads.get('1')?.writes === 1);
    await ended();
    assert.deepEqual([writes(), service.posts()], [[1, 1, 0, 0], 3]);
    assert.equal(witness.outOfTurn('retry'), 2);
  });

  it('deletes nothing without confirmation by the user', async () => {
    await open('delete');
    await waitUntil('there is a preview', () => step() === 'preview');
    panel.notify('begin', { typed: '2' });
    panel.notify('begin', { typed: '2' });
    assert.equal(witness.outOfTurn('begin'), 1);
    panel.dispose();
    assert.equal(service.posts(), 0);
  });

  it('writes nothing through a connection that has become read-only', async () => {
    await open('edit');
    await preview();
    const [connection] = parts.connections.all();
    assert.ok(connection);
    await parts.connections.change({ ...connection, readOnly: true });
    panel.notify('begin', { typed: '2' });
    assert.deepEqual(
      [page.session.state.canWrite, /is read-only/.test(page.session.state.problem ?? '')],
      [false, true],
    );
    await waitUntil('it is refused', () => witness.lines.length > 0);
    assert.deepEqual([service.posts(), witness.lines], [0, ['A bulk run was refused: notAllowed.']]);
  });
});
