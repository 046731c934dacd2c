import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RecordClient } from '../../src/service/documented/recordClient.ts';
import { FileTextStore } from '../../src/services/common/fileStore.ts';
import { Demo } from '../../src/services/demo/demo.ts';
import { PartialFiles } from '../../src/services/export/partialFiles.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { inProject } from '../support/projectPaths.ts';
import { dice } from './dice.ts';
import { noteOutcome } from './outcomes.ts';
import { times } from './size.ts';
import { draftKey, exportedName, isWholeDraft, isWholeExport } from './victimWork.ts';
import { seed } from '../support/seed.ts';

const kills = times(1, 60);

describe(`window killed ${kills} times (seed ${seed})`, function () {
  this.timeout(180_000 + kills * 5_000);
  const random = dice(seed);
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-kills-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  /** Starts a process and kills it without cleanup, but not before `isReady`. */
  async function killed(kind: 'export' | 'draft' | 'demo', withinMs: number, isReady = () => true): Promise<void> {
    const window = fork(inProject('test/faults/victim.ts'), [kind, folder], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(window, 'exit');
    await once(window, 'message');
    while (!isReady() && window.exitCode === null) await wait(5);
    await wait(random() * withinMs);
    assert.equal(window.exitCode, null, 'it was at work');
    window.kill('SIGKILL');
    await ended;
  }

  it('leaves no partial export under the final name, and its leftovers are cleaned up', async () => {
    let whole = 0;
    const file = path.join(folder, exportedName);
    for (let turn = 0; turn < kills; turn++) {
      // the last kill waits for a file, so that at least one is checked
      await killed('export', 150, turn === kills - 1 ? () => existsSync(file) : undefined);
      if (!existsSync(file)) continue;
      assert.ok(isWholeExport(readFileSync(file, 'utf8')), 'the file under the final name is whole');
      whole += 1;
    }
    assert.ok(whole > 0, 'no file was ever looked at');
    await new PartialFiles(path.join(folder, 'notes')).cleanUp();
    assert.deepEqual(
      readdirSync(folder).filter((name) => name !== exportedName && name !== 'notes'),
      [],
    );
    noteOutcome('killed in an export', kills, `whole ${whole} times, else not there; nothing left beside it`);
  });

  it('keeps either the previous draft or the new one, never a partial one', async () => {
    let found = 0;
    const drafts = path.join(folder, 'drafts');
    const hasDraft = (): boolean => existsSync(drafts) && readdirSync(drafts).some((name) => name.endsWith('.txt'));
    for (let turn = 0; turn < kills; turn++) {
      await killed('draft', 60, turn === kills - 1 ? hasDraft : undefined);
      const text = await new FileTextStore(drafts).readText(draftKey);
      if (text === undefined) continue;
      assert.ok(isWholeDraft(text));
      found += 1;
    }
    assert.ok(found > 0, 'no draft was ever looked at');
    noteOutcome('killed while a draft is kept', kills, `whole ${found} times, else none yet`);
  });

  it('restarts the demo with all its records', async () => {
    const starts = times(1, 15);
    for (let turn = 0; turn < starts; turn++) {
      rmSync(path.join(folder, 'demo'), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      await killed('demo', 1_500);
      const { connections } = memoryConnections();
      const files = { script: inProject('src/demo/main.ts'), folder: path.join(folder, 'demo') };
      const demo = new Demo(connections, files);
      const connection = await demo.start(() => undefined);
      const client = new RecordClient(connection, { token: () => connections.token(connection) });
      const { total = 0 } = await client.records(controllerName('crm', 'leads'), { limit: 1 });
      await client.close();
      await demo.stop();
      assert.ok(total > 4_000, String(total));
    }
    noteOutcome('killed while the demo starts', starts, 'it starts again, with all of its records');
  });
});
