import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { statusFailure } from '../../../../src/service/documented/http/failures.ts';
import type { WriteClock } from '../../../../src/services/writes/writeIntents.ts';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { type FaultyRecordService, faultyRecordService } from '../../../support/faultyRecordService.ts';
import { ManualTime } from '../../../support/manualTime.ts';
import { Disk, writers, WritingWindow } from '../../../support/nineWriters.ts';

const controller = controllerName('crm', 'leads');
/** Longer than any machine takes. */
const timeoutMs = 120_000;
const writerCalled = (name: string): (typeof writers)[number] =>
  writers.find((one) => one.name === name) ?? assert.fail(name);

describe('record that two windows write', () => {
  let service: BulkService;
  let disk: Disk;
  let windows: WritingWindow[];

  beforeEach(async () => {
    service = await bulkService(2);
    disk = new Disk();
    windows = [];
    for (let count = 0; count < 2; count++) windows.push(await WritingWindow.open(service.url, disk, { timeoutMs }));
  });
  afterEach(async () => {
    for (const window of windows) window.close();
    await service.close();
    disk.remove();
  });

  const save = (window: WritingWindow | undefined, values: Record<string, string>): Promise<unknown> =>
    window?.api.save(window.connection, 'crm/leads', '1', values) ?? assert.fail('there is no window');

  it('loses neither change, however close together they are', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const first = save(windows[0], { city: `City ${turn}` });
      await setTimeout(turn % 4);
      await Promise.all([first, save(windows[1], { score: String(turn) })]);
      const lead = service.leads.get('1');
      assert.deepEqual([lead?.city, lead?.score], [`City ${turn}`, String(turn)], `turn ${turn}`);
    }
  });

  it('never deadlocks the two windows', async () => {
    const [arrived, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    service.beforeSave = async () => {
      service.beforeSave = undefined;
      service.onRead = () => looked.resolve();
      arrived.resolve();
      await looked.promise;
    };
    const begun = performance.now();
    const slow = save(windows[0], { city: 'Bonn' });
    await arrived.promise;
    const waiting = save(windows[1], { city: 'Pune' });
    await slow;
    await Promise.all([waiting, save(windows[0], { score: '5' })]);
    assert.ok(performance.now() - begun < timeoutMs, 'somebody waited for the whole time-out');
    assert.deepEqual([service.leads.get('1')?.city, service.leads.get('1')?.score], ['Pune', '5']);
  });
});

/** A window that considers another one closed after a short time, however slow the machine is. */
async function impatientWindow(service: BulkService, disk: Disk, clock?: WriteClock): Promise<WritingWindow> {
  const window = await WritingWindow.open(service.url, disk, { timeoutMs, ...(clock && { clock }) });
  const client = await window.clients.get(window.connection);
  const { connection } = client;
  Object.assign(client, { connection: { ...connection, network: { ...connection.network, timeoutMs: 600 } } });
  return window;
}

describe('window that takes longer than a timeout', function () {
  let service: BulkService;
  let disk: Disk;
  let [slow, quick]: WritingWindow[] = [];

  beforeEach(async () => {
    service = await bulkService(2);
    disk = new Disk();
    slow = await impatientWindow(service, disk);
    quick = await impatientWindow(service, disk);
  });
  afterEach(async () => {
    slow?.close();
    quick?.close();
    await service.close();
    disk.remove();
  });

  for (const [what, operation] of [
    ['to read a record', 'open'],
    ['to send it', 'sendSave'],
  ] as const)
    it(`${what} is waited for as long as it lives`, async () => {
      assert.ok(slow && quick);
      const client = await slow.clients.get(slow.connection);
      const [open, sendSave] = [client.open.bind(client), client.sendSave.bind(client)];
      if (operation === 'open')
        client.open = async (...all) => {
          const form = await open(...all);
          await setTimeout(1_500);
          return form;
        };
      else
        client.sendSave = async (...all) => {
          await setTimeout(1_500);
          return sendSave(...all);
        };
      const first = slow.api.save(slow.connection, 'crm/leads', '1', { city: 'Pune' });
      await setTimeout(50);
      await quick.api.save(quick.connection, 'crm/leads', '1', { score: '7' });
      await first;
      assert.deepEqual([service.leads.get('1')?.city, service.leads.get('1')?.score], ['Pune', '7']);
    });

  it('reads the record again before sending if others may consider it dead, such as after sleep', async () => {
    slow?.close();
    const time = new ManualTime();
    slow = await impatientWindow(service, disk, time);
    assert.ok(quick);
    const client = await slow.clients.get(slow.connection);
    const open = client.open.bind(client);
    let [reads, sleeps] = [0, 1];
    client.open = async (...all) => {
      const form = await open(...all);
      reads += 1;
      // simulates that the whole window was suspended
      if (reads <= sleeps) await time.wait(1_000);
      return form;
    };
    await slow.api.save(slow.connection, 'crm/leads', '1', { city: 'Pune' });
    assert.deepEqual([reads, service.posts()], [2, 1]);
    [reads, sleeps] = [0, Infinity];
    await assert.rejects(slow.api.save(slow.connection, 'crm/leads', '1', { city: 'Agra' }), {
      code: 'timedOut',
      effect: 'notSent',
      message: /someone else may have changed the record/,
    });
    assert.equal(service.posts(), 1);
    await quick.api.save(quick.connection, 'crm/leads', '1', { city: 'Bonn' });
    time.dispose();
  });
});

describe('two windows that send several records at once', () => {
  it('wait for one another without deadlock, and never send at the same time', async () => {
    const service = await bulkService(2);
    const disk = new Disk();
    const options = { timeoutMs, usesEndpoints: true };
    const windows = [
      await WritingWindow.open(service.url, disk, options),
      await WritingWindow.open(service.url, disk, options),
    ];
    try {
      let [sending, max] = [0, 0];
      const begun = performance.now();
      const send = async ({ clients, connection, writer }: WritingWindow, ids: readonly string[]): Promise<string> => {
        const client = await clients.get(connection);
        client.sendBulkEdit = async () => {
          sending += 1;
          max = Math.max(max, sending);
          await setTimeout(100);
          sending -= 1;
          return { refused: new Map(), messages: [] };
        };
        let at = -Infinity;
        const intent = {
          get at() {
            return at;
          },
          put: () => void (at = Date.now()),
          written: async () => undefined,
        };
        const order = {
          doing: 'change them',
          madeFor: service.url,
          through: 'bulk',
          concurrency: 1,
          check: () => true,
          change: (form: RecordForm) => ({ form, values: {}, fields: [] }),
        } as const;
        return (await writer.many({ connection, controller }, ids, { ...order, intentOf: () => intent })).outcome.kind;
      };
      const [first, second] = windows;
      assert.ok(first && second);
      assert.deepEqual(await Promise.all([send(first, ['1', '2']), send(second, ['2', '1'])]), ['done', 'done']);
      assert.equal(max, 1);
      assert.ok(performance.now() - begun < timeoutMs, 'they waited for each other');
    } finally {
      for (const window of windows) window.close();
      await service.close();
      disk.remove();
    }
  });
});

describe('record whose last write may still arrive', () => {
  let service: FaultyRecordService;
  let disk: Disk;
  let window: WritingWindow;
  let time: ManualTime;

  beforeEach(async () => {
    service = await faultyRecordService(2);
    disk = new Disk();
    time = new ManualTime();
    window = await WritingWindow.open(service.url, disk, { timeoutMs: time.timeoutMs, clock: time });
  });
  afterEach(async () => {
    window.close();
    time.dispose();
    await service.close();
    disk.remove();
  });

  const change = { id: '1', field: 'city', from: 'Goa', to: 'Pune' } as const;

  it('is not written again early because another error came in between', async () => {
    const write = await writerCalled("the form's save").prepare(window, change);
    service.failNext('resetAfterNoEffect');
    const begun = time.now();
    assert.equal((await write()).outcome, 'unknown');
    service.failNext('unauthorized', ({ method }) => method === 'GET');
    assert.equal((await write()).outcome, 'noEffect');
    assert.equal((await write()).outcome, 'done');
    assert.ok(time.now() - begun >= time.timeoutMs, 'it was sent while the first one could still arrive');
  });

  it('is waited for with a message in the form, and only until it has arrived', async () => {
    const write = await writerCalled("the form's save").prepare(window, change);
    const said = new Set<string>();
    const address = { kind: 'record', connection: window.connection, controller, id: '1' } as const;
    window.drafts.onDidChange(() => window.drafts.get(address)?.notes.forEach(({ text }) => said.add(text)));
    service.failNext('resetAfterNoEffect');
    await write();
    assert.equal((await write()).outcome, 'done');
    assert.ok([...said].some((text) => text.startsWith('Waiting until the previous request')));
    const api = await writerCalled("another extension's save").prepare(window, { ...change, to: 'Agra' });
    service.failNext('resetAfter');
    assert.equal((await api()).outcome, 'unknown');
    const begun = time.now();
    assert.equal((await api()).outcome, 'done');
    assert.ok(time.now() - begun < time.timeoutMs, 'it was waited for though it had arrived');
  });

  it('is waited for if the write is from another window, even if its own write has arrived', async () => {
    const address = { kind: 'record', connection: window.connection, controller, id: '1' } as const;
    const text = await window.drafts.readDocument(address);
    const mine = withValues(text, [{ at: ['city'], value: 'Pune' }]);
    service.failNext('resetAfter');
    await assert.rejects(window.drafts.saveDocument(address, mine), { effect: 'unknown' });
    disk.intents.leave([service.url, 'crm/leads', '1'], time.now());
    const begun = time.now();
    await window.drafts.saveDocument(address, withValues(mine, [{ at: ['score'], value: '9' }]));
    assert.ok(time.now() - begun >= time.timeoutMs, 'it was sent beside what another window has sent');
  });
});

describe('records that may no longer be deleted', () => {
  for (const name of ['a bulk delete', 'the bulk delete endpoint'])
    it(`are skipped by ${name}, even if the permission was revoked after the preview`, async () => {
      const service = await bulkService(2);
      const disk = new Disk();
      const { usesEndpoints = false, prepare } = writerCalled(name);
      const window = await WritingWindow.open(service.url, disk, { timeoutMs, usesEndpoints });
      try {
        const write = await prepare(window, { id: '1', field: 'city', from: 'Goa', to: null });
        service.closed.add('1');
        const { outcome, sentence } = await write();
        assert.deepEqual([outcome, service.posts(), service.leads.get('1')?.isDeleted], ['noEffect', 0, false]);
        assert.match(sentence, /you don't have permission to delete it/);
      } finally {
        window.close();
        await service.close();
        disk.remove();
      }
    });
});

describe('delete without a response', () => {
  for (const name of ['one delete', 'a bulk delete'])
    it(`is not reported as done by ${name} because of a 404 from a proxy while the service is down`, async () => {
      const service = await faultyRecordService(2);
      const disk = new Disk();
      const time = new ManualTime();
      const window = await WritingWindow.open(service.url, disk, { timeoutMs: time.timeoutMs, clock: time });
      try {
        const write = await writerCalled(name).prepare(window, { id: '1', field: 'city', from: 'Goa', to: null });
        const client = await window.clients.get(window.connection);
        const [form, records] = [client.form.bind(client), client.records.bind(client)];
        const proxy = (): Promise<never> =>
          Promise.reject(statusFailure({ doing: 'read it', stage: 'read' }, 404, [], false));
        client.form = (asked, operation, ...rest) => (operation === 'view' ? proxy() : form(asked, operation, ...rest));
        client.records = proxy;
        service.failNext('resetAfterNoEffect');
        assert.equal((await write()).outcome, 'unknown');
        assert.equal(service.leads.get('1')?.isDeleted, false);
        if (name !== 'one delete') return;
        // the service is up and returns not found for the deleted record
        client.records = records;
        service.failNext('resetAfter');
        assert.equal((await write()).outcome, 'done');
      } finally {
        window.close();
        time.dispose();
        await service.close();
        disk.remove();
      }
    });
});

describe('new record of an import', () => {
  let service: BulkService;
  let disk: Disk;
  let window: WritingWindow;

  beforeEach(async () => {
    service = await bulkService(2);
    disk = new Disk();
    window = await WritingWindow.open(service.url, disk, { timeoutMs });
  });
  afterEach(async () => {
    window.close();
    await service.close();
    disk.remove();
  });

  const change = { id: '', field: 'city', from: null, to: 'Pune' } as const;
  const setReadOnly = (readOnly: boolean): Promise<unknown> => {
    const connection = window.connections.get(window.connection) ?? assert.fail('it is gone');
    return window.connections.change({ ...connection, readOnly });
  };

  it('is done with its id once the service has it, whatever happens next', async () => {
    const write = await writerCalled("an import's add").prepare(window, change);
    service.beforeSave = async () => void (await setReadOnly(true));
    assert.equal((await write()).outcome, 'done');
    const [run] = await window.runs.list();
    assert.equal((await window.runs.ledger(run?.plan.run ?? '')).get('+2')?.made, '3');
  });

  it('is not reported as sent if the connection became read-only before', async () => {
    const write = await writerCalled("an import's add").prepare(window, change);
    const client = await window.clients.get(window.connection);
    const form = client.form.bind(client);
    client.form = async (...all) => {
      await setReadOnly(true);
      return form(...all);
    };
    const { outcome, sentence } = await write();
    assert.deepEqual([outcome, service.posts()], ['noEffect', 0]);
    assert.match(sentence, /read-only/);
    client.form = form;
    await setReadOnly(false);
    assert.deepEqual([(await write()).outcome, service.posts()], ['done', 1]);
  });
});

describe('delete that is answered with 404', () => {
  for (const writer of writers.filter(({ kind }) => kind === 'delete'))
    it(`is done when the record does not exist, is sent once, and shows no message: ${writer.name}`, async () => {
      const service = await faultyRecordService(2);
      const disk = new Disk();
      const usesEndpoints = writer.usesEndpoints === true;
      const window = await WritingWindow.open(service.url, disk, { timeoutMs: 5_000, usesEndpoints });
      try {
        const change = { id: '1', field: 'city', from: 'Goa', to: null } as const;
        const write = await writer.prepare(window, change);
        service.failNext('notFoundAfterwards');
        assert.deepEqual(await write(), { outcome: 'done', sentence: '' });
        assert.deepEqual([service.begun.length, service.leads.get('1')?.isDeleted], [1, true]);
      } finally {
        window.close();
        await service.close();
        disk.remove();
      }
    });
});
