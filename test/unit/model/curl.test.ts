import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { curlCommand, type CurlRequest, type CurlShell, curlShells } from '../../../src/model/curlCommand.ts';
import { type TracedEntry, tracedForm } from '../../../src/model/requestTrace.ts';
import {
  cmdCommandLine,
  legacyCommandLine,
  powerShellArguments,
  windowsArguments,
} from '../../support/windowsShells.ts';

/** Variables that the command names; any other would be a leak. */
const named = { RECORDBENCH_TOKEN: 'secret', RECORDBENCH_SECRET: 'hush' };
const present = { ...named, PATH: 'leaked', DEBUG: 'leaked', COMSPEC: 'leaked', '5B': 'leaked' };

/** The arguments that each shell passes to the program, without its name. */
const argumentsIn: Readonly<Record<CurlShell, (text: string) => string[]>> = {
  bash: (text) => {
    const [words, ...others] = bashArguments('bash', text);
    assert.deepEqual(others, [], 'curl is run once');
    return words ?? assert.fail('curl was not run');
  },
  PowerShell: (text) => {
    const words = powerShellArguments(text, present);
    // PowerShell 7 passes arguments on as parsed; Windows PowerShell joins them into one line
    assert.deepEqual(windowsArguments(legacyCommandLine(words)), words);
    return words.slice(1);
  },
  cmd: (text) => windowsArguments(cmdCommandLine(text, present)).slice(1),
};

/** The arguments of each command; all run in one process. */
function bashArguments(shell: string, ...commands: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$#" "$@"; }\n${commands.join('\n')}`;
  const output = execFileSync(shell, ['-c', script], { encoding: 'utf8', env: { ...process.env, ...named } });
  const words = output.split('\0').slice(0, -1);
  const all: string[][] = [];
  while (words.length > 0) all.push(words.splice(0, Number(words.shift())));
  return all;
}

const address = 'https://a.example/crm/leads/edit.json';
const head = ['-g', '-H', 'Accept: application/json', '-H', 'Authorization: Bearer secret'];
const text = (key: string, value: string): TracedEntry => ({ key, kind: 'text', text: value });
const post = (...form: TracedEntry[]): CurlRequest => ({ address, method: 'POST', form });

const pieces = [
  '"',
  "'",
  '\\',
  '`',
  '$',
  '%',
  '!',
  '^',
  '&',
  '|',
  '<',
  '>',
  '(',
  ')',
  ';',
  ',',
  '@',
  '#',
  '=',
  ' ',
  '\t',
  '~',
  '\n',
  '\r\n',
  '\u0003',
  '\u001b[201~',
  '\u0085',
  '\u2028',
  '\0',
  '\u2018',
  '\u2019',
  '\u201a',
  '\u201b',
  '\u201c',
  '\u201d',
  '\u201e',
  '\uff02',
  '\u02ba',
  '\uff3c',
  '%PATH%',
  '%5B%',
  '!PATH!',
  '$(touch x)',
  '${PATH}',
  '$env:PATH',
  '" -o x "',
  '--config',
  'ü',
  '😀',
  'x',
];
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));

for (const shell of curlShells)
  describe(`request as a curl command for ${shell}`, () => {
    it('references the token without containing it', () => {
      const { text: command } = curlCommand(shell, { address });
      assert.match(command, /RECORDBENCH_TOKEN/);
      assert.deepEqual(argumentsIn[shell](command), [...head, address]);
    });

    it('quotes every argument safely, whatever the URL, the keys and the values contain', function () {
      this.timeout(60_000);
      const entries = fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 12 });
      // only bash is a process, and starting it takes longer than the command
      const each = shell === 'bash' ? 20 : 1;
      const requests = fc.array(fc.tuple(entries, hostile), { minLength: each, maxLength: each });
      fc.assert(
        fc.property(requests, (all) => {
          const commands = all.map(([pairs, query]) => {
            const where = `${address}?q=${encodeURIComponent(query)}&it's=%5BPATH%5D`;
            const form = pairs.map(([key, value]) => text(`data[${key}]`, value));
            const { text: command, note } = curlCommand(shell, { address: where, method: 'PUT', form });
            assert.doesNotMatch(command, /[\p{Cc}\p{Zl}\p{Zp}]/u, 'a terminal would act upon it');
            return { pairs, where, command, note };
          });
          const texts = commands.map(({ command }) => command);
          const words = shell === 'bash' ? bashArguments('bash', ...texts) : texts.map(argumentsIn[shell]);
          assert.equal(words.length, commands.length);
          for (const [place, { pairs, where, note }] of commands.entries()) {
            const passed = words[place] ?? [];
            const sent = passed.filter((_, index) => passed[index - 1] === '--form-string');
            const wanted = pairs.map(([key, value]) => `data[${key}]=${value}`);
            assert.deepEqual(passed, [
              '-g',
              '-X',
              'PUT',
              ...head.slice(1),
              ...sent.flatMap((word) => ['--form-string', word]),
              where,
            ]);
            // in order, unchanged, and with the number of omitted ones
            let next = 0;
            for (const word of sent) next = wanted.indexOf(word, next) + 1 || assert.fail(`${word} was never sent`);
            assert.equal(Number(/^\d+/.exec(note ?? '0')?.[0] ?? 0), wanted.length - sent.length);
          }
        }),
        { numRuns: shell === 'bash' ? 5 : 2_000 },
      );
    });

    it('has ordinary texts in full, and passes none as a file or an option of curl', () => {
      const values = [
        `it's`,
        '100 % sure!',
        'a & b | c',
        '@/etc/passwd',
        '<x;type=y',
        'Zoë “quoted” ‘too’',
        '--help',
        'C:\\a b',
      ];
      const { text: command, note } = curlCommand(
        shell,
        post(...values.map((value) => text('data[leads][a b]', value))),
      );
      assert.equal(note, undefined);
      const entries = values.flatMap((value) => ['--form-string', `data[leads][a b]=${value}`]);
      assert.deepEqual(argumentsIn[shell](command), [...head, ...entries, address]);
    });

    it('references files and passwords without containing them', () => {
      const bytes = new Uint8Array(3);
      const form = tracedForm(
        [
          ['data[users][user_password]', 'hunter2'],
          ['data[users][access_token]', 'abc'],
          ['data[users][devices][0][code]', '1234'],
          ['data[users][author]', 'Ada'],
          ['data[users][images][name]', { name: '../a b.png', type: 'image/png', bytes }],
        ],
        new Set(['code']),
      );
      const { text: command } = curlCommand(shell, post(...form));
      assert.doesNotMatch(command, /hunter2|abc|1234/);
      const passed = argumentsIn[shell](command).slice(head.length);
      assert.deepEqual(passed.slice(0, 2), ['--form-string', 'data[users][user_password]=hush']);
      assert.deepEqual(passed.slice(-3), ['-F', 'data[users][images][name]=@./a b.png', address]);
    });

    it('reports omissions outside the command, since a shell may read a comment as more URLs', () => {
      const form = tracedForm([
        ['data[leads][note]', 'x'.repeat(30_000)],
        ['data[leads][a=b]', '1'],
        ['data[leads][nul]', '\0'],
        ['data[leads][city]', 'Pune'],
      ]);
      const { text: command, note } = curlCommand(shell, post(...form));
      assert.deepEqual(argumentsIn[shell](command), [...head, '--form-string', 'data[leads][city]=Pune', address]);
      assert.match(note ?? '', /^3 entries are not in the curl command/);
      const dropped = curlCommand(shell, { address, method: 'POST', form: 'dropped' });
      assert.deepEqual(argumentsIn[shell](dropped.text), ['-g', '-X', 'POST', ...head.slice(1), address]);
      assert.match(dropped.note ?? '', /no form data/);
    });
  });

describe('curl command', () => {
  it('is the same in other POSIX shells if it has no control characters', () => {
    const { text: command } = curlCommand('bash', post(text('data[a]', `it's $(x) \\ "q"`)));
    assert.deepEqual(bashArguments('sh', command), bashArguments('bash', command));
    const spelled = curlCommand('bash', post(text('data[a]', `one\ntwo'; touch x; '`))).text;
    assert.equal(bashArguments('sh', spelled)[0]?.length, bashArguments('bash', spelled)[0]?.length);
  });

  it('quotes a file name for curl if curl would parse part of it as an option', () => {
    const file: TracedEntry = { key: 'data[file]', kind: 'file', name: '../a "b";type=x.png', size: 1 };
    const passed = argumentsIn.bash(curlCommand('bash', post(file)).text);
    assert.equal(passed.at(-2), String.raw`data[file]=@"./a \"b\";type=x.png"`);
  });

  it('warns when it is longer than a cmd line', () => {
    const long = post(text('data[a]', 'x'.repeat(9_000)));
    assert.match(curlCommand('cmd', long).note ?? '', /too long for a cmd command line/);
    assert.equal(curlCommand('bash', long).note, undefined);
  });
});
