import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { commandId } from '../../../src/manifest.ts';
import { inProject } from '../../support/projectPaths.ts';

interface Probed {
  /** URLs of the modules loaded after startup. */
  readonly later: readonly string[];
  /** Views, prompts, errors and the log. */
  readonly shown: readonly string[];
  /** Names of the commands that have an implementation. */
  readonly runnable: readonly string[];
}

/** `without` is a part of the URL of a file that fails to load. */
async function probe(run: readonly string[], without = 'nothing'): Promise<Probed> {
  const args = ['--without', without, ...run.flatMap((command) => ['--run', command])];
  const { stdout } = await promisify(execFile)(process.execPath, [inProject('test/support/startProbe.ts'), ...args], {
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(stdout) as Probed;
}

describe('command table', function () {
  let probed: Probed;

  before(async () => (probed = await probe([commandId('showLog'), commandId('setToken')])));

  it('lists exactly the commands that package.json declares', () => {
    const { contributes } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
      contributes: { commands: readonly { command: string }[] };
    };
    assert.deepEqual(
      probed.runnable.map(commandId).toSorted(),
      contributes.commands.map(({ command }) => command).toSorted(),
    );
  });

  it('loads only what a command needs: no records, bulk runs or watching for the log or a token', () => {
    const { later, shown } = probed;
    assert.deepEqual(shown, ['log', 'question']);
    assert.ok(later.some((url) => url.endsWith('/src/commands/requestCommands.ts')));
    const others = /src\/(assembly|documents|editors|protocol|webview)\/|src\/services\/(bulk|lists|records|watch)\//;
    assert.deepEqual(
      later.filter((url) => others.test(url)),
      [],
    );
  });

  it('runs a command even if another one fails to load', async () => {
    const { shown } = await probe(
      [commandId('bulkEdit'), commandId('showLog'), commandId('setToken')],
      'src/commands/bulk/',
    );
    assert.deepEqual(shown, [
      'error Loading the command failed unexpectedly. See the log for details.',
      'log',
      'question',
    ]);
  });
});
