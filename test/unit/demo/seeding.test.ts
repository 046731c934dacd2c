import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../../src/demo/service.ts';
import { DemoClient, type Answer } from './demoClient.ts';

const leftLock = JSON.stringify({ pid: 999_999_999, host: hostname(), token: 'left' });

describe('demo service: seed data', () => {
  let folder: string;
  let db: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recordbench-demo-'));
    db = join(folder, 'demo.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const lead = async (client: DemoClient, id = '17'): Promise<Answer> =>
    (await client.get('/crm/leads/view', 'admin', { id })).body.data.leads;

  it('is the same for a seed, whatever the count, and differs for another seed', async () => {
    const leads = [];
    for (const options of [{ records: 20 }, { records: 200 }, { records: 20, seed: 2 }]) {
      const client = await DemoClient.start(options);
      leads.push(await lead(client));
      await client.service.close();
    }
    assert.deepEqual(leads[0], leads[1]);
    assert.notDeepEqual(leads[0], leads[2]);
  });

  it('stays in the file, with its changes', async () => {
    const first = await DemoClient.start({ db, records: 50 });
    const open = (await first.leadWhere({ 'leads.current_stage': '1. New' }))['leads.id'];
    await first.save({ id: open, city: 'Pune' });
    await first.service.close();
    const again = await DemoClient.start({ db, records: 50 });
    assert.equal((await lead(again, open)).city, 'Pune');
    await again.service.close();
  });

  it('is refused when the file has other data, and never overwritten', async () => {
    await (await startService({ db, records: 50 })).close();
    await assert.rejects(startService({ db, records: 60 }), /was made with records 50, not 60/);
    await assert.rejects(startService({ db, seed: 9 }), /was made with seed 1, not 9/);
    await (await startService({ db })).close();
  });

  it('is created once when two processes start on one file', async () => {
    let made = 0;
    const start = () =>
      startService({ db, records: 3000, onProgress: (done, total) => void (made += done === total ? 1 : 0) });
    const both = await Promise.all([start(), start()]);
    await Promise.all(both.map((service) => service.close()));
    assert.equal(made, 1);
    assert.ok(!readdirSync(folder).some((name) => /lock|seeding/.test(name)));
  });

  it('leaves nothing behind when creation is canceled, and is created again then', async () => {
    const stop = new AbortController();
    await assert.rejects(startService({ db, records: 5000, signal: stop.signal, onProgress: () => stop.abort() }));
    assert.deepEqual(readdirSync(folder), []);
    // files left by a killed process don't count as data either
    writeFileSync(`${db}.lock`, leftLock);
    writeFileSync(`${db}.seeding`, 'half');
    const service = await startService({ db, records: 20 });
    await service.close();
    assert.ok(existsSync(db));
  });

  it('is created once when two processes find leftovers of one killed at any point', async () => {
    const longAgo = new Date(Date.now() - 120_000);
    for (const [name, owner, token] of [
      ['one.db', leftLock, 'left'],
      ['two.db', '', 'unreadable'],
    ] as const) {
      const file = join(folder, name);
      // including the lock of a process that was killed while taking over an abandoned one
      for (const left of [`${file}.lock`, `${file}.lock.${token}`]) {
        writeFileSync(left, owner);
        utimesSync(left, longAgo, longAgo);
      }
      let made = 0;
      const start = () =>
        startService({ db: file, records: 20, onProgress: (done, total) => void (made += done === total ? 1 : 0) });
      const both = await Promise.all([start(), start()]);
      await Promise.all(both.map((service) => service.close()));
      assert.equal(made, 1);
    }
    assert.ok(!readdirSync(folder).some((name) => /lock|seeding/.test(name)));
  });

  it('reports that the folder is not writable', async () => {
    writeFileSync(join(folder, 'file'), '');
    await assert.rejects(
      startService({ db: join(folder, 'file', 'demo.db') }),
      /Could not write the database.*Choose a file/,
    );
    writeFileSync(db, 'not a database');
    await assert.rejects(startService({ db }), /Could not use the database.*remove this one/);
  });
});
