import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DemoProcessMessage, DemoStartOptions } from '../../../src/model/demoMessages.ts';
import { inProject } from '../../support/projectPaths.ts';

const main = inProject('src/demo/main.ts');
const commandLine = inProject('test/support/runDemoService.ts');

describe('demo service: process', () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [commandLine, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { out, error, code };
  };

  it('prints its address and tokens, and exits on Ctrl+C', async () => {
    const child = spawn(process.execPath, [commandLine, '--records', '20'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    for await (const piece of child.stdout.setEncoding('utf8')) {
      out += piece;
      if (out.includes('Token of reader')) child.kill('SIGINT');
    }
    assert.match(out, /http:\/\/127\.0\.0\.1:\d+\nToken of admin: recordbench-demo-\S{43}\n/);
    if (child.exitCode === null) await once(child, 'exit');
    assert.equal(child.exitCode, 0);
  });

  it('reports invalid arguments in one sentence', async () => {
    const unknown = await run('--nope');
    assert.deepEqual([unknown.code, unknown.error.trim().split('\n').length], [1, 1]);
    assert.match(unknown.error, /'--nope'.*--help/);
    assert.match((await run('--records', 'many')).error, /--records must be a whole number/);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : 0);
    const refused = await run('--port', port);
    taken.close();
    assert.equal(
      refused.error,
      `Could not listen on port ${port}: another program uses it. Choose another port, or 0 for any.\n`,
    );
  });

  it('shows help', async () => {
    const { out, code } = await run('--help');
    assert.equal(code, 0);
    assert.match(out, /--records <n>/);
  });

  describe('started by the extension', () => {
    let child: ChildProcess;
    beforeEach(() => (child = fork(main, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })));
    afterEach(() => child.kill());

    const start = async (options: DemoStartOptions): Promise<DemoProcessMessage[]> => {
      const received: DemoProcessMessage[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      child.on('message', (message: DemoProcessMessage) => {
        received.push(message);
        if (message.type !== 'progress') resolve();
      });
      child.send({ type: 'start', options });
      await promise;
      return received;
    };

    it('reports progress and readiness, does not print tokens, and exits when the channel closes', async () => {
      assert.ok(child.stdout && child.stderr);
      const printed = Promise.all([text(child.stdout), text(child.stderr)]);
      const received = await start({ records: 3000, tokens: { admin: 'secret-token' } });
      const ready = received.at(-1);
      assert.ok(ready?.type === 'ready' && received.some((message) => message.type === 'progress'));
      const response = await fetch(`${ready.url}/crm/leads/index.json`, {
        headers: { authorization: 'Bearer secret-token' },
      });
      assert.equal(response.status, 200);
      await response.arrayBuffer();
      child.disconnect();
      const [code] = await once(child, 'exit');
      assert.equal(code, 0);
      assert.deepEqual(await printed, ['', '']);
    });

    it('reports why it cannot start', async () => {
      const [failed] = await start({ db: '/dev/null/demo.db', records: 20 });
      assert.ok(failed?.type === 'failed');
      assert.match(failed.message, /^its database cannot be written \(/);
    });
  });
});
