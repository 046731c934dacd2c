import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningService, startService } from '../../../src/demo/service.ts';
import { CommandLine, type CommandOutcome } from '../../support/commandLine.ts';
import { type FrontService, frontService } from '../../support/frontService.ts';
import { type InterfaceService, interfaceService } from '../../support/interfaceService.ts';

interface Document {
  readonly exitCode: number;
  readonly error?: string;
  readonly isComplete?: boolean;
  readonly counts?: Readonly<Record<string, number>>;
  readonly notes?: readonly string[];
  readonly records?: readonly { readonly outcome: string; readonly key: string }[];
}

describe('comparison on the command line', function () {
  let program: CommandLine;
  let demo: RunningService;
  let plain: InterfaceService;
  const subjects: Partial<Record<'demo' | 'interface', { readonly front: FrontService; readonly token: string }>> = {};
  let files = 0;

  before(async () => {
    [program, demo, plain] = await Promise.all([
      CommandLine.build(),
      startService({ records: 40 }),
      interfaceService(),
    ]);
    const known = plain.records.get('crm/leads');
    const [first] = known?.values() ?? [];
    for (let id = 1; id < 20; id++) known?.set(`${id}`, { ...first, id: `${id}`, first_name: `Lead ${id}` });
    subjects.demo = { front: await frontService(demo.url, demo.tokens.admin), token: demo.tokens.admin };
    subjects.interface = { front: await frontService(plain.url, 'a-token'), token: 'a-token' };
  });

  after(async () => {
    program.close();
    for (const { front } of Object.values(subjects)) await front.close();
    await demo.close();
    await plain.close();
  });

  for (const name of ['demo', 'interface'] as const)
    describe(`of a list of the ${name} and a file`, () => {
      const environment = () => ({ RECORDBENCH_TOKEN: subjects[name]!.token });
      const front = (): FrontService => subjects[name]!.front;
      const run = (...args: string[]): Promise<CommandOutcome> =>
        program.run([...args, '--url', front().url], { environment: environment() });
      const document = ({ stdout }: CommandOutcome): Document => JSON.parse(stdout) as Document;

      /** The list as a file, with a changed text. */
      async function exported(change: (text: string) => string = (text) => text): Promise<string> {
        const file = path.join(program.folder, `${name}-${++files}.csv`);
        assert.equal((await run('export', 'crm/leads', '--output', file)).code, 0);
        writeFileSync(file, change(readFileSync(file, 'utf8')));
        return file;
      }

      const changed = (text: string): string => {
        const [head = '', ...rows] = text.trimEnd().split('\r\n');
        const at = head.split(',').findIndex((title) => /first.?name/i.test(title));
        const edited = rows.map((row) => {
          const cells = row.split(',');
          if (!/^[45]$/.test(cells[0] ?? '')) return row;
          cells[at] = 'Ada';
          return cells.join(',');
        });
        return `${[head, ...edited].join('\r\n')}\r\n`;
      };

      it('finds no difference', async () => {
        const file = await exported();
        const same = await run('compare', 'crm/leads', file);
        assert.equal(same.code, 0, same.stdout);
        assert.match(same.stdout, /: \d+ the same\.$/m);
        const json = await run('compare', 'crm/leads', file, '--json');
        assert.deepEqual([json.code, document(json).exitCode, document(json).records], [0, 0, []]);
      });

      it('reports differences as text and JSON, and writes a plan that removes them', async () => {
        const file = await exported(changed);
        const text = await run('compare', 'crm/leads', file);
        assert.equal(text.code, 2, text.stderr);
        assert.match(text.stdout, /^ {2}~ 4 .*\n {6}.*First Name: “.+” ↔ “Ada”$/m);
        const plan = path.join(program.folder, `${name}.recordplan.json`);
        const found = await run('compare', 'crm/leads', file, '--json', '--plan', plan);
        assert.equal(found.code, 2);
        assert.deepEqual(
          document(found).records?.map(({ outcome, key }) => [outcome, key]),
          [
            ['different', '4'],
            ['different', '5'],
          ],
        );
        const applied = await run('apply', plan);
        assert.equal(applied.code, 0, `${applied.stdout}${applied.stderr}`);
        assert.equal((await run('compare', 'crm/leads', file)).code, 0);
      });

      it('reports records of one side only, and excludes records with a duplicate key', async () => {
        const file = await exported((text) => text.replace(/^4,.*\r\n/m, '').replace(/^(5,.*\r\n)/m, '$1$1'));
        const { code, stdout } = await run('compare', 'crm/leads', file, '--json');
        const { records } = JSON.parse(stdout) as Document;
        assert.deepEqual([code, records?.map(({ outcome }) => outcome).toSorted()], [2, ['duplicate', 'onlyHere']]);
      });

      it('rejects invalid fields and combinations of options', async () => {
        const file = path.join(program.folder, `unlike-${name}.csv`);
        writeFileSync(file, 'Shoe Size\r\n43\r\n');
        for (const [args, sentence] of [
          [[file], /^Could not compare: the file has no ids\. Use --key FIELD/],
          [[], /^Could not run compare: specify either a file or one of --with-list-view/],
          [[file, '--adds'], /without --plan FILE/],
          [[file, '--plan', 'x.json', '--change', 'there'], /a plan can't change a file/],
        ] as const) {
          const { code, stderr } = await run('compare', 'crm/leads', ...args);
          assert.equal(code, 1);
          assert.match(stderr, sentence);
        }
      });

      for (const [what, exit] of [
        ['the service goes down', 1],
        ['it is interrupted', 130],
      ] as const)
        it(`writes no plan if ${what} during the comparison`, async () => {
          const file = await exported(changed);
          const plan = path.join(program.folder, `never-${name}-${exit}.recordplan.json`);
          const through = await frontService(front().url, subjects[name]!.token);
          const { child, ended } = program.start(
            ['compare', 'crm/leads', file, '--plan', plan, '--json', '--url', through.url],
            { environment: environment() },
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
          assert.deepEqual([code, (JSON.parse(stdout) as Document).exitCode], [exit, exit]);
          assert.ok(!existsSync(plan));
        });
    });

  it('exits with 3 if a list changes while it is read', async () => {
    const { front, token } = subjects.interface!;
    const leads = plain.records.get('crm/leads')!;
    const file = path.join(program.folder, 'one.csv');
    writeFileSync(file, 'id,first_name\r\n1,Ada\r\n');
    for (const form of [[], ['--json']]) {
      for (let id = 1_000; id < 1_250; id++) leads.set(`${id}`, { ...leads.get('1')!, id: `${id}` });
      const through = await frontService(front.url, token);
      let lists = 0;
      through.onRequest = () => {
        if (through.reads.at(-1)?.includes('/crm/leads/index') && ++lists === 3)
          for (let id = 1_000; id < 1_250; id++) leads.delete(`${id}`);
      };
      const { code, stdout, stderr } = await program.run(
        ['compare', 'crm/leads', file, '--url', through.url, ...form],
        { environment: { RECORDBENCH_TOKEN: token } },
      );
      await through.close();
      assert.equal(code, 3, `${stdout}${stderr}`);
      if (form.length === 0) continue;
      const { exitCode, isComplete, notes = [] } = JSON.parse(stdout) as Document;
      assert.deepEqual([exitCode, isComplete, notes.length], [3, false, 1]);
    }
  });

  describe('of two lists', () => {
    let other: RunningService;
    before(async () => {
      other = await startService({ records: 38 });
    });
    after(() => other.close());

    const run = (args: readonly string[], environment: Readonly<Record<string, string>>): Promise<CommandOutcome> =>
      program.run(['compare', 'crm/leads', '--url', demo.url, ...args], {
        environment: { RECORDBENCH_TOKEN: demo.tokens.admin, ...environment },
      });

    it('compares list views of the same service', async () => {
      const { code, stdout } = await run(['--with-list-view', 'Open Leads', '--json'], {});
      const { counts } = JSON.parse(stdout) as Document;
      assert.equal(code, 2, stdout);
      assert.ok((counts?.['onlyHere'] ?? 0) > 0 && counts?.['onlyThere'] === 0);
    });

    it('plans to delete no record that a list view only leaves out, even if its query shows no conditions', async () => {
      const plan = path.join(program.folder, 'open.recordplan.json');
      const args = ['--with-list-view', 'Open Leads', '--deletes', '--plan', plan, '--json'];
      const { code, stdout } = await run(args, {});
      const { counts, plan: written } = JSON.parse(stdout) as Document & { plan: { file: unknown; left: string } };
      assert.deepEqual([code, written.file], [2, null], stdout);
      assert.match(written.left, new RegExp(`outside its list view: ${counts?.['onlyHere']}\\.$`));
    });

    it('compares two services, each with its own token, and plans to add missing records', async () => {
      const theirs = { RECORDBENCH_WITH_TOKEN: other.tokens.admin };
      const plan = path.join(program.folder, 'other.recordplan.json');
      const args = ['--with-url', other.url, '--json', '--hide-system-fields'];
      const added = await run(
        [...args, '--plan', plan, '--change', 'there', '--adds', '--fields', 'Last Name'],
        theirs,
      );
      const { counts, notes } = JSON.parse(added.stdout) as Document;
      assert.deepEqual([added.code, counts?.['onlyHere'], notes], [2, 2, []], added.stdout);
      const { address, operations } = JSON.parse(readFileSync(plan, 'utf8')) as {
        address: string;
        operations: { do: string }[];
      };
      assert.equal(address, other.url);
      assert.equal(operations.filter((one) => one.do === 'add').length, 2);
    });

    it('never sends the token of one service to the other', async () => {
      const { code, stderr } = await run(['--with-url', other.url], {});
      assert.equal(code, 4);
      assert.match(stderr, /RECORDBENCH_WITH_TOKEN is empty/);
      const wrong = await run(['--with-url', other.url], { RECORDBENCH_WITH_TOKEN: demo.tokens.admin });
      assert.equal(wrong.code, 4);
      assert.match(wrong.stderr, /Check the token in RECORDBENCH_WITH_TOKEN/);
    });
  });
});
