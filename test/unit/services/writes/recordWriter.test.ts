import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { type FaultyRecordService, faultyRecordService } from '../../../support/faultyRecordService.ts';
import { Disk, writers, WritingWindow } from '../../../support/nineWriters.ts';

const controller = { module: 'crm', controller: 'leads' };
const writerCalled = (name: string): (typeof writers)[number] =>
  writers.find((one) => one.name === name) ?? assert.fail(name);

describe('one record that two windows write', () => {
  let service: BulkService;
  let disk: Disk;
  let windows: WritingWindow[];

  beforeEach(async () => {
    service = await bulkService(2);
    disk = new Disk();
    windows = [];
    for (let count = 0; count < 2; count++)
      windows.push(await WritingWindow.open(service.url, disk, { timeoutMs: 4_000 }));
  });
  afterEach(async () => {
    for (const window of windows) window.close();
    await service.close();
    disk.remove();
  });

  const save = (window: WritingWindow | undefined, values: Record<string, string>): Promise<unknown> =>
    window?.api.save(window.connection, 'crm/leads', '1', values) ?? assert.fail('there is no window');

  it('loses neither of their changes, however close together they come', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const first = save(windows[0], { city: `City ${turn}` });
      await setTimeout(turn % 4);
      await Promise.all([first, save(windows[1], { score: String(turn) })]);
      const lead = service.leads.get('1');
      assert.deepEqual([lead?.city, lead?.score], [`City ${turn}`, String(turn)], `turn ${turn}`);
    }
  });

  it('never keeps both waiting for each other', async () => {
    let isSlow = true;
    service.beforeSave = async () => {
      if (isSlow) await setTimeout(200);
      isSlow = false;
    };
    const begun = performance.now();
    const slow = save(windows[0], { city: 'Bonn' });
    await setTimeout(50);
    const waiting = save(windows[1], { city: 'Pune' });
    await slow;
    await Promise.all([waiting, save(windows[0], { score: '5' })]);
    assert.ok(performance.now() - begun < 3_000, 'somebody waited for the whole time-out');
    assert.deepEqual([service.leads.get('1')?.city, service.leads.get('1')?.score], ['Pune', '5']);
  });
});

describe('a record whose last write may still arrive', () => {
  let service: FaultyRecordService;
  let disk: Disk;
  let window: WritingWindow;

  beforeEach(async () => {
    service = await faultyRecordService(2);
    disk = new Disk();
    window = await WritingWindow.open(service.url, disk, { timeoutMs: 700 });
  });
  afterEach(async () => {
    window.close();
    await service.close();
    disk.remove();
  });

  const change = { id: '1', field: 'city', from: 'Goa', to: 'Pune' } as const;

  it('is not written again at once because something else was in the way in between', async () => {
    const write = await writerCalled("the form's save").prepare(window, change);
    service.failNext('resetAfterNoEffect');
    const begun = performance.now();
    assert.equal((await write()).outcome, 'unknown');
    service.failNext('unauthorized', ({ method }) => method === 'GET');
    assert.equal((await write()).outcome, 'noEffect');
    assert.equal((await write()).outcome, 'done');
    assert.ok(performance.now() - begun > 700, 'it was sent while the first one could still arrive');
  });

  it('is waited for with a word in the form, and no longer than until it has arrived', async () => {
    const write = await writerCalled("the form's save").prepare(window, change);
    const said = new Set<string>();
    const address = { kind: 'record', connection: window.connection, controller, id: '1' } as const;
    window.drafts.onDidChange(() => window.drafts.get(address)?.notes.forEach(({ text }) => said.add(text)));
    service.failNext('resetAfterNoEffect');
    await write();
    assert.equal((await write()).outcome, 'done');
    assert.ok([...said].some((text) => text.startsWith('Waiting until what was sent before')));
    const api = await writerCalled("another extension's save").prepare(window, { ...change, to: 'Agra' });
    service.failNext('resetAfter');
    assert.equal((await api()).outcome, 'unknown');
    const begun = performance.now();
    assert.equal((await api()).outcome, 'done');
    assert.ok(performance.now() - begun < 600, 'it was waited for though it had arrived');
  });
});

describe('records that may not be deleted any more', () => {
  for (const name of ['a bulk delete', 'the bulk delete endpoint'])
    it(`are left alone by ${name}, also when that was said after the preview`, async () => {
      const service = await bulkService(2);
      const disk = new Disk();
      const { usesEndpoints = false, prepare } = writerCalled(name);
      const window = await WritingWindow.open(service.url, disk, { timeoutMs: 2_000, usesEndpoints });
      try {
        const write = await prepare(window, { id: '1', field: 'city', from: 'Goa', to: null });
        service.closed.add('1');
        const { outcome, sentence } = await write();
        assert.deepEqual([outcome, service.posts(), service.leads.get('1')?.isDeleted], ['noEffect', 0, false]);
        assert.match(sentence, /may not delete/);
      } finally {
        window.close();
        await service.close();
        disk.remove();
      }
    });
});

describe('a new record of an import', () => {
  it('is done with its id once the service has it, whatever happens next', async () => {
    const service = await bulkService(2);
    const disk = new Disk();
    const window = await WritingWindow.open(service.url, disk, { timeoutMs: 2_000 });
    try {
      const write = await writerCalled("an import's add").prepare(window, {
        id: '',
        field: 'city',
        from: null,
        to: 'Pune',
      });
      const connection = window.connections.get(window.connection) ?? assert.fail('it is gone');
      service.beforeSave = () => window.connections.change({ ...connection, readOnly: true });
      assert.equal((await write()).outcome, 'done');
      assert.equal((await window.runs.list())[0]?.get('+2')?.made, '3');
    } finally {
      window.close();
      await service.close();
      disk.remove();
    }
  });
});
