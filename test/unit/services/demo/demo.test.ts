import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Demo } from '../../../../src/services/demo/demo.ts';
import { inProject } from '../../../support/projectPaths.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

const none = (): void => undefined;

describe('the demo', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-demo-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

  /** A process that does as the text says in the place of the service. */
  function demoOf(text: string): { demo: Demo } & ReturnType<typeof memoryConnections> {
    const script = path.join(folder, 'service.mjs');
    writeFileSync(script, `process.once('disconnect', () => process.exit(0));\n${text}`);
    const made = memoryConnections();
    return { ...made, demo: new Demo(made.connections, { script, folder: path.join(folder, 'files') }) };
  }
  const ready = "process.once('message', () => process.send({ type: 'ready', url: 'http://127.0.0.1:1', port: 1 }));";

  it('is a connection while it runs, whose token goes with it', async () => {
    const { demo, connections, vault } = demoOf(ready);
    assert.equal((await demo.start(none)).id, 'demo');
    assert.deepEqual([demo.isRunning, vault.tokens.size, connections.all().length], [true, 1, 1]);
    await demo.stop();
    assert.deepEqual([demo.isRunning, demo.hasFailed, vault.tokens.size, connections.all()], [false, false, 0, []]);
  });

  it('says so when it ended by itself, until it is started again', async () => {
    const { demo, connections } = demoOf(`${ready}\nsetTimeout(() => process.exit(3), 300);`);
    await demo.start(none);
    await new Promise<void>((resolve) => {
      demo.onDidChange(() => demo.hasFailed && resolve());
    });
    assert.deepEqual([demo.isRunning, connections.all()], [false, []]);
    const again = demo.start(none);
    assert.equal(demo.hasFailed, false);
    await again;
    await demo.stop();
  });

  it('can be stopped while it starts, which is no failure', async () => {
    const { demo } = demoOf('setInterval(() => undefined, 1000);');
    const starting = assert.rejects(demo.start(none), { code: 'canceled' });
    await demo.stop();
    await starting;
    assert.deepEqual([demo.isRunning, demo.hasFailed], [false, false]);
  });

  it('starts after a stop that is not over yet', async () => {
    const { demo, connections } = demoOf(ready);
    await demo.start(none);
    const stopping = demo.stop();
    await demo.start(none);
    await stopping;
    assert.deepEqual([demo.isRunning, connections.all().map(({ id }) => id)], [true, ['demo']]);
    await demo.stop();
  });

  it('starts again after a stop at which its token could not be taken away', async () => {
    const { demo, connections, vault } = demoOf(ready);
    vault.delete = () => Promise.reject(new Error('the keyring is locked'));
    await demo.start(none);
    await demo.stop();
    assert.deepEqual(connections.all(), []);
    await demo.start(none);
    assert.equal(demo.isRunning, true);
    await demo.stop();
  });

  it('says in a sentence why it does not start', async () => {
    const starts = (text: string): Promise<unknown> => demoOf(text).demo.start(none);
    await assert.rejects(
      starts("process.once('message', () => process.send({ type: 'failed', message: 'The disk is full.' }));"),
      { name: 'DemoError', message: 'Could not start the demo: The disk is full. Reset the demo, or look at the log.' },
    );
    await assert.rejects(starts('process.exit(7);'), /^DemoError: Could not start the demo: its process ended \(7\)\./);
    rmSync(path.join(folder, 'files'), { recursive: true });
    writeFileSync(path.join(folder, 'files'), 'a file in the way');
    await assert.rejects(
      starts(ready),
      /^DemoError: Could not start the demo: its folder cannot be made: .*\. Check the disk/,
    );
  });

  it('runs twice on one database, as in two windows', async () => {
    const files = { script: inProject('src/demo/main.ts'), folder };
    const windows = [memoryConnections(), memoryConnections()];
    const demos = windows.map(({ connections }) => new Demo(connections, files));
    const urls = await Promise.all(demos.map(async (demo) => (await demo.start(none)).baseUrl));
    const totals = await Promise.all(
      urls.map(async (url, index) => {
        const authorization = `Bearer ${windows[index]?.vault.tokens.get('demo')}`;
        const answer = await fetch(`${url}/crm/leads/index.json?limit=1`, { headers: { authorization } });
        return ((await answer.json()) as { paginate: { total_count: number } }).paginate.total_count;
      }),
    );
    assert.notEqual(urls[0], urls[1]);
    assert.ok(
      totals.every((total) => total > 4_000 && total === totals[0]),
      String(totals),
    );
    await Promise.all(demos.map((demo) => demo.stop()));
  }).timeout(60_000);
});
