import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { storedData } from '../../../src/assembly/storedData.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { FileByteStore, FileTextStore } from '../../../src/services/common/fileStore.ts';
import { JournalFolder } from '../../../src/services/bulk/journalFolder.ts';
import { PartialFiles } from '../../../src/services/export/partialFiles.ts';
import { HistoryFiles } from '../../../src/services/history/historyFiles.ts';
import { DraftStore } from '../../../src/services/records/draftStore.ts';
import { watchKey } from '../../../src/services/watch/watchList.ts';
import { IntentFiles } from '../../../src/services/writes/intentFiles.ts';
import { WriteIntents } from '../../../src/services/writes/writeIntents.ts';
import { memoryHistory } from '../../support/memoryHistory.ts';

const leads = controllerName('crm', 'leads');
const fail = (error: unknown): never => assert.fail(String(error));

describe('stored data of a connection', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'recordbench-stored-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const folderOf = (name: string): string => path.join(root, name);
  const everything = (): string =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .map(
        (one) =>
          path.join(one.parentPath, one.name) +
          (one.isFile() ? readFileSync(path.join(one.parentPath, one.name), 'utf8') : ''),
      )
      .join('\n');

  /** Writes data through the real stores. */
  async function fill(connection: string): Promise<void> {
    const record = { kind: 'record', connection, controller: leads, id: '7' } as const;
    const files = new FileByteStore(folderOf('files'));
    const drafts = new DraftStore(new FileTextStore(folderOf('drafts')));
    const file = await files.writeBytes(Buffer.from(`attached to ${connection}`));
    await drafts.store(record, { base: { city: `in ${connection}` }, unknown: [], earlier: [], files: [file] });
    await drafts.markAdding({ kind: 'newRecord', connection, controller: leads, number: 1 });
    const journals = new JournalFolder(folderOf('bulk'));
    const run = `20260101000000000-${connection}`;
    const lock = (await journals.lock(run)) ?? assert.fail('it is locked');
    const journal = await journals.create(run, lock);
    const plan = {
      run,
      kind: 'edit',
      way: 'records',
      connection,
      connectionName: connection,
      baseUrl: 'https://x.example',
      controller: leads,
      title: 'Edit',
      changes: [],
      startedAt: 1,
      timeoutMs: 1,
    } as const;
    journal.put({ type: 'plan', version: 1, plan });
    await journal.close();
    await lock.release();
    const history = new HistoryFiles(folderOf('history'), fail);
    history.append(connection, `${connection}\n`);
    await history.flush();
    await new FileTextStore(folderOf('watched')).writeText(watchKey(record), `seen in ${connection}`);
    const found = new PartialFiles(folderOf('exports'));
    const folder = found.folder();
    mkdirSync(folder, { recursive: true });
    await found.store(folder, [`${connection}/${leads}`]);
  }

  it('is deleted with the connection, without touching other connections', async () => {
    const intents = new WriteIntents(new IntentFiles(folderOf('intents')));
    for (const connection of ['alpha', 'alpha-2']) {
      await fill(connection);
      const mark = intents.mark(JSON.stringify([connection, leads, '7']));
      mark.put();
      await mark.written();
      mark.release(true);
    }
    const before = everything();
    const history = memoryHistory(new HistoryFiles(folderOf('history'), fail));
    const forget = storedData({ folderOf, history, intents });
    assert.deepEqual(
      readdirSync(root).filter((name) => !(name in forget)),
      [],
    );
    for (const one of Object.values(forget)) await one.connection('alpha');
    const after = everything();
    intents.dispose();
    assert.match(before, /alpha(?!-2)/);
    assert.doesNotMatch(after, /alpha(?!-2)/);
    for (const part of [
      'in alpha-2',
      'attached to alpha-2',
      'seen in alpha-2',
      '00-alpha-2.jsonl',
      'history/alpha-2',
      'alpha-2/crm/leads',
    ])
      assert.ok(after.replaceAll('\\', '/').includes(part), part);
  });

  /** A run over both records, finished or still in progress. */
  async function writeJournal(name: string, isEnded: boolean): Promise<void> {
    const journals = new JournalFolder(folderOf('bulk'));
    const lock = (await journals.lock(name)) ?? assert.fail('it is locked');
    const journal = await journals.create(name, lock);
    const about = { connection: 'alpha', connectionName: 'Alpha', baseUrl: 'https://x.example', controller: leads };
    const plan = { run: name, kind: 'edit', way: 'records', title: 'Edit', changes: [], ...about } as const;
    journal.put({ type: 'plan', version: 1, plan: { ...plan, startedAt: 1, timeoutMs: 1 } });
    for (const id of ['7', '8'])
      journal.put({
        type: 'record',
        id,
        name: `Ada ${id}`,
        cells: [{ at: ['city'], before: `Goa ${id}`, after: 'Pune' }],
      });
    // record 7 of another run, under its temporary id from before it was created
    journal.put({
      type: 'record',
      id: 'new 1',
      name: 'Ada new',
      action: 'add',
      cells: [{ at: ['city'], before: null, after: 'Agra 7' }],
    });
    journal.put({ type: 'ready', dropped: [], labels: { city: 'City' } });
    journal.put({ type: 'begin', at: 2 });
    for (const id of ['7', '8']) journal.put({ type: 'done', id, said: `Saved Ada ${id}` });
    if (name === 'adds') journal.put({ type: 'done', id: 'new 1', made: '7' });
    if (isEnded) journal.put({ type: 'end', at: 3, how: 'finished' });
    await journal.close();
    await lock.release();
  }

  it('is deleted for a single record, without touching other records', async () => {
    const record = { kind: 'record', connection: 'alpha', controller: leads, id: '7' } as const;
    await fill('alpha');
    await writeJournal('edits', true);
    await writeJournal('adds', true);
    await writeJournal('open', false);
    const history = memoryHistory(new HistoryFiles(folderOf('history'), fail));
    for (const id of ['7', '8'])
      history.noteFound({
        connection: 'alpha',
        controller: leads,
        id,
        service: 'https://x.example',
        name: `Ada ${id}`,
        since: 1,
        action: 'edit',
        change: { fields: [], before: { city: `Goa ${id}` }, after: {} },
      });
    const intents = new WriteIntents(new IntentFiles(folderOf('intents')));
    const all = storedData({ folderOf, history, intents });
    let left = 0;
    for (const one of Object.values(all)) left += (await one.record(record)) ?? 0;
    intents.dispose();
    assert.equal(left, 1);
    await new JournalFolder(folderOf('bulk')).delete('open');
    const after = everything();
    for (const gone of ['Ada 7', 'Goa 7', 'in alpha', 'attached to alpha', 'seen in alpha', 'alpha/crm/leads'])
      assert.ok(!after.includes(gone), gone);
    assert.ok(!readFileSync(path.join(folderOf('bulk'), 'adds.jsonl'), 'utf8').includes('Agra 7'));
    for (const kept of ['Ada 8', 'Goa 8', 'Saved Ada 8']) assert.ok(after.includes(kept), kept);
    const { ledger } = (await new JournalFolder(folderOf('bulk')).readJournal('edits')) ?? assert.fail('it is gone');
    assert.deepEqual(
      ['7', '8'].map((id) => [ledger.get(id)?.state, ledger.get(id)?.cells.length]),
      [
        ['done', 0],
        ['done', 1],
      ],
    );
  });
});
