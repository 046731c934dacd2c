import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import type { HistoryEntry } from '../../../../src/model/history/historyEntry.ts';
import { JournalFolder } from '../../../../src/services/bulk/journalFolder.ts';
import { History } from '../../../../src/services/history/history.ts';
import { RecordHistory } from '../../../../src/services/history/recordHistory.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { allOf, MemoryHistoryStore } from '../../../support/memoryHistory.ts';
import { Disk, type Writer, writers, WritingWindow } from '../../../support/nineWriters.ts';
import { ManualTime } from '../../../support/manualTime.ts';
import { realClock } from '../../../../src/services/writes/writeIntents.ts';

const controller = controllerName('crm', 'leads');

/** The source that each writer records. Add every new writer here. */
const words: Readonly<Record<string, string>> = {
  "the form's save": 'form',
  'a new record': 'form',
  'staged cells': 'cells',
  'a bulk edit': 'bulk',
  'a bulk delete': 'bulk',
  'the bulk edit endpoint': 'bulk',
  'the bulk delete endpoint': 'bulk',
  "an import's change": 'import',
  "an import's add": 'import',
  'one delete': 'command',
  "another extension's save": 'api',
  "another extension's add": 'api',
  "another extension's delete": 'api',
};

describe('record history', () => {
  let service: BulkService;
  let disk: Disk;
  let windows: WritingWindow[];

  beforeEach(async () => {
    service = await bulkService(2);
    disk = new Disk();
    windows = [];
  });
  afterEach(async () => {
    for (const window of windows) window.close();
    await service.close();
    disk.remove();
  });

  async function open(usesEndpoints = false, clock = realClock): Promise<WritingWindow> {
    const window = await WritingWindow.open(service.url, disk, { timeoutMs: 60_000, usesEndpoints, clock });
    windows.push(window);
    return window;
  }

  function reader({ connections, writer }: WritingWindow): RecordHistory {
    return new RecordHistory({ history: writer.history, journals: new JournalFolder(disk.journals), connections });
  }

  async function historyOf(window: WritingWindow, id = '1'): Promise<HistoryEntry[]> {
    const connection = window.connections.get(window.connection) ?? assert.fail('it is there');
    return reader(window).ofRecord(connection, { controller, id });
  }

  const brief = ({ through, action, fields }: HistoryEntry): string =>
    [through, action, ...fields.map(({ label, from, to }) => `${label}: ${from} → ${to}`)].join(' ');

  const writerCalled = (name: string): Writer => writers.find((one) => one.name === name) ?? assert.fail(name);
  const write = async (window: WritingWindow, name: string, to: string): Promise<string> => {
    const from = service.leads.get('1')?.city ?? null;
    const tried = await writerCalled(name).prepare(window, { id: '1', field: 'city', from, to });
    return (await tried()).outcome;
  };

  it('has a label for every writer', () => {
    assert.deepEqual(Object.keys(words).toSorted(), writers.map(({ name }) => name).toSorted());
  });

  for (const { name, kind, usesEndpoints } of writers)
    it(`shows what ${name} changed, and its source`, async () => {
      const window = await open(usesEndpoints);
      assert.equal(await write(window, name, 'Pune'), 'done');
      const id = kind === 'add' ? '3' : '1';
      const [entry, ...others] = await historyOf(window, id);
      assert.ok(entry && others.length === 0, `${others.length + 1} entries`);
      assert.deepEqual([entry.through, entry.action, entry.id], [words[name], kind, id]);
      assert.ok(Math.abs(Date.now() - entry.at) < 60_000);
      const city = entry.fields.find(({ label }) => label === 'City');
      if (kind === 'edit') assert.deepEqual([entry.before, entry.after], [{ city: 'Goa' }, { city: 'Pune' }]);
      if (kind === 'add') assert.deepEqual([entry.before['city'] ?? null, entry.after['city']], [null, 'Pune']);
      if (kind === 'delete') assert.deepEqual([entry.before['city'], entry.after], ['Goa', {}]);
      else assert.deepEqual([city?.from, city?.to], [kind === 'add' ? '' : 'Goa', 'Pune']);
    });

  it('omits refused and unchanged values', async () => {
    const window = await open();
    await write(window, "another extension's save", 'Goa');
    service.fault = () => 'refuse';
    await write(window, "the form's save", 'Pune');
    await write(window, 'one delete', '');
    assert.deepEqual(await historyOf(window), []);
  });

  it('includes a write of unknown outcome once it turns out to have arrived', async () => {
    const window = await open();
    service.fault = (_, turn) => (turn === 0 ? 'writeAndBreak' : undefined);
    const save = await writerCalled('staged cells').prepare(window, {
      id: '1',
      field: 'city',
      from: 'Goa',
      to: 'Pune',
    });
    assert.equal((await save()).outcome, 'unknown');
    assert.deepEqual(await historyOf(window), []);
    assert.equal((await save()).outcome, 'done');
    assert.deepEqual((await historyOf(window)).map(brief), ['cells edit City: Goa → Pune']);
  });

  it('omits a write of unknown outcome if it did not arrive', async () => {
    const time = new ManualTime();
    const window = await open(false, time);
    service.fault = (_, turn) => (turn === 0 ? 'break' : undefined);
    const save = await writerCalled('staged cells').prepare(window, {
      id: '1',
      field: 'city',
      from: 'Goa',
      to: 'Pune',
    });
    await save();
    service.fault = () => 'refuse';
    await save();
    time.dispose();
    assert.deepEqual(await historyOf(window), []);
  });

  it('includes what the service itself changed, from the read that follows a save anyway', async () => {
    const window = await open();
    const address = { kind: 'record', connection: window.connection, controller, id: '1' } as const;
    const text = await window.drafts.readDocument(address);
    await window.drafts.noteShown(address, text);
    await window.drafts.keepBase(address);
    const mine = withValues(text, [{ at: ['city'], value: 'Pune' }]);
    await window.drafts.saveDocument(address, mine);
    Object.assign(service.leads.get('1') ?? {}, { city: 'PUNE', stage: 'won' });
    let reads = 0;
    service.onRead = () => (reads += 1);
    await window.drafts.settle(address, mine, mine);
    const [entry, ...others] = await historyOf(window);
    assert.equal(reads, 1);
    assert.equal(others.length, 0);
    assert.equal(entry && brief(entry), 'form edit City: Goa → PUNE Stage: New lead → Won lead');
    assert.deepEqual(entry?.after, { city: 'PUNE', stage: 'won' });
  });

  it('covers one service: changes made while the connection pointed elsewhere are omitted', async () => {
    const window = await open();
    await write(window, "the form's save", 'Pune');
    await write(window, 'a bulk edit', 'Bonn');
    assert.equal((await historyOf(window)).length, 2);
    const connection = window.connections.get(window.connection) ?? assert.fail('it is there');
    const moved = { ...connection, baseUrl: 'http://elsewhere.example' };
    await window.connections.change(moved);
    assert.deepEqual(await reader(window).ofRecord(moved, { controller, id: '1' }), []);
    assert.deepEqual(await reader(window).ofConnection(moved), []);
  });

  it('shows a run as one line of its connection', async () => {
    const window = await open();
    await write(window, "the form's save", 'Pune');
    await write(window, 'a bulk edit', 'Bonn');
    const connection = window.connections.get(window.connection) ?? assert.fail('it is there');
    const lines = await reader(window).ofConnection(connection);
    assert.deepEqual(
      lines.map((line) => ('run' in line ? line.title : brief(line))),
      ['Edit city of 1 record', 'form edit City: Goa → Pune'],
    );
  });

  it('shows a change made elsewhere once, and not at all if it was made here', async () => {
    const window = await open();
    const since = Date.now() - 1_000;
    await write(window, "the form's save", 'Pune');
    const found = (to: string): void => {
      const place = { connection: window.connection, controller, id: '1', service: service.url, name: 'Lead 1' };
      const fields = [{ at: ['city'], label: 'City', from: 'Goa', to }];
      const change = { fields, before: { city: 'Goa' }, after: { city: to } };
      window.writer.history.noteFound({ ...place, since, action: 'edit', change });
    };
    found('Pune');
    found('Bonn');
    await new Promise((resolve) => setTimeout(resolve, 5));
    found('Bonn');
    assert.deepEqual((await historyOf(window)).map(brief), [
      'elsewhere edit City: Goa → Bonn',
      'form edit City: Goa → Pune',
    ]);
  });

  it('is kept for the configured number of days, and not at all for 0', async () => {
    const files = new MemoryHistoryStore();
    let [days, now] = [2, Date.now()];
    const isSecret = (): boolean => false;
    const onFailure = (error: unknown): void => assert.fail(String(error));
    const history = new History({ files, keepDays: () => days, isSecret, onFailure, now: () => now });
    const place = { connection: 'a', controller, id: '1', service: 'http://a', name: 'Lead 1', since: 0 };
    const note = (): void =>
      history.noteFound({ ...place, action: 'edit', change: { fields: [], before: {}, after: {} } });
    note();
    assert.equal((await allOf(history.entries('a'))).length, 1);
    now += 3 * 86_400_000;
    assert.equal((await allOf(history.entries('a'))).length, 0);
    days = 0;
    note();
    assert.equal(files.lines.get('a')?.length, 1);
  });

  it('does not fail a save when it cannot be stored', async () => {
    const window = await open();
    const reported: unknown[] = [];
    const files = new MemoryHistoryStore();
    files.append = () => assert.fail('the disk is full');
    const onFailure = (error: unknown): void => void reported.push(error);
    const history = new History({ files, keepDays: () => 30, isSecret: () => false, onFailure });
    Object.defineProperty(window.writer, 'history', { value: history });
    assert.equal(await write(window, "the form's save", 'Pune'), 'done');
    assert.match(String(reported[0]), /disk is full/);
  });
});
