import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import { changeText } from '../../../../src/model/history/historyWords.ts';
import { JournalFolder } from '../../../../src/services/bulk/journalFolder.ts';
import { Lazy } from '../../../../src/services/common/lazy.ts';
import { RecordHistory } from '../../../../src/services/history/recordHistory.ts';
import { RecordTimeline } from '../../../../src/services/history/recordTimeline.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { Disk, writers, WritingWindow } from '../../../support/nineWriters.ts';

const never = new AbortController().signal;

describe('record timeline', () => {
  let service: BulkService;
  let disk: Disk;
  let window: WritingWindow;
  let timeline: RecordTimeline;
  let reported: number;

  beforeEach(async () => {
    service = await bulkService(2);
    disk = new Disk();
    window = await WritingWindow.open(service.url, disk, { timeoutMs: 60_000 });
    timeline = timelineOf(window);
    reported = 0;
    timeline.onDidChange(() => (reported += 1));
  });
  afterEach(async () => {
    timeline.dispose();
    window.close();
    await service.close();
    disk.remove();
  });

  function timelineOf({ writer, connections, changes }: WritingWindow): RecordTimeline {
    const { history } = writer;
    const journals = new JournalFolder(disk.journals);
    const reader = new Lazy(async () => new RecordHistory({ history, journals, connections }));
    return new RecordTimeline({ history, reader, changes, connections });
  }

  const addressOf = (id: string) =>
    ({ kind: 'record', connection: window.connection, controller: controllerName('crm', 'leads'), id }) as const;
  const changed = (): Promise<void> => new Promise((resolve) => timeline.onDidChange(() => resolve()));

  async function linesOf(id: string, limit?: number): Promise<string[] | undefined> {
    const page = await timeline.page(addressOf(id), limit === undefined ? {} : { limit }, never);
    return page?.entries.map((entry) => changeText(entry));
  }

  async function write(name: string, to: string, id = '1'): Promise<void> {
    const writer = writers.find((one) => one.name === name) ?? assert.fail(name);
    const from = service.leads.get(id)?.city ?? null;
    await (
      await writer.prepare(window, { id, field: 'city', from, to })
    )();
  }

  it('shows the history of the record, newest first, one page at a time', async () => {
    await write("another extension's save", 'Pune');
    await write('a bulk edit', 'Bonn');
    await write("another extension's save", 'Agra', '2');
    assert.deepEqual(await linesOf('1'), ['City: Pune → Bonn', 'City: Goa → Pune']);
    assert.deepEqual(await linesOf('1', 1), ['City: Pune → Bonn']);
  });

  for (const name of ["the form's save", 'a bulk edit', 'one delete'])
    it(`is notified once after ${name}, and then includes it`, async () => {
      assert.deepEqual(await linesOf('1'), []);
      const received = changed();
      await write(name, 'Pune');
      await received;
      assert.equal((await linesOf('1'))?.length, 1);
      assert.equal(reported, 1);
    });

  it('is notified of what the service changed on save, and of changes made elsewhere', async () => {
    const address = addressOf('1');
    const text = await window.drafts.readDocument(address);
    await window.drafts.noteShown(address, text);
    await window.drafts.keepBase(address);
    const mine = withValues(text, [{ at: ['city'], value: 'Pune' }]);
    await window.drafts.saveDocument(address, mine);
    assert.deepEqual(await linesOf('1'), ['City: Goa → Pune']);
    let received = changed();
    Object.assign(service.leads.get('1') ?? {}, { city: 'PUNE' });
    await window.drafts.settle(address, mine, mine);
    await received;
    assert.deepEqual(await linesOf('1'), ['City: Goa → PUNE']);
    received = changed();
    const found = { ...address, service: service.url, name: 'Lead 1', since: Date.now() };
    const change = { fields: [], before: { city: 'PUNE' }, after: {} };
    window.writer.history.noteFound({ ...found, action: 'delete', change });
    await received;
    assert.equal((await linesOf('1'))?.length, 2);
  });

  it('is not notified about other records', async () => {
    const other = timelineOf(window);
    await linesOf('2');
    await other.page(addressOf('1'), {}, never);
    const received = new Promise<void>((resolve) => other.onDidChange(() => resolve()));
    await write("the form's save", 'Pune');
    await received.finally(() => other.dispose());
    assert.equal(reported, 0);
  });

  it('is empty after a cancel, or if its connection does not exist', async () => {
    await write('a bulk edit', 'Pune');
    assert.equal(await timeline.page(addressOf('1'), {}, AbortSignal.abort()), undefined);
    assert.equal(await timeline.page({ ...addressOf('1'), connection: 'gone' }, {}, never), undefined);
  });
});
