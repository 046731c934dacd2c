import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { controllerName } from '../../../../src/model/controller.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import type { Connections } from '../../../../src/services/connections/connections.ts';
import { Demo } from '../../../../src/services/demo/demo.ts';
import { inProject } from '../../../support/projectPaths.ts';
import { memoryConnections, MemoryVault } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';

const none = (): void => undefined;
const accounts = controllerName('crm', 'accounts');

describe('demo service', () => {
  let folder: string;
  let made: Demo | undefined;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-demo-'))));
  afterEach(async () => {
    await made?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  /** A demo whose service process runs the given script instead. */
  function demoOf(text: string): { demo: Demo } & ReturnType<typeof memoryConnections> {
    const script = path.join(folder, 'service.mjs');
    writeFileSync(script, `process.once('disconnect', () => process.exit(0));\n${text}`);
    const memory = memoryConnections();
    made = new Demo(memory.connections, { script, folder: path.join(folder, 'files') });
    return { ...memory, demo: made };
  }
  const ready = "process.once('message', () => process.send({ type: 'ready', url: 'http://127.0.0.1:1', port: 1 }));";

  it('is a connection while it runs, with a token that is never stored and ends with it', async () => {
    const { demo, connections, vault } = demoOf(ready);
    const connection = await demo.start(none);
    assert.match((await connections.token(connection)) ?? '', /^recordbench-demo-/);
    assert.deepEqual([connection.id, demo.isRunning, connections.all().length], ['demo', true, 1]);
    assert.equal(vault.tokens.size, 0);
    await demo.stop();
    assert.deepEqual([demo.isRunning, demo.hasFailed, connections.all()], [false, false, []]);
    assert.equal(await connections.token(connection), undefined);
  });

  it('reports an unexpected exit until it is started again', async () => {
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

  it('can be stopped while starting, without an error', async () => {
    const { demo } = demoOf('setInterval(() => undefined, 1000);');
    const starting = assert.rejects(demo.start(none), { code: 'canceled' });
    await demo.stop();
    await starting;
    assert.deepEqual([demo.isRunning, demo.hasFailed], [false, false]);
  });

  it('starts after a stop that is still in progress', async () => {
    const { demo, connections } = demoOf(ready);
    await demo.start(none);
    const stopping = demo.stop();
    await demo.start(none);
    await stopping;
    assert.deepEqual([demo.isRunning, connections.all().map(({ id }) => id)], [true, ['demo']]);
    await demo.stop();
  });

  it('reports why it does not start', async () => {
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
      /^DemoError: Could not start the demo: its folder could not be created \(.*\)\. Check the disk/,
    );
  });

  describe('in two windows that share secret storage', () => {
    interface DemoWindow {
      readonly demo: Demo;
      readonly connections: Connections;
      readonly clients: Clients;
    }
    let shared: string;
    let vault: MemoryVault;
    let open: DemoWindow[];
    before(() => (shared = mkdtempSync(path.join(os.tmpdir(), 'recordbench-demo-'))));
    after(() => rmSync(shared, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    beforeEach(() => {
      vault = new MemoryVault();
      open = [];
    });
    afterEach(() => Promise.all(open.map(close)));

    async function openWindow(): Promise<DemoWindow> {
      const { connections } = memoryConnections(vault);
      const clients = testClients(connections, { request: none });
      const demo = new Demo(connections, { script: inProject('src/demo/main.ts'), folder: shared });
      await demo.start(none);
      const opened = { demo, connections, clients };
      open.push(opened);
      return opened;
    }

    async function close({ demo, clients }: DemoWindow): Promise<void> {
      clients.dispose();
      await demo.stop();
    }

    const city = async ({ clients }: DemoWindow): Promise<unknown> =>
      (await (await clients.get('demo')).form(accounts, 'view', '2')).values['city'];

    async function save({ clients }: DemoWindow, text: string): Promise<void> {
      const client = await clients.get('demo');
      const form = await client.form(accounts, 'edit', '2');
      const action = actionForSave(form) ?? assert.fail('there is no way to save it');
      await client.sendSave(form, { city: text }, action);
    }

    it('lets each window read what the other saved, even if both start at once', async () => {
      const [first, second] = await Promise.all([openWindow(), openWindow()]);
      assert.notEqual(first.connections.get('demo')?.baseUrl, second.connections.get('demo')?.baseUrl);
      await save(first, 'Pune');
      assert.equal(await city(second), 'Pune');
      await save(second, 'Agra');
      assert.equal(await city(first), 'Agra');
      await save(first, 'Goa');
      assert.equal(await city(second), 'Goa');
    });

    it('keeps running in one window when the other closes and comes back', async () => {
      const first = await openWindow();
      const second = await openWindow();
      await save(first, 'Pune');
      await close(first);
      await save(second, 'Agra');
      const again = await openWindow();
      assert.equal(await city(again), 'Agra');
      await save(again, 'Goa');
      assert.equal(await city(second), 'Goa');
      await close(second);
      assert.equal(await city(again), 'Goa');
    });

    it('does not reset while another window uses it; a single window starts fresh', async () => {
      const [first, second] = [await openWindow(), await openWindow()];
      await save(first, 'Pune');
      await assert.rejects(first.demo.reset(none), {
        message: 'Could not reset the demo: another window uses its records. Stop the demo there, then try again.',
      });
      // both continue with the same records
      await save(second, 'Agra');
      assert.equal(await city(first), 'Agra');
      await close(second);
      await first.demo.reset(none);
      assert.notEqual(await city(first), 'Agra');
    });

    it('leaves neither a connection nor a token behind when killed', async () => {
      const killed = await openWindow();
      // the next window knows only what was stored
      const next = memoryConnections(vault);
      assert.deepEqual([next.connections.all(), vault.tokens.size], [[], 0]);
      const second = await openWindow();
      await save(second, 'Pune');
      assert.equal(await city(killed), 'Pune');
    });
  });
});
