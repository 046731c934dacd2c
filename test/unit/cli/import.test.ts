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
  readonly counts?: Readonly<Record<string, number>>;
  readonly records?: readonly { readonly id: string | null; readonly outcome: string; readonly why?: string }[];
}

describe('import on the command line', function () {
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
    describe(`into the ${name}`, () => {
      const front = (): FrontService => subjects[name]!.front;

      afterEach(() => {
        front().onRequest = () => undefined;
      });

      function csv(...rows: readonly string[]): string {
        const file = path.join(program.folder, `${++files}.csv`);
        writeFileSync(file, `${['id,first_name', ...rows].join('\r\n')}\r\n`);
        return file;
      }

      function start(args: readonly string[], { token = subjects[name]!.token, url = front().url } = {}) {
        return program.start([...args, '--url', url], {
          environment: token === '' ? {} : { RECORDBENCH_TOKEN: token },
        });
      }

      async function run(...args: string[]): Promise<CommandOutcome & { readonly document: Document }> {
        const outcome = await start([...args, '--json']).ended;
        return { ...outcome, document: JSON.parse(outcome.stdout) as Document };
      }

      const outcomes = ({ records = [] }: Document) => records.map(({ id, outcome }) => [id, outcome]);

      it('shows what would change, and writes nothing', async () => {
        const file = csv('4,Ida', '5,Emmy');
        const before = front().writes.length;
        const text = await start(['import', file, 'crm/leads', '--detailed-exitcode']).ended;
        assert.equal(text.code, 2, text.stderr);
        assert.match(text.stdout, /^ {2}~ 4 .*\n.* → “Ida”$/m);
        assert.match(text.stdout, /^Plan: 2 to do\.$/m);
        const { code, document } = await run('import', file, 'crm/leads', '--detailed-exitcode');
        assert.deepEqual([code, document.counts?.['pending']], [2, 2]);
        assert.equal(front().writes.length, before);
      });

      it('writes a plan for recordbench apply, and finds no changes after it was applied', async () => {
        const file = csv('4,Ada', '5,Grace');
        const plan = path.join(program.folder, `${name}.recordplan.json`);
        assert.equal((await run('import', file, 'crm/leads', '--plan', plan)).code, 0);
        const applied = await run('apply', plan);
        assert.equal(applied.code, 0, applied.stdout);
        assert.deepEqual(outcomes(applied.document), [
          ['4', 'done'],
          ['5', 'done'],
        ]);
        const again = await run('import', file, 'crm/leads', '--detailed-exitcode');
        assert.deepEqual([again.code, again.document.counts?.['unchanged']], [0, 2]);
      });

      it('updates and adds records with --apply', async () => {
        const { code, document, stdout } = await run(
          'import',
          csv('6,Ada'),
          'crm/leads',
          '--apply',
          '--mode',
          'change',
        );
        assert.equal(code, 0, stdout);
        assert.deepEqual(outcomes(document), [['6', 'done']]);
        const again = await start(['import', csv('6,Ada'), 'crm/leads', '--apply']).ended;
        assert.equal(again.code, 0);
        assert.match(again.stdout, /nothing to do \(1 no change\)/);
        const all = await run(
          'import',
          csv('6,Ada'),
          'crm/leads',
          '--mode',
          'add',
          '--mapping',
          'id=',
          '--key',
          'none',
        );
        assert.equal(all.document.records?.length, 1);
      });

      it('exits with 0 if records are only excluded by the mode', async () => {
        const { code, document } = await run('import', csv('7,Ada'), 'crm/leads', '--apply', '--mode', 'add');
        assert.deepEqual([code, outcomes(document)], [0, [['7', 'excluded']]]);
      });

      it('exits with 3 if records of the file are refused, and reports why as text and JSON', async () => {
        const file = csv('8,Ada', '8,Grace', '9,Grace');
        const plan = path.join(program.folder, `${name}-partly.recordplan.json`);
        const { code, document } = await run('import', file, 'crm/leads', '--plan', plan);
        assert.equal(code, 3);
        const refused = document.records?.filter(({ outcome }) => outcome === 'refused') ?? [];
        assert.ok(refused.length > 0 && refused.every(({ why }) => why !== undefined));
        assert.equal(readFileSync(plan, 'utf8').match(/"do":/g)?.length, 1);
        const text = await start(['import', file, 'crm/leads', '--apply']).ended;
        assert.equal(text.code, 3);
        // the refused line is about a record that exists
        assert.ok(text.stdout.startsWith(`  ! line 3 of the file: refused: ${refused[0]?.why}`), text.stdout);
      });

      it('rejects a file with an unknown column, and writes no plan', async () => {
        const file = path.join(program.folder, `unmapped-${name}.csv`);
        writeFileSync(file, 'id,Shoe Size\r\n2,43\r\n');
        const plan = path.join(program.folder, `never-${name}.recordplan.json`);
        const { code, document } = await run('import', file, 'crm/leads', '--plan', plan);
        assert.equal(code, 1);
        assert.match(document.error ?? '', /no field matches “Shoe Size”\. Specify its field in the mapping, or skip/);
        assert.ok(!existsSync(plan));
        writeFileSync(file, `id,${'x'.repeat(100_000)}\r\n2,43\r\n`);
        assert.match((await run('import', file, 'crm/leads')).document.error ?? '', /^Could not import .{1,300}$/);
        writeFileSync(file, 'id,Shoe Size\r\n2,43\r\n');
        const mapped = await run('import', file, 'crm/leads', '--mapping', 'Shoe Size=first_name');
        assert.equal(mapped.code, 0, mapped.stdout);
      });

      it('rejects a mapping that it cannot follow, instead of matching the column by its title', async () => {
        const file = csv('2,Ada');
        const errors: readonly (readonly [mapping: readonly string[], error: RegExp])[] = [
          [['first_name=nickname'], /The form has no field “nickname”\. Specify another field in the mapping/],
          [['Nickname=first_name'], /it has no column “Nickname”\. Correct the mapping/],
          [['first_name=last_name', 'first_name='], /the column “.+” is mapped twice/],
        ];
        for (const [mappings, error] of errors) {
          const options = mappings.flatMap((one) => ['--mapping', one]);
          const { code, document } = await run('import', file, 'crm/leads', ...options);
          assert.equal(code, 1);
          assert.match(document.error ?? '', error);
        }
        assert.equal((await run('import', file, 'crm/leads', '--mapping', 'Nickname=')).code, 0);
      });

      it('stops after the writes in progress if it is interrupted', async () => {
        const file = csv(...Array.from({ length: 8 }, (_, at) => `${at + 10},Interrupted`));
        const { child, ended, hasSaid } = start(['import', file, 'crm/leads', '--apply', '--json']);
        let writes = 0;
        front().onRequest = async (isWrite) => {
          if (!isWrite) return;
          if (++writes === 1) child.kill('SIGINT');
          await hasSaid('Waiting for the writes in progress');
        };
        const { code, stdout } = await ended;
        const { counts } = JSON.parse(stdout) as Document;
        assert.deepEqual([code, counts?.['done']], [130, writes]);
        assert.ok((counts?.['pending'] ?? 0) > 0);
      });

      it('writes no plan if the service goes down during the import', async () => {
        const { front: whole, token } = subjects[name]!;
        const through = await frontService(whole.url, token);
        const plan = path.join(program.folder, `gone-${name}.recordplan.json`);
        const { ended } = start(['import', csv('2,a', '3,b'), 'crm/leads', '--plan', plan], { url: through.url });
        through.onRequest = () => {
          if (through.reads.length > 3) void through.close();
        };
        const { code, stderr } = await ended;
        await through.close();
        assert.equal(code, 1, stderr);
        assert.match(stderr, /^Could not /m);
        assert.ok(!existsSync(plan));
      });
    });
});
