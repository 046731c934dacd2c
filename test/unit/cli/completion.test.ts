import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { commonOptions } from '../../../src/cli/command.ts';
import { CommandLine } from '../../support/commandLine.ts';

const shells = ['bash', 'zsh', 'fish', 'pwsh'];

describe('completion on the command line', () => {
  let program: CommandLine;
  let bash: string;
  let folder: string;
  before(async () => {
    program = await CommandLine.build();
    bash = (await program.run(['completion', 'bash'])).stdout;
    folder = path.join(program.folder, 'plans');
    mkdirSync(path.join(folder, 'a folder'), { recursive: true });
    for (const name of ['leads.csv', 'le*d$x.json']) writeFileSync(path.join(folder, name), '');
  });
  after(() => program.close());

  /** The last word is the one at the cursor. */
  function completed(...words: readonly string[]): string[] {
    const script = `${bash}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_recordbench
for one in "\${COMPREPLY[@]}"; do printf '%s\\n' "$one"; done`;
    const args = ['--norc', '--noprofile', '-c', script, 'bash', 'recordbench', ...words];
    const { status, stdout, stderr } = spawnSync('bash', args, { cwd: folder, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    return stdout.split('\n').slice(0, -1).toSorted();
  }

  it('completes commands in bash', () => {
    assert.deepEqual(completed(''), [...Object.keys(commandTable), '--help', '--version'].toSorted());
    assert.deepEqual(completed('comp'), ['compare', 'completion']);
    assert.deepEqual(completed('nothing-like-it'), []);
  });

  it('completes the options of a command in bash', () => {
    assert.deepEqual(completed('plan', 'leads.csv', '--s'), ['--summary']);
    assert.deepEqual(completed('undo', '--j'), ['--journal', '--json']);
    assert.ok(completed('list', '').includes('--url'), 'a command without known operands');
    assert.deepEqual(completed('unknown', '--'), []);
  });

  it('completes files, folders and fixed values in bash, and nothing for other values', () => {
    assert.deepEqual(completed('plan', ''), ['a folder', 'le*d$x.json', 'leads.csv']);
    assert.deepEqual(completed('export', 'crm/leads', '--output', 'leads'), ['leads.csv']);
    assert.deepEqual(completed('apply', '--journal', ''), ['a folder']);
    assert.deepEqual(completed('export', 'crm/leads', '--format', 'js'), ['json', 'jsonLines']);
    // as bash splits --mode=c
    assert.deepEqual(completed('import', '--mode', '=', 'c'), ['change']);
    assert.deepEqual(completed('import', '--mode', '='), ['add', 'both', 'change']);
    assert.deepEqual(completed('completion', ''), shells.toSorted());
    assert.deepEqual(completed('list', '--url', ''), []);
  });

  it('prints every command and option for each shell', async () => {
    for (const shell of shells) {
      const { code, stdout } = await program.run(['completion', shell]);
      assert.equal(code, 0);
      for (const [name, { load }] of Object.entries(commandTable))
        for (const option of [...Object.keys((await load()).options), ...Object.keys(commonOptions)])
          assert.match(stdout, new RegExp(`${name}.*?(--|-l )${option}\\b`, 's'), `${shell}: ${name} --${option}`);
    }
  });

  it('prints a script as JSON, and exits with 1 for another shell', async () => {
    const json = await program.run(['completion', 'bash', '--json']);
    const { exitCode, script } = JSON.parse(json.stdout) as { exitCode: number; script: string };
    assert.deepEqual([json.code, exitCode, script], [0, 0, bash]);
    for (const form of [[], ['--json']]) {
      const { code, stdout, stderr } = await program.run(['completion', 'tcsh', ...form]);
      assert.equal(code, 1);
      assert.match(stderr, /^Could not print a completion script: “tcsh” is not one of bash, zsh, fish, pwsh\.\n$/);
      if (form.length > 0) assert.equal((JSON.parse(stdout) as { exitCode: number }).exitCode, 1);
    }
  });
});
