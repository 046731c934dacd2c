import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { curlCommand } from '../../../src/model/curlCommand.ts';
import { type TracedEntry, tracedForm } from '../../../src/model/requestTrace.ts';

describe('a request as a curl command', () => {
  it('names the token and does not hold it', () => {
    assert.match(
      curlCommand('https://a.example/x'),
      /"Authorization: Bearer \$RECORDBENCH_TOKEN" 'https:\/\/a\.example\/x'$/,
    );
  });

  it('is one harmless word for a shell, whatever is in the address', () => {
    const address = `https://a.example/it's?q=$(touch /tmp/x)&b="c";\`d\``;
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${curlCommand(address).replace(/^curl /, '')}`], {
      encoding: 'utf8',
      env: { ...process.env, RECORDBENCH_TOKEN: 'secret' },
    });
    assert.deepEqual(words.trimEnd().split('\n'), [
      '-H',
      'Accept: application/json',
      '-H',
      'Authorization: Bearer secret',
      address,
    ]);
  });

  /** What a shell makes of it, word by word. */
  function wordsOf(shell: string, command: string): string[] {
    const script = `printf '%s\\0' ${command.replace(/^curl /, '')}`;
    const env = { ...process.env, RECORDBENCH_TOKEN: 'secret', RECORDBENCH_SECRET: 'hush' };
    return execFileSync(shell, ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1).slice(4);
  }

  const address = 'https://a.example/crm/leads/edit.json';
  const text = (key: string, value: string): TracedEntry => ({ key, kind: 'text', text: value });
  const hostile = [
    `it's`,
    '$(touch x)',
    '`x`',
    '"; rm -rf ~ #',
    String.raw`\'; x; '`,
    '@/etc/passwd',
    '<x;type=y',
    '!!',
  ];

  it('has its entries as they were sent, each as one word', () => {
    for (const shell of ['sh', 'bash']) {
      const command = curlCommand(
        address,
        'POST',
        hostile.map((value) => text('data[leads][a b]', value)),
      );
      const entries = hostile.flatMap((value) => ['--form-string', `data[leads][a b]=${value}`]);
      assert.deepEqual(wordsOf(shell, command), [...entries, address], shell);
    }
    assert.deepEqual(wordsOf('sh', curlCommand(address, 'POST', [text(`d[';x;']`, '')])).slice(1, 2), [`d[';x;']=`]);
  });

  it('holds no control character, which a terminal would act upon, and still says the same', () => {
    const values = ['one\ntwo\r\n', '\u0003rm -rf ~\n', '\u001b[201~x', `tab\tand ' and \\n`, 'C1 \u0085 and é'];
    const command = curlCommand(
      address,
      'POST',
      values.map((value) => text('data[leads][note]', value)),
    );
    assert.doesNotMatch(command, /\p{Cc}/u);
    const entries = values.flatMap((value) => ['--form-string', `data[leads][note]=${value}`]);
    assert.deepEqual(wordsOf('bash', command), [...entries, address]);
    // one that does not know the spelling has as many words, and runs none of them
    assert.equal(wordsOf('sh', command).length, entries.length + 1);
  });

  it('names files and passwords and holds neither', () => {
    const bytes = new Uint8Array(3);
    const form = tracedForm(
      [
        ['data[users][user_password]', 'hunter2'],
        ['data[users][access_token]', 'abc'],
        ['data[users][devices][0][code]', '1234'],
        ['data[users][author]', 'Ada'],
        ['data[users][images][name]', { name: '../a "b".png', type: 'image/png', bytes }],
      ],
      new Set(['code']),
    );
    assert.deepEqual(
      form.map(({ kind }) => kind),
      ['secret', 'secret', 'secret', 'text', 'file'],
    );
    const command = curlCommand(address, 'POST', form);
    assert.doesNotMatch(command, /hunter2|abc|1234/);
    assert.deepEqual(wordsOf('sh', command).slice(0, 2), ['--form-string', 'data[users][user_password]=hush']);
    assert.deepEqual(wordsOf('sh', command).slice(-3), [
      '-F',
      String.raw`data[users][images][name]=@"./a \"b\".png"`,
      address,
    ]);
  });

  it('says what it leaves out', () => {
    const form = tracedForm([
      ['data[leads][note]', 'x'.repeat(30_000)],
      ['data[leads][a=b]', '1'],
      ['data[leads][nul]', '\0'],
      ['data[leads][city]', 'Pune'],
    ]);
    assert.match(curlCommand(address, 'POST', form), /city\]=Pune' '[^']+' # 3 entries are left out/);
    assert.match(curlCommand(address, 'POST', 'dropped'), /^curl -X 'POST' .* # add its form data, which is not kept$/);
    assert.match(curlCommand(address, 'POST'), /edit\.json'$/);
  });
});
