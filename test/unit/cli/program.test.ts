import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningService, startService } from '../../../src/demo/service.ts';
import { exitMeanings } from '../../../src/cli/exitCodes.ts';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { CommandLine } from '../../support/commandLine.ts';
import { frontService } from '../../support/frontService.ts';
import { type InterfaceService, interfaceService } from '../../support/interfaceService.ts';

interface Document {
  readonly formatVersion: number;
  readonly command: string;
  readonly exitCode: number;
  readonly [key: string]: unknown;
}

describe('command line', function () {
  let program: CommandLine;
  let demo: RunningService;
  let plain: InterfaceService;
  /** Address and token of both services. */
  let services: readonly { readonly url: string; readonly token: string; readonly lead: string }[];

  before(async () => {
    [program, demo, plain] = await Promise.all([
      CommandLine.build(),
      startService({ records: 40 }),
      interfaceService(),
    ]);
    services = [
      { url: demo.url, token: demo.tokens.admin, lead: '1' },
      { url: plain.url, token: 'any', lead: [...(plain.records.get('crm/leads')?.keys() ?? [])][0] ?? '' },
    ];
  });

  after(async () => {
    program.close();
    await demo.close();
    await plain.close();
  });

  const run = (...args: string[]) => program.run(args, { environment: { RECORDBENCH_TOKEN: demo.tokens.admin } });

  async function fails(code: number, sentence: RegExp, ...args: string[]): Promise<void> {
    const outcome = await run(...args);
    assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
    assert.match(outcome.stderr, sentence);
    assert.equal(outcome.stderr.trimEnd().split('\n').length, 1, outcome.stderr);
  }

  it('prints all commands and exit codes', async () => {
    const { code, stdout } = await run('--help');
    assert.equal(code, 0);
    for (const text of [...Object.keys(commandTable), ...Object.values(exitMeanings)]) assert.ok(stdout.includes(text));
  });

  it('prints the options of each command, and the exit codes', async () => {
    for (const [name, { load }] of Object.entries(commandTable)) {
      const { code, stdout } = await run(name, '--help');
      assert.equal(code, 0);
      for (const option of [...Object.keys((await load()).options), 'json'])
        assert.ok(stdout.includes(`--${option}`), `${name} --${option}`);
      assert.ok(stdout.includes(exitMeanings[130]));
    }
  });

  it('prints the help of a command with recordbench help', async () => {
    assert.equal((await run('help', 'list')).stdout, (await run('list', '--help')).stdout);
    assert.equal((await run('help')).stdout, (await run('--help')).stdout);
  });

  it('never keeps journals in the working folder', async () => {
    const environment = { HOME: '', USERPROFILE: '' };
    const { code, stderr } = await program.run(['undo', 'a-run', '--url', demo.url], { environment });
    assert.deepEqual(
      [code, stderr],
      [1, 'Could not find your home folder. Set HOME to an absolute path, then try again.\n'],
    );
  });

  it('prints its version', async () => {
    assert.equal((await run('--version')).stdout, '1.2.3\n');
  });

  it('reports invalid arguments in one sentence', async () => {
    await fails(1, /^Could not run recordbench: there is no command “lust”\. See recordbench --help\.$/m, 'lust');
    await fails(
      1,
      /^Could not run list: unknown option '--uri'\. See recordbench list --help\.$/m,
      'list',
      '--uri',
      'x',
    );
    await fails(1, /^Could not run show: ID is missing\./, 'show', 'crm/leads');
    await fails(1, /^Could not run undo: RUN is missing\./, 'undo', '');
    await fails(1, /^Could not run apply: FILE is missing\./, 'apply', '');
    await fails(1, /^Could not run apply: specify either a plan or --resume RUN\./, 'apply');
    await fails(
      1,
      /^Could not use --expect-sha256 or --skip-changed with --resume/,
      'apply',
      '--resume',
      'a',
      '--skip-changed',
    );
    await fails(1, /^Could not use --journal without --apply/, 'import', 'a.csv', 'crm/leads', '--journal', 'a');
    await fails(1, /^Could not use --with-token-env without/, 'compare', 'crm/leads', 'a.csv', '--with-token-env', 'A');
    await fails(1, /^Could not run show: expected CONTROLLER ID, got 3 operands\./, 'show', 'a', 'b', 'c');
    await fails(1, /^Could not connect: no service is specified\. Use --url URL/, 'list');
    await fails(1, /^Could not use “leads” as a controller/, 'list', 'leads', '--url', demo.url);
  });

  it('writes errors as JSON with --json', async () => {
    const { code, stdout, stderr } = await run('show', 'crm/leads', '999', '--url', demo.url, '--json');
    const { error, ...rest } = JSON.parse(stdout) as Document;
    assert.deepEqual(rest, { formatVersion: 1, command: 'show', exitCode: 1 });
    assert.equal(`${String(error)}\n`, stderr);
    assert.equal(code, 1);
  });

  it('lists controllers and list views', async () => {
    for (const { url, token } of services) {
      const environment = { RECORDBENCH_TOKEN: token };
      const text = await program.run(['list', '--url', url], { environment });
      assert.match(text.stdout, /^ {2}crm\/leads +\d+ list views?$/m);
      const { stdout } = await program.run(['list', 'crm/leads', '--url', url, '--json'], { environment });
      const { listViews } = JSON.parse(stdout) as Document & { listViews: { name: string; isDefault: boolean }[] };
      assert.ok(listViews.length > 0 && listViews.every(({ name }) => name !== ''));
      const none = await program.run(['list', 'no/such', '--url', url], { environment });
      assert.deepEqual([none.code, none.stdout], [0, 'No list views found.\n']);
    }
  });

  it('shows a record', async () => {
    for (const { url, token, lead } of services) {
      const environment = { RECORDBENCH_TOKEN: token };
      const text = await program.run(['show', 'crm/leads', lead, '--url', url], { environment });
      assert.match(text.stdout, /^crm\/leads \w+: ./);
      const { stdout, code } = await program.run(['show', 'crm/leads', lead, '--url', url, '--json'], { environment });
      const { id, fields } = JSON.parse(stdout) as Document & { fields: { label: string; text: string | null }[] };
      assert.deepEqual([code, id], [0, lead]);
      const shown = fields.find((field) => field.text !== null);
      assert.ok(shown && text.stdout.includes(shown.text ?? ''), 'the text says the same');
    }
  });

  it('searches all controllers', async () => {
    const name = ((await run('show', 'crm/leads', '1', '--url', demo.url, '--json')).stdout.match(/"name": "(.*)"/) ??
      [])[1];
    const { stdout } = await run('search', name ?? '', '--url', demo.url, '--json');
    const { records } = JSON.parse(stdout) as Document & { records: { controller: string; id: string }[] };
    assert.ok(
      records.some(({ controller, id }) => controller === 'crm/leads' && id === '1'),
      stdout,
    );
    assert.equal((await run('search', 'no such text anywhere', '--url', demo.url)).stdout, 'No records found.\n');
  });

  it('exits with 3 if a controller could not be searched', async () => {
    for (const { url, token } of services) {
      const front = await frontService(url, token);
      front.onRequest = () => (front.reads.at(-1)?.startsWith('/crm/peoples/') ? 403 : undefined);
      const search = (...form: string[]) =>
        program.run(['search', 'a', '--url', front.url, ...form], { environment: { RECORDBENCH_TOKEN: token } });
      const [text, json] = await Promise.all([search(), search('--json')]);
      await front.close();
      assert.deepEqual([text.code, json.code], [3, 3], text.stderr);
      assert.match(text.stderr, /crm\/peoples: Not now\./);
      const { exitCode, notSearched } = JSON.parse(json.stdout) as Document & { notSearched: { controller: string }[] };
      assert.deepEqual([exitCode, notSearched.map(({ controller }) => controller)], [3, ['crm/peoples']]);
    }
  });

  it('exits with 4 if the token is missing or wrong, and says where it looked', async () => {
    for (const json of [[], ['--json']]) {
      const missing = await program.run(['list', '--url', demo.url, ...json]);
      assert.equal(missing.code, 4);
      assert.match(missing.stderr, /requires a token, and none is set\. Set RECORDBENCH_TOKEN/);
      const wrong = await program.run(['list', '--url', demo.url, '--token-env', 'MINE', ...json], {
        environment: { MINE: 'not-the-token-0123456789' },
      });
      assert.equal(wrong.code, 4);
      assert.match(wrong.stderr, /Check the token in MINE/);
      if (json.length > 0) assert.equal((JSON.parse(wrong.stdout) as Document).exitCode, 4);
    }
  });

  it('reads the token from a variable or stdin, never from an argument', async () => {
    const token = demo.tokens.admin;
    const byName = await program.run(['list', '--url', demo.url, '--token-env', 'MINE'], {
      environment: { MINE: token },
    });
    assert.equal(byName.code, 0);
    const fromInput = await program.run(['list', '--url', demo.url, '--token-stdin'], { input: `${token}\n` });
    assert.equal(fromInput.code, 0);
    await fails(1, /^Could not take the token from an argument/, 'list', '--url', demo.url, '--token', token);
    await fails(1, /^Could not run list: expected \[CONTROLLER\], got 2 operands\./, 'list', 'a', token);
  });

  it('never prints the token, even with --debug', async () => {
    const token = 'a-token-that-is-wrong-0123456789';
    const { stdout, stderr } = await program.run(['list', '--url', demo.url, '--debug', '--json'], {
      environment: { RECORDBENCH_TOKEN: token },
    });
    assert.match(stderr, /GET \/core\/listviews\/index\.json: 401/);
    assert.match(stderr, /^ {4}at /m);
    assert.ok(!`${stdout}${stderr}`.includes(token));
    for (const args of [[token], ['list', '--url', demo.url, '--token-env', token], ['list', '--connection', token]]) {
      const mistaken = await program.run([...args, '--json'], { environment: { RECORDBENCH_TOKEN: token } });
      assert.ok(mistaken.code !== 0 && !`${mistaken.stdout}${mistaken.stderr}`.includes(token), args[0]);
    }
    const unknown = await program.run(['list', '--url', demo.url, '--token-env', token]);
    assert.match(
      unknown.stderr,
      /^Could not read the token: the environment variable that --token-env names is empty\./,
    );
  });

  it('refuses unencrypted http to another computer without --allow-http, before it connects', async () => {
    await fails(
      1,
      /^Could not use http:\/\/records\.invalid: it is not encrypted/,
      'list',
      '--url',
      'http://records.invalid',
    );
    const { stderr } = await run('list', '--url', 'http://records.invalid', '--allow-http');
    assert.match(stderr, /host name could not be resolved/);
  });

  describe('with recordbench.json', () => {
    let folder: string;
    const inFolder = (...args: string[]) =>
      program.run(args, { workingFolder: folder, environment: { RECORDBENCH_TOKEN: demo.tokens.admin } });
    const write = (content: unknown): void =>
      writeFileSync(path.join(program.folder, 'recordbench.json'), JSON.stringify(content));

    before(() => {
      folder = path.join(program.folder, 'plans', 'may');
      mkdirSync(folder, { recursive: true });
    });

    it('finds the connection in a parent folder', async () => {
      write({ connections: { test: { baseUrl: demo.url, deleteMethod: 'post' } } });
      assert.equal((await inFolder('list', '--connection', 'test')).code, 0);
      assert.equal((await inFolder('list', '--connection', 'test', '--url', `${demo.url}/`)).code, 0);
    });

    it('sends no token if its address does not match --url', async () => {
      write({ connections: { test: { baseUrl: plain.url } } });
      const { code, stderr } = await inFolder('list', '--connection', 'test', '--url', demo.url);
      assert.equal(code, 1);
      assert.match(stderr, /recordbench\.json has http:\S+, but --url is http:/);
    });

    const mistakes: readonly (readonly [what: string, content: unknown, sentence: RegExp])[] = [
      ['an unknown connection', { connections: { prod: { baseUrl: 'https://a.example' } } }, /It has: prod\./],
      [
        'an unknown key',
        { connections: { test: { baseUrl: 'https://a.example', deleteMethd: 'post' } } },
        /“deleteMethd” is not a known key/,
      ],
      [
        'a useless value',
        { connections: { test: { baseUrl: 'https://a.example', deleteMethod: 'put' } } },
        /the value of “deleteMethod”/,
      ],
      [
        'a token',
        { connections: { test: { baseUrl: 'https://a.example', token: 'abc' } } },
        /it contains a token or password/,
      ],
      [
        'a proxy',
        { connections: { test: { baseUrl: 'https://a.example', proxy: 'http://b.example:3128' } } },
        /“proxy” is not allowed, because it could redirect a token to another computer\. Remove it, and set .* https_proxy\./,
      ],
      [
        'a certificate authority, in any connection',
        { connections: { test: { baseUrl: 'https://a.example' }, other: { extraCa: 'evil.pem' } } },
        /the connection “other” in \S+: “extraCa” is not allowed, because it could redirect a token to another computer\./,
      ],
      ['a key beside its connections', { connections: {}, apiKey: 'abc' }, /json: it contains a token or password/],
      ['an unknown key of its own', { connections: {}, tests: {} }, /“tests” is not a known key/],
      ['no address', { connections: { test: {} } }, /Enter the address/],
    ];
    for (const [what, content, sentence] of mistakes)
      it(`refuses ${what}`, async () => {
        write(content);
        const { code, stderr } = await inFolder('list', '--connection', 'test');
        assert.equal(code, 1);
        assert.match(stderr, sentence);
      });
  });

  it('runs the demo until it is interrupted', async () => {
    const { child, ended } = program.start(['demo', '--records', '10', '--json']);
    let text = '';
    while (!text.endsWith('}\n')) text += String((await once(child.stdout, 'data'))[0]);
    const { url, token } = JSON.parse(text) as Document & { url: string; token: string };
    const listed = await program.run(['list', '--url', url], { environment: { RECORDBENCH_TOKEN: token } });
    assert.equal(listed.code, 0);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [0, 'The demo runs until you press Ctrl+C.\n']);
  });

  it('prints the address and token of the demo as text, and exits with 1 if its port is in use', async () => {
    const { child, ended, hasSaid } = program.start(['demo', '--records', '10']);
    await hasSaid('The demo runs until you press Ctrl+C.');
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    assert.equal(code, 0);
    assert.match(stdout, /^Address: http:\S+\nToken: \S+\n$/);
    const port = new URL(plain.url).port;
    for (const form of [[], ['--json']]) {
      const used = await program.run(['demo', '--port', port, ...form]);
      assert.equal(used.code, 1);
      assert.match(used.stderr, /^Could not listen on port \d+: another program uses it\./);
      if (form.length > 0) assert.equal((JSON.parse(used.stdout) as Document).exitCode, 1);
    }
  });
});
