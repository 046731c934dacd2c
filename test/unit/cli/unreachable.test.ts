import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningService, startService } from '../../../src/demo/service.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { writePlan } from '../../../src/model/plan/recordPlan.ts';
import { CommandLine, type CommandOutcome } from '../../support/commandLine.ts';
import { type FrontService, frontService } from '../../support/frontService.ts';
import { type InterfaceService, interfaceService } from '../../support/interfaceService.ts';

interface Document {
  readonly formatVersion: number;
  readonly command: string;
  readonly exitCode: number;
  readonly error?: string;
}

/** Files for one service: a plan and journals are made for its address. */
interface Files {
  readonly csv: string;
  readonly plan: string;
  readonly journal: string;
  readonly run: string;
  readonly output: string;
}

const commands: Readonly<Record<string, (files: Files) => readonly string[]>> = {
  list: () => ['list'],
  'list CONTROLLER': () => ['list', 'crm/leads'],
  show: () => ['show', 'crm/leads', '4'],
  search: () => ['search', 'Ada'],
  export: ({ output }) => ['export', 'crm/leads', '--output', output],
  import: ({ csv }) => ['import', csv, 'crm/leads'],
  'import --apply': ({ csv, journal }) => ['import', csv, 'crm/leads', '--apply', '--journal', journal],
  compare: ({ csv }) => ['compare', 'crm/leads', csv],
  plan: ({ plan }) => ['plan', plan],
  apply: ({ plan, journal }) => ['apply', plan, '--journal', journal],
  'apply --resume': ({ run, journal }) => ['apply', '--resume', run, '--journal', journal],
  undo: ({ run, journal }) => ['undo', run, '--journal', journal],
};

describe('commands that cannot read from the service', function () {
  let program: CommandLine;
  let demo: RunningService;
  let plain: InterfaceService;
  const subjects: Partial<Record<'demo' | 'interface', { readonly front: FrontService; readonly token: string }>> = {};
  let folders = 0;

  before(async () => {
    [program, demo, plain] = await Promise.all([
      CommandLine.build(),
      startService({ records: 20 }),
      interfaceService(),
    ]);
    const known = plain.records.get('crm/leads');
    const [first] = known?.values() ?? [];
    for (const id of ['4', '5']) known?.set(id, { ...first, id });
    subjects.demo = { front: await frontService(demo.url, demo.tokens.admin), token: demo.tokens.admin };
    subjects.interface = { front: await frontService(plain.url, 'a-token'), token: 'a-token' };
  });

  after(async () => {
    program.close();
    for (const { front } of Object.values(subjects)) await front.close();
    await demo.close();
    await plain.close();
  });

  for (const [name, form] of [
    ['demo', 'text'],
    ['interface', 'json'],
  ] as const)
    describe(`against the ${name}, as ${form}`, () => {
      /** The journal of a run that changed both records. */
      let finished: { readonly run: string; readonly text: string };
      const whenDown = new Map<string, Promise<CommandOutcome>>();

      before(async () => {
        const { front, token } = subjects[name]!;
        const files = filesFor(front.url);
        const args = ['import', files.csv, 'crm/leads', '--apply', '--journal', files.journal, '--url', front.url];
        const { code, stderr } = await program.run(args, { environment: { RECORDBENCH_TOKEN: token } });
        assert.equal(code, 0, stderr);
        const file = readdirSync(files.journal).find((one) => one.endsWith('.jsonl')) ?? '';
        finished = { run: path.parse(file).name, text: readFileSync(path.join(files.journal, file), 'utf8') };
        const gone = await frontService(plain.url, '');
        await gone.close();
        // all at once, since each of them waits before it tries again
        for (const command of Object.keys(commands)) whenDown.set(command, start(command, gone.url, 'any').ended);
      });

      function filesFor(url: string): Files {
        const folder = path.join(program.folder, `files ${++folders}`);
        const journal = path.join(folder, 'journal');
        mkdirSync(journal, { recursive: true });
        const plan = path.join(folder, 'leads.recordplan.json');
        const controller = controllerName('crm', 'leads');
        const head = { connection: 'test', address: url, controller, madeBy: 'a test', madeAt: '', why: '' };
        const fields = [{ field: 'first_name', was: 'Ida', becomes: 'Ada' }];
        writeFileSync(plan, [...writePlan(head, [{ do: 'edit', id: '4', name: '', fields }])].join(''));
        const csv = path.join(folder, 'leads.csv');
        writeFileSync(csv, 'id,first_name\r\n4,Ida\r\n5,Ida\r\n');
        return { csv, plan, journal, run: finished?.run ?? '', output: path.join(folder, 'leads out.csv') };
      }

      function start(command: string, url: string, token: string) {
        const files = filesFor(url);
        // a run is resumed from where it had written nothing
        const lines = finished.text.replaceAll(subjects[name]!.front.url, url).split('\n');
        const ready = lines.findIndex((line) => line.startsWith('{"type":"ready"'));
        const kept = command === 'apply --resume' ? [...lines.slice(0, ready + 1), ''] : lines;
        writeFileSync(path.join(files.journal, `${files.run}.jsonl`), kept.join('\n'));
        const args = [...commands[command]!(files), '--url', url, ...(form === 'json' ? ['--json'] : [])];
        return program.start(args, { environment: token === '' ? {} : { RECORDBENCH_TOKEN: token } });
      }

      function expect({ code, stdout, stderr }: CommandOutcome, exit: number, sentence: RegExp): void {
        assert.equal(code, exit, `${stdout}${stderr}`);
        assert.match(stderr, sentence);
        assert.ok(!stderr.includes(' at '), 'there is no stack trace');
        if (form === 'text') return;
        const document = JSON.parse(stdout) as Document;
        assert.deepEqual([document.formatVersion, document.exitCode], [1, exit]);
        assert.match(document.error ?? '', sentence);
      }

      for (const command of Object.keys(commands)) {
        it(`${command}: exits with 4 without a valid token, and says where it looked`, async () => {
          const { front } = subjects[name]!;
          const [missing, wrong] = await Promise.all(
            ['', 'wrong-0123456789'].map((token) => start(command, front.url, token).ended),
          );
          expect(missing!, 4, /none is set\. Set RECORDBENCH_TOKEN/);
          expect(wrong!, 4, /Check the token in RECORDBENCH_TOKEN/);
        });

        it(`${command}: exits with 1 if the service is down`, async () => {
          expect(await whenDown.get(command)!, 1, /Check that the service is running/);
        });

        // a run waits for its first record instead, as after every interruption
        if (command !== 'apply --resume')
          it(`${command}: exits with 130 if it is interrupted while the service does not respond`, async () => {
            const { front, token } = subjects[name]!;
            const silent = await frontService(front.url, token);
            const { child, ended } = start(command, silent.url, token);
            silent.onRequest = () => {
              // a second signal would end it even if the first one was ignored
              if (silent.reads.length === 1) child.kill('SIGINT');
              return new Promise(() => undefined);
            };
            const outcome = await ended;
            await silent.close();
            expect(outcome, 130, /^Interrupted/m);
            assert.equal(silent.writes.length, 0);
          });
      }
    });
});
