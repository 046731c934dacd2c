import assert from 'node:assert/strict';
import { isGroupAlive } from '../../support/processGroup.ts';
import { StartedProcess } from '../../support/startedProcess.ts';

const script = (code: string): StartedProcess => new StartedProcess(process.execPath, ['-e', code]);

describe('started process', () => {
  it('returns its exit code and its output', async () => {
    const run = script("console.log('out'); console.error('err'); process.exitCode = 3");
    assert.equal(await run.finished(), 3);
    assert.match(run.output, /out/);
    assert.match(run.output, /err/);
  });

  it('signals when a line was printed', async () => {
    const run = script("setTimeout(() => console.log('listening on 4711'), 20); setInterval(() => {}, 1000)");
    const [, port] = await run.printed(/listening on (\d+)/);
    assert.equal(port, '4711');
    await run.end();
  });

  it('reports its actual output when it exits without printing that line', async () => {
    await assert.rejects(script("console.log('no such folder')").printed(/listening/), /no such folder/);
  });

  it('rejects when the executable does not exist', async () => {
    await assert.rejects(new StartedProcess('no-such-program-here', []).finished(), /ENOENT/);
  });

  it('ends its child processes with it', async function () {
    if (process.platform === 'win32') this.skip();
    const run = script(
      "const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);" +
        "console.log('child ' + child.pid); setInterval(() => {}, 1000)",
    );
    const [, child] = await run.printed(/child (\d+)/);
    assert.notEqual(Number(child), run.pid);
    assert.ok(isGroupAlive(run.pid));
    await run.end();
    assert.ok(!isGroupAlive(run.pid));
  });
});
