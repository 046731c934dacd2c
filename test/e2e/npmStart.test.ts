import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { freePort, isFree } from '../support/freePort.ts';
import { Progress } from '../support/progress.ts';
import { projectRoot } from '../support/projectPaths.ts';
import { StartedProcess } from '../support/startedProcess.ts';
import { treeLine, workbenchReady } from '../support/workbench.ts';

describe('npm start', () => {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'recordbench-start-'));
  // must not exist yet: only a new home gets the extension that opens the Records view
  const home = path.join(temporary, 'home');
  let npm: StartedProcess | undefined;

  after(async () => {
    await npm?.end();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  it('prints its URL, serves the demo, and stops all its processes on Ctrl+C', async () => {
    const port = await freePort();
    const flags = ['--server', '--packaged', '--port', String(port), '--home', home];
    npm = new StartedProcess('npm', ['start', '--', ...flags], { cwd: projectRoot });
    const [, address = ''] = await npm.printed(
      /Open (http:\/\/127\.0\.0\.1:\d+\/) in a browser\. Press Ctrl\+C to stop\./,
    );
    assert.equal(address, `http://127.0.0.1:${port}/`);
    const browser = await launchBrowser(await findBrowser(new Progress()));
    const page = await browser.newPage();
    await page.goto(address, { timeout: 60_000 });
    await workbenchReady(page);
    await treeLine(page, 'leads').waitFor();
    assert.ok(process.platform !== 'linux' || runningFor(home).length > 1);
    // a terminal sends Ctrl+C to the whole foreground group, npm included
    process.kill(-npm.pid, 'SIGINT');
    await npm.finished();
    await browser.close();
    assert.deepEqual(runningFor(home), []);
    assert.ok(await isFree(port), 'the port is still in use');
  });
});

/** VS Code, its extension hosts and the demo all have their home on the command line or in the environment. */
function runningFor(home: string): string[] {
  if (process.platform !== 'linux') return [];
  const read = (pid: string, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    try {
      return `${read(pid, 'cmdline')}${read(pid, 'environ')}`.includes(home);
    } catch {
      return false; // it exited during the check
    }
  });
}
