import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningService, startService } from '../../../src/demo/service.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { recordValue } from '../../../src/model/form/recordForm.ts';
import { type PlanOperation, writePlan } from '../../../src/model/plan/recordPlan.ts';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { CommandLine, type CommandOutcome } from '../../support/commandLine.ts';
import { type FrontService, frontService } from '../../support/frontService.ts';
import { type InterfaceService, interfaceService } from '../../support/interfaceService.ts';
import { testConnection } from '../../support/testConnection.ts';

const leads = controllerName('crm', 'leads');
const field = 'first_name';
/** More than all tests of a service edit together. */
const mostEdits = 70;

interface Document {
  readonly exitCode: number;
  readonly error?: string;
  readonly run?: string | null;
  readonly status?: string;
  readonly plan?: { readonly sha256: string };
  readonly counts?: Readonly<Record<string, number>>;
  readonly records?: readonly { readonly id: string | null; readonly outcome: string; readonly why?: string }[];
}

/** A service with records that only this file changes. */
interface Subject {
  readonly front: FrontService;
  readonly token: string;
  readonly client: RecordClient;
  /** Ids that no test has used. */
  readonly spare: string[];
}

async function subjectOf(target: string, token: string): Promise<Subject> {
  const front = await frontService(target, token);
  const client = new RecordClient(testConnection(front.url), { token: async () => token });
  const { rows } = await client.records(leads, { limit: 200 });
  const spare: string[] = [];
  for (const { id, isDeleted } of rows) {
    const form = id === null || isDeleted ? undefined : await client.open(leads, id);
    const edited = form?.fields.find(({ at, permission }) => at[0] === field && permission.editable);
    if (id !== null && form && edited && recordValue(form, edited) !== null) spare.push(id);
    if (spare.length === mostEdits) break;
  }
  return { front, token, client, spare };
}

describe('plans on the command line', function () {
  let program: CommandLine;
  let demo: RunningService;
  let plain: InterfaceService;
  const subjects: Partial<Record<'demo' | 'interface', Subject>> = {};
  let files = 0;

  before(async () => {
    [program, demo, plain] = await Promise.all([
      CommandLine.build(),
      startService({ records: 200 }),
      interfaceService(),
    ]);
    const known = plain.records.get(leads);
    const [first] = known?.values() ?? [];
    for (let id = 100; id < 195; id++) known?.set(`${id}`, { ...first, id: `${id}`, first_name: `Lead ${id}` });
    subjects.demo = await subjectOf(demo.url, demo.tokens.admin);
    subjects.interface = await subjectOf(plain.url, 'the-token-of-the-test');
  });

  after(async () => {
    program.close();
    for (const { front, client } of Object.values(subjects)) {
      await client.close();
      await front.close();
    }
    await demo.close();
    await plain.close();
  });

  // every line of the table against both services and in both forms; all four pairs would take twice as long
  for (const [name, form] of [
    ['demo', 'text'],
    ['interface', 'json'],
  ] as const)
    describe(`against the ${name}, as ${form}`, () => {
      const subject = (): Subject => subjects[name]!;

      async function valueOf(id: string): Promise<unknown> {
        const read = await subject().client.open(leads, id);
        return recordValue(
          read,
          read.fields.find(({ at }) => at[0] === field)!,
        );
      }

      /** Edits of unused records; `was` is what they hold. */
      async function edits(count: number, becomes = 'Ada'): Promise<(PlanOperation & { do: 'edit'; id: string })[]> {
        const ids = subject().spare.splice(0, count);
        assert.equal(ids.length, count, 'there are unused records');
        return Promise.all(
          ids.map(async (id) => {
            const was = String(await valueOf(id));
            return { do: 'edit' as const, id, name: `Lead ${id}`, fields: [{ field, was, becomes }] };
          }),
        );
      }

      function planFile(operations: Iterable<PlanOperation>, address = subject().front.url): string {
        const file = path.join(program.folder, `${++files}.recordplan.json`);
        const head = { connection: 'test', address, controller: leads, madeBy: 'a test', madeAt: '', why: 'To see' };
        writeFileSync(file, [...writePlan(head, operations)].join(''));
        return file;
      }

      function start(
        args: readonly string[],
        { token = subject().token, url = subject().front.url, state = program.folder } = {},
      ) {
        const settings = path.join(program.folder, 'recordbench.json');
        writeFileSync(settings, JSON.stringify({ connections: { test: { baseUrl: url } } }));
        return program.start([...args, '--connection', 'test', ...(form === 'json' ? ['--json'] : [])], {
          environment: {
            XDG_STATE_HOME: state,
            LOCALAPPDATA: state,
            ...(token !== '' && { RECORDBENCH_TOKEN: token }),
          },
        });
      }

      const run = (args: readonly string[], more = {}): Promise<CommandOutcome> => start(args, more).ended;

      /** Checks the exit code, the counts and a sentence in either form. */
      function expect(
        { code, stdout, stderr }: CommandOutcome,
        exit: number,
        counts: Readonly<Record<string, number>>,
        sentence: RegExp,
      ): Document {
        assert.equal(code, exit, `${stdout}${stderr}`);
        if (form === 'text') {
          assert.match(`${stdout}${stderr}`, sentence);
          return { exitCode: exit, run: /Run (\S+)\./.exec(stdout)?.[1] ?? null };
        }
        const document = JSON.parse(stdout) as Document;
        assert.equal(document.exitCode, exit);
        const present = Object.fromEntries(Object.entries(document.counts ?? {}).filter(([, count]) => count > 0));
        assert.deepEqual(present, counts);
        if (document.records)
          assert.equal(
            document.records.length,
            Object.values(counts).reduce((sum, one) => sum + one, 0),
          );
        if (document.error !== undefined) assert.match(document.error, sentence);
        return document;
      }

      it('shows, applies and undoes changes, and finds nothing to do the second time', async () => {
        const operations = await edits(2);
        const file = planFile(operations);
        const before = subject().front.writes.length;
        expect(await run(['plan', file]), 0, { pending: 2 }, /Plan: 2 to do\./);
        expect(await run(['plan', file, '--detailed-exitcode']), 2, { pending: 2 }, /→ “Ada”/);
        assert.equal(subject().front.writes.length, before, 'a plan writes nothing');
        const { run: applied } = expect(await run(['apply', file]), 0, { done: 2 }, /2 done\.\nRun \S+\. Undo it/);
        for (const { id } of operations) assert.equal(await valueOf(id), 'Ada');
        expect(await run(['plan', file, '--detailed-exitcode']), 0, { unchanged: 2 }, /Plan: 2 no change\./);
        const second = expect(await run(['apply', file]), 0, { unchanged: 2 }, /nothing to do \(2 no change\)/);
        assert.equal(second.run, null);
        assert.equal(subject().front.writes.length, before + 2);
        expect(await run(['undo', applied ?? '']), 0, { done: 2 }, /2 done\./);
        for (const { id, fields } of operations) assert.equal(await valueOf(id), fields[0]?.was);
      });

      it('skips refused records, and exits with 3', async () => {
        const [one, other] = await edits(2);
        const refused = { ...other!, fields: [{ field: 'no_such_field', was: null, becomes: 'x' }] };
        const file = planFile([one!, refused]);
        const counts = { pending: 1, refused: 1 };
        expect(await run(['plan', file]), 0, counts, /! \S+ .*: refused: .*no_such_field/);
        expect(await run(['apply', file]), 3, { done: 1, refused: 1 }, /1 done, 1 refused\./);
        assert.equal(await valueOf(one!.id), 'Ada');
      });

      it('writes nothing if a record was changed since the plan, except with --skip-changed', async () => {
        const [one, other] = await edits(2);
        const changed = { ...other!, fields: [{ field, was: 'Nobody', becomes: 'Ada' }] };
        const gone = { ...changed, id: '987654', name: 'Gone' };
        const file = planFile([one!, changed, gone]);
        const before = subject().front.writes.length;
        const counts = { pending: 1, changedSince: 1 };
        const since = /changed since the plan was made: .*“Nobody”/;
        expect(await run(['plan', file]), 0, { ...counts, notFound: 1 }, since);
        const refused = await run(['apply', file]);
        expect(refused, 1, { ...counts, notFound: 1 }, /Could not apply \S+: .* so nothing was written\./);
        assert.equal(subject().front.writes.length, before);
        const left = await run(['apply', file, '--skip-changed']);
        expect(
          left,
          3,
          { done: 1, changedSince: 1, notFound: 1 },
          /1 done, 1 changed since the plan was made, 1 not found/,
        );
        assert.equal(await valueOf(one!.id), 'Ada');
        assert.notEqual(await valueOf(other!.id), 'Ada');
      });

      it('rejects a truncated plan, one with a different hash, and one for another address, before sending anything', async () => {
        const operations = await edits(1);
        const file = planFile(operations);
        const whole = readFileSync(file);
        const other = planFile(operations, 'https://records.example.com');
        const { reads, writes } = subject().front;
        const before = reads.length + writes.length;
        for (const command of ['plan', 'apply']) {
          expect(await run([command, other]), 1, {}, /it was made for https:\/\/records\.example\.com, but the chosen/);
          const wrong = ['--expect-sha256', '0'.repeat(64)];
          expect(await run([command, file, ...wrong]), 1, {}, /its SHA-256 is [0-9a-f]{64}, but 0+ is expected/);
          writeFileSync(file, whole.subarray(0, whole.length - 4));
          expect(await run([command, file]), 1, {}, /Could not read line \d+ of the plan: the file is truncated there/);
          writeFileSync(file, whole);
        }
        assert.equal(reads.length + writes.length, before);
        const sha256 = createHash('sha256').update(whole).digest('hex');
        expect(await run(['plan', file, '--expect-sha256', sha256]), 0, { pending: 1 }, new RegExp(sha256));
      });

      it('undoes what it can, and exits with 3 if records were changed since the run', async () => {
        const operations = await edits(2);
        const file = planFile(operations);
        const { run: applied } = expect(await run(['apply', file]), 0, { done: 2 }, /2 done\./);
        const [one, other] = operations;
        const since = { ...other!, fields: [{ field, was: 'Ada', becomes: 'Grace' }] };
        expect(await run(['apply', planFile([since])]), 0, { done: 1 }, /1 done\./);
        const undo = ['undo', applied ?? ''];
        expect(
          await run(undo),
          3,
          { done: 1, refused: 1 },
          /! \S+ .*: refused: .* changed since the run: .*\n.*1 done, 1 refused\./,
        );
        assert.deepEqual([await valueOf(one!.id), await valueOf(other!.id)], [one!.fields[0]?.was, 'Grace']);
        expect(await run(undo), 1, {}, /the run \S+ already undoes it\. If that run was interrupted, resume it\./);
        const resume = ['apply', '--resume', applied ?? ''];
        expect(await run(resume), 1, {}, /the run \S+ has undone it\. Make the changes again instead\./);
      });

      it('finds nothing to undo if the records have their previous values', async () => {
        const [one] = await edits(1);
        const { run: applied } = expect(await run(['apply', planFile([one!])]), 0, { done: 1 }, /1 done\./);
        const back = { ...one!, fields: one!.fields.map(({ was }) => ({ field, was: 'Ada', becomes: was })) };
        expect(await run(['apply', planFile([back])]), 0, { done: 1 }, /1 done\./);
        expect(await run(['undo', applied ?? '']), 0, { unchanged: 1 }, /nothing to do \(1 no change\)/);
      });

      it('neither resumes nor undoes a run for another address, or without its journal', async () => {
        const file = planFile(await edits(1));
        const { run: applied } = expect(await run(['apply', file]), 0, { done: 1 }, /1 done\./);
        const { reads, writes } = subject().front;
        const before = reads.length + writes.length;
        for (const command of [['apply', '--resume'], ['undo']]) {
          const other = await run([...command, applied ?? ''], { url: 'https://records.example.com' });
          expect(other, 1, {}, /it was made for \S+, but the chosen service is https:\/\/records\.example\.com/);
          expect(await run([...command, 'no-such-run']), 1, {}, /its journal was not found in .*Use --journal DIR\./);
        }
        assert.equal(reads.length + writes.length, before);
      });

      it('exits with 3 if a record was changed before its run was resumed', async () => {
        const operations = await edits(8);
        const { resumable } = await interrupt(['apply', planFile(operations)]);
        const values = await Promise.all(operations.map(({ id }) => valueOf(id)));
        const waiting = operations.findLast((_, at) => values[at] !== 'Ada')!;
        const grace = { ...waiting, fields: waiting.fields.map((one) => ({ ...one, becomes: 'Grace' })) };
        expect(await run(['apply', planFile([grace])]), 0, { done: 1 }, /1 done\./);
        const resumed = await run(['apply', '--resume', resumable]);
        expect(resumed, 3, { done: 7, failed: 1 }, /: failed: .* changed since .*\n.*7 done, 1 failed\./);
        assert.equal(await valueOf(waiting.id), 'Grace');
      });

      /** Interrupts a command when its second write arrives. Returns how many it wrote, and the name of its run. */
      async function interrupt(args: readonly string[]) {
        const { front } = subject();
        const before = front.writes.length;
        const started = start(args);
        front.onRequest = async (isWrite) => {
          if (!isWrite || front.writes.length < before + 2) return;
          // a second one would end it at once
          if (front.writes.length === before + 2) started.child.kill('SIGINT');
          await started.hasSaid('Waiting for the writes in progress.');
        };
        const outcome = await started.ended;
        front.onRequest = () => undefined;
        const resumable = /--resume (\S+)\./.exec(outcome.stderr)?.[1] ?? '';
        return { outcome, resumable, written: front.writes.length - before };
      }

      /** Kills a command when its second write arrives. Returns the name of its run. */
      async function kill(args: readonly string[], journal: string): Promise<string> {
        const { front } = subject();
        const before = front.writes.length;
        const started = start([...args, '--journal', journal]);
        front.onRequest = (isWrite) => {
          if (isWrite && front.writes.length === before + 2) started.child.kill('SIGKILL');
        };
        assert.equal((await started.ended).code, null);
        front.onRequest = () => undefined;
        const last =
          readdirSync(journal)
            .filter((one) => one.endsWith('.jsonl'))
            .toSorted()
            .at(-1) ?? '';
        // as if it was a minute ago, so that no request is still under way
        const lines = readFileSync(path.join(journal, last), 'utf8');
        const aged = lines.replaceAll(/(?<="at":)\d+/g, (at) => String(Number(at) - 60_000));
        writeFileSync(path.join(journal, last), aged);
        return path.parse(last).name;
      }

      const interruption = /Interrupted: .* Resume with recordbench apply --resume \S+\./;

      it('apply and apply --resume stop after the writes in progress if interrupted, and can be resumed', async () => {
        const operations = await edits(16);
        const before = subject().front.writes.length;
        const summary = `${planFile(operations)}.md`;
        const first = await interrupt(['apply', planFile(operations), '--summary', summary]);
        expect(first.outcome, 130, { done: first.written, pending: 16 - first.written }, interruption);
        assert.match(
          readFileSync(summary, 'utf8'),
          /^- Run: \S+\n- Problem: Interrupted\\: .*Resume with recordbench/m,
        );
        const second = await interrupt(['apply', '--resume', first.resumable]);
        const done = first.written + second.written;
        expect(second.outcome, 130, { done, pending: 16 - done }, interruption);
        assert.ok(first.written >= 2 && second.written >= 2 && done < 16, `${done} of 16`);
        const resume = ['apply', '--resume', first.resumable];
        expect(await run(resume), 0, { done: 16 }, /16 done\./);
        assert.equal(subject().front.writes.length - before, 16, 'each record is written once');
        for (const { id } of operations) assert.equal(await valueOf(id), 'Ada');
        expect(await run(resume), 0, { done: 16 }, /nothing to do \(16 done\)/);
      });

      it('undo stops after the writes in progress if it is interrupted, and can be resumed', async () => {
        const operations = await edits(8);
        const { run: applied } = expect(await run(['apply', planFile(operations)]), 0, { done: 8 }, /8 done\./);
        const before = subject().front.writes.length;
        const { outcome, resumable, written } = await interrupt(['undo', applied ?? '']);
        expect(outcome, 130, { done: written, pending: 8 - written }, interruption);
        assert.ok(written >= 2 && written < 8, `${written} of 8`);
        expect(await run(['apply', '--resume', resumable]), 0, { done: 8 }, /8 done\./);
        assert.equal(subject().front.writes.length - before, 8, 'each record is written once');
        for (const { id, fields } of operations) assert.equal(await valueOf(id), fields[0]?.was);
      });

      it('apply and apply --resume write each record once if killed and resumed on another computer', async () => {
        const operations = await edits(12);
        const before = subject().front.writes.length;
        const journal = path.join(program.folder, `journal${files}`);
        const killed = await kill(['apply', planFile(operations)], journal);
        assert.equal(await kill(['apply', '--resume', killed], journal), killed);
        const resumed = await run(['apply', '--resume', killed, '--journal', journal], {
          state: path.join(program.folder, `other computer ${files}`),
        });
        expect(resumed, 0, { done: 12 }, /12 done\./);
        assert.equal(subject().front.writes.length - before, 12, 'each record is written once');
        for (const { id } of operations) assert.equal(await valueOf(id), 'Ada');
      });

      it('undo restores each record once if it is killed and resumed on another computer', async () => {
        const operations = await edits(6);
        const journal = path.join(program.folder, `journal${files}`);
        const { run: applied } = expect(
          await run(['apply', planFile(operations), '--journal', journal]),
          0,
          { done: 6 },
          /6 done\./,
        );
        const before = subject().front.writes.length;
        const killed = await kill(['undo', applied ?? ''], journal);
        assert.notEqual(killed, applied);
        const resumed = await run(['apply', '--resume', killed, '--journal', journal], {
          state: path.join(program.folder, `other computer ${files}`),
        });
        expect(resumed, 0, { done: 6 }, /6 done\./);
        assert.equal(subject().front.writes.length - before, 6, 'each record is written once');
        for (const { id, fields } of operations) assert.equal(await valueOf(id), fields[0]?.was);
      });
    });
});
