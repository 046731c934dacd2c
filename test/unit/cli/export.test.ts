import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningService, startService } from '../../../src/demo/service.ts';
import { CommandLine, type CommandOutcome } from '../../support/commandLine.ts';
import { type FrontService, frontService } from '../../support/frontService.ts';
import { type InterfaceService, interfaceService } from '../../support/interfaceService.ts';
import { millionService } from '../../support/millionService.ts';

interface Document {
  readonly exitCode: number;
  readonly error?: string;
  readonly written?: number;
  readonly expected?: number | null;
  readonly listView?: { readonly name: string };
  readonly columns?: readonly { readonly key: string; readonly title: string }[];
}

describe('export on the command line', function () {
  let program: CommandLine;
  let demo: RunningService;
  let plain: InterfaceService;
  const fronts: Partial<Record<'demo' | 'interface', { readonly front: FrontService; readonly token: string }>> = {};
  let files = 0;

  before(async () => {
    [program, demo, plain] = await Promise.all([
      CommandLine.build(),
      startService({ records: 250 }),
      interfaceService(),
    ]);
    fronts.demo = { front: await frontService(demo.url, demo.tokens.admin), token: demo.tokens.admin };
    fronts.interface = { front: await frontService(plain.url, 'a-token'), token: 'a-token' };
  });

  after(async () => {
    program.close();
    for (const { front } of Object.values(fronts)) await front.close();
    await demo.close();
    await plain.close();
  });

  for (const name of ['demo', 'interface'] as const)
    describe(`from the ${name}`, () => {
      function start(args: readonly string[], token = fronts[name]!.token) {
        return program.start(['export', ...args, '--url', fronts[name]!.front.url], {
          environment: token === '' ? {} : { RECORDBENCH_TOKEN: token },
        });
      }

      const run = (args: readonly string[], token?: string): Promise<CommandOutcome> => start(args, token).ended;
      const target = (ending: string): string => path.join(program.folder, `${++files}.${ending}`);

      it('writes a list view to stdout, or to a file with a report as JSON', async () => {
        const { code, stdout, stderr } = await run(['crm/leads']);
        assert.deepEqual([code, stderr], [0, '']);
        const file = target('csv');
        assert.equal((await run(['crm/leads', '--output', '-'])).stdout, stdout);
        const saved = await run(['crm/leads', '--output', file, '--json']);
        assert.equal(saved.code, 0, saved.stderr);
        assert.equal(readFileSync(file, 'utf8'), stdout);
        const { written, expected, columns } = JSON.parse(saved.stdout) as Document;
        assert.equal(written, expected);
        assert.equal(stdout.trimEnd().split(/\r\n/).length, (written ?? 0) + 1);
        assert.ok(columns?.every(({ title }) => stdout.includes(title)));
      });

      it('prints how many records it wrote to a file', async () => {
        const file = target('jsonl');
        const { code, stdout } = await run(['crm/leads', '--output', file, '--count', '2']);
        assert.equal(code, 0);
        assert.match(stdout, /^Exported 2 records of “.+” to .+\.jsonl\.$/m);
        assert.equal(readFileSync(file, 'utf8').trimEnd().split('\n').length, 2);
      });

      it('writes only the selected records and columns', async () => {
        const all = JSON.parse((await run(['crm/leads', '--format', 'json', '--columns', 'all'])).stdout) as Record<
          string,
          string
        >[];
        const [first] = all;
        const column = Object.keys(first ?? {}).find((one) => /first.?name/i.test(one)) ?? '';
        const value = first?.[column] ?? '';
        const expected = all.filter((record) => record[column] === value).map((record) => record[column]);
        const where = `"${column}" is "${value}"`;
        const { stdout, code, stderr } = await run(
          ['crm/leads', '--format', 'json', '--columns', column].concat('--where', where),
        );
        assert.equal(code, 0, stderr);
        const found = JSON.parse(stdout) as Record<string, string>[];
        assert.deepEqual(
          found.map((record) => record[column]),
          expected,
        );
        assert.ok(Object.keys(found[0] ?? {}).length <= 2, 'the column, and an id to import it by');
      });

      it('exits with 3 if selected records are missing', async () => {
        const args = ['crm/leads', '--ids', 'no-such-id'];
        const [text, json] = await Promise.all([run(args), run([...args, '--output', target('csv'), '--json'])]);
        assert.deepEqual([text.code, json.code], [3, 3], text.stderr);
        assert.match(text.stderr, /^Could not find 1 of the 1 selected records\./);
        const { exitCode, written } = JSON.parse(json.stdout) as Document;
        assert.deepEqual([exitCode, written], [3, 0]);
      });

      it('writes a file without records if none matches', async () => {
        const file = target('json');
        const { code, stderr } = await run(['crm/leads', '--search', 'no such text anywhere', '--output', file]);
        assert.equal(code, 0, stderr);
        assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), []);
      });

      for (const [what, exit] of [
        ['the service goes down', 1],
        ['it is interrupted', 130],
      ] as const)
        it(`leaves no file if ${what} during the export`, async () => {
          const file = target('csv');
          const { front, token } = fronts[name]!;
          const through = await frontService(front.url, token);
          const { child, ended } = program.start(
            ['export', 'crm/leads', '--output', file, '--json', '--url', through.url],
            { environment: { RECORDBENCH_TOKEN: token } },
          );
          let lists = 0;
          through.onRequest = async () => {
            if (!through.reads.at(-1)?.includes('/crm/leads/index') || ++lists < 2) return;
            if (exit === 130) child.kill('SIGINT');
            else void through.close();
            await ended;
          };
          const { code, stdout } = await ended;
          await through.close();
          assert.equal(code, exit, stdout);
          const { error, exitCode } = JSON.parse(stdout) as Document;
          assert.equal(exitCode, exit);
          assert.match(error ?? '', exit === 1 ? /^Could not / : /^Interrupted/);
          assert.deepEqual(
            readdirSync(program.folder).filter((one) => one.includes(path.basename(file))),
            [],
          );
        });
    });

  it('rejects invalid options with a reason, and leaves no file', async () => {
    const { front, token } = fronts.demo!;
    const file = path.join(program.folder, 'refused.csv');
    for (const [args, sentence] of [
      [['--list-view', 'Nobody’s'], /^Could not find the list view “Nobody’s” of crm\/leads\. It has: “/],
      [['--columns', 'shoe_size'], /^Could not read --columns: there is no column “shoe_size”\. Columns: /],
      [
        ['--where', 'shoe size is 43'],
        /^Could not read --where: “shoe size is 43” doesn't start with the name of a column\. Columns: /,
      ],
      [['--sort', 'shoe_size'], /^Could not read --sort/],
      [
        ['--filter', 'city=Goa', '--filter', 'City=Pune'],
        /^Could not read --filter: “leads\.city” is used twice\. For/,
      ],
      [['--format', 'pdf'], /^Could not use --format: “pdf” is not one of csv, /],
    ] as const) {
      const { code, stdout, stderr } = await program.run(
        ['export', 'crm/leads', '--url', front.url, '--output', file, ...args],
        { environment: { RECORDBENCH_TOKEN: token } },
      );
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, sentence);
    }
    assert.ok(!existsSync(file));
  });

  it('lets the service filter and sort', async () => {
    const { front, token } = fronts.demo!;
    const { stdout, stderr } = await program.run(
      `export crm/leads --url ${front.url} --format json --columns city,id --filter city=Lyon --sort id --descending`.split(
        ' ',
      ),
      { environment: { RECORDBENCH_TOKEN: token } },
    );
    assert.equal(stderr, '');
    const records = JSON.parse(stdout) as Record<string, string>[];
    assert.ok(records.length > 1 && records.every((one) => Object.values(one).includes('Lyon')));
    assert.ok(front.reads.some((one) => decodeURIComponent(one).includes('"leads.city":"Lyon"')));
  });

  it('exits with 1 if the reader of stdout closes it', async () => {
    const million = await millionService();
    const { child, ended } = program.start(['export', 'x/things', '--url', million.url]);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await ended;
    await million.close();
    assert.deepEqual([code, stderr], [1, 'Could not write to stdout: it was closed.\n']);
  });
});
