import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { forgetConnectionIn } from '../../../src/assembly/storedData.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { FileByteStore, FileTextStore } from '../../../src/platform/fileStore.ts';
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

describe('what is stored on the disk about a connection', () => {
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

  /** As the real stores write it. */
  async function fill(connection: string): Promise<void> {
    const record = { kind: 'record', connection, controller: leads, id: '7' } as const;
    const files = new FileByteStore(folderOf('files'));
    const drafts = new DraftStore(new FileTextStore(folderOf('drafts')));
    const file = await files.writeBytes(Buffer.from(`attached to ${connection}`));
    await drafts.keep(record, { base: { city: `in ${connection}` }, unknown: [], earlier: [], files: [file] });
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
    await found.keep(folder, [`${connection}/${leads}`]);
  }

  it('is gone with the connection, and nothing of another one is', async () => {
    const intents = new WriteIntents(new IntentFiles(folderOf('intents')));
    for (const connection of ['alpha', 'alpha-2']) {
      await fill(connection);
      const mark = intents.mark(JSON.stringify([connection, leads, '7']));
      mark.put();
      await mark.written();
      mark.drop(true);
    }
    const before = everything();
    const history = memoryHistory(new HistoryFiles(folderOf('history'), fail));
    const forget = forgetConnectionIn({ folderOf, history, intents });
    assert.deepEqual(
      readdirSync(root).filter((name) => !(name in forget)),
      [],
    );
    for (const one of Object.values(forget)) await one('alpha');
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
});
