import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Items } from '../../../src/cli/result.ts';
import { plainLine, Terminal } from '../../../src/cli/terminal.ts';
import { KnownSecrets } from '../../../src/model/connection/knownSecrets.ts';

function open(environment: Record<string, string> = {}, isTTY = true) {
  const piped = () => Object.assign(new PassThrough(), { isTTY });
  const [stdout, stderr] = [piped(), piped()];
  const secrets = new KnownSecrets();
  const terminal = new Terminal({ stdout, stderr, environment }, secrets);
  const written = async (stream: PassThrough): Promise<string> => text(stream.end());
  return { terminal, secrets, stdout: () => written(stdout), stderr: () => written(stderr) };
}

describe('text on a terminal', () => {
  it('cannot move the cursor, reorder text, or contain a workflow command', () => {
    assert.equal(plainLine('a\u001B[2Jb\rc\u2028d'), 'a [2Jb c d');
    assert.equal(plainLine('in\u202Evoice'), 'invoice');
    assert.equal(plainLine('::error::no'), ' : :error::no');
    assert.equal(plainLine('  ##[group]a ##vso[task.setvariable]'), '  # #[group]a # #vso[task.setvariable]');
  });

  it('contains no secrets', async () => {
    const { terminal, secrets, stderr } = open();
    secrets.add('a-secret-0123456789');
    terminal.problem('Could not use a-secret-0123456789.');
    assert.equal(await stderr(), 'Could not use •••.\n');
  });

  it('includes progress only on an interactive terminal', async () => {
    for (const [one, expected] of [
      [open(), '\rha ]lf\r      \r'],
      [open({}, false), ''],
      [open({ CI: 'true' }), ''],
    ] as const) {
      one.terminal.progress('ha\u001B]lf');
      one.terminal.endProgress();
      assert.equal(await one.stderr(), expected);
    }
  });

  it('includes no progress once it shows the content of a file', async () => {
    const { terminal, stderr, stdout } = open({}, true);
    terminal.progress('half');
    await terminal.writeBytes(Buffer.from('a,b\n'));
    terminal.progress('all');
    assert.deepEqual([await stderr(), await stdout()], ['\rhalf\r    \r', 'a,b\n']);
  });

  it('contains errors but no notes with --quiet', async () => {
    const { terminal, stderr } = open();
    terminal.isQuiet = true;
    terminal.note('By the way.');
    terminal.problem('Could not do it.');
    assert.equal(await stderr(), 'Could not do it.\n');
  });
});

describe('JSON document on stdout', () => {
  it('is valid JSON with a line for each item', async () => {
    const { terminal, stdout } = open();
    const records = new Items([
      { id: '1', name: '##[error]' },
      { id: '2', name: '\u202E' },
    ]);
    await terminal.writeDocument('plan', 0, { counts: { done: 2 }, records, none: new Items([]) });
    const written = await stdout();
    assert.deepEqual(JSON.parse(written), {
      formatVersion: 1,
      command: 'plan',
      exitCode: 0,
      counts: { done: 2 },
      records: [...(records.each as Iterable<object>)],
      none: [],
    });
    assert.equal(written.split('\n').length, 12);
    assert.ok(!written.includes('##[') && !written.includes('\u202E'));
  });
});
