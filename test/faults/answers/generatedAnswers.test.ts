import { controllerName } from '../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import type { RecordForm } from '../../../src/model/form/recordForm.ts';
import type { RecordPage } from '../../../src/model/list/recordPage.ts';
import { validate } from '../../../src/model/form/validation.ts';
import { testConnection } from '../../support/testConnection.ts';
import { dice } from '../dice.ts';
import { noteOutcome } from '../outcomes.ts';
import { times } from '../size.ts';
import { AnsweringDispatcher } from './answeringDispatcher.ts';
import { badAnswer } from './badAnswer.ts';
import { goodAnswers } from './goodAnswers.ts';
import { seed } from '../../support/seed.ts';

const answers = Number(process.env['RECORDBENCH_FAULT_ANSWERS'] ?? times(4_000, 1_000_000));
const leads = controllerName('crm', 'leads');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

function assertPage({ rows, columns, page, total }: RecordPage): void {
  assert.ok(Number.isSafeInteger(page) && (total === undefined || Number.isSafeInteger(total)));
  for (const row of rows) {
    assert.equal(row.cells.length, columns.length);
    assert.ok(row.cells.every((cell) => cell === null || typeof cell === 'string'));
  }
}

async function useForm(form: RecordForm, client: RecordClient): Promise<void> {
  assert.ok(form.fields.every((field) => field.path.length > 0 && typeof field.label === 'string'));
  validate(form, form.values);
  const [action] = form.submitActions;
  if (action) await client.sendSave(form, form.values, action);
}

/** Every read operation of the interface, and the response it expects. */
const calls: readonly (readonly [keyof typeof goodAnswers, (client: RecordClient) => Promise<unknown>])[] = [
  ['page', async (client) => assertPage(await client.records(leads, { limit: 50 }))],
  ['page', async (client) => assertPage(await client.find(leads, { kind: 'criteria', criteria: 'a' }))],
  ['form', async (client) => useForm(await client.open(leads, '7'), client)],
  ['form', async (client) => useForm(await client.form(leads, 'add'), client)],
  ['listViews', (client) => client.listViews(leads)],
  ['signup', (client) => client.signupInformation()],
  ['license', (client) => client.license()],
  ['license', (client) => client.organization()],
  ['refused', (client) => client.sendDelete(leads, '7')],
  ['refused', (client) => client.sendBulkDelete(leads, ['7', '8'])],
];

describe(`${answers.toLocaleString('en')} generated responses (seed ${seed})`, function () {
  this.timeout(180_000 + answers * 10);

  it('are read or rejected with a one-sentence error, without growing the heap', async () => {
    const random = dice(seed);
    const counts: Record<string, number> = {};
    let given = 0;
    let longest = 0;
    let body: Buffer = Buffer.alloc(0);
    let expected: keyof typeof goodAnswers = 'page';
    const dispatcher = new AnsweringDispatcher(() => {
      given += 1;
      const answer = badAnswer(random, expected);
      body = answer.body;
      return answer;
    });
    const choices = { bulkDelete: { path: 'delete_selected' } } as object;
    const client = new RecordClient(
      testConnection('http://127.0.0.1:9', choices),
      { token: async () => 't' },
      dispatcher,
    );
    const warmUp = Math.min(answers / 2, 20_000);
    let before = 0;
    const isEnough = (): boolean => given >= answers;
    while (!isEnough()) {
      if (before === 0 && given >= warmUp) before = heap();
      const [part, call] = calls[Math.floor(random() * calls.length)] ?? calls[0]!;
      expected = part;
      const started = performance.now();
      const error = await call(client).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('rejected with nothing'),
      );
      longest = Math.max(longest, performance.now() - started);
      const what = error === undefined ? 'read' : error instanceof ServiceError ? error.code : 'untyped';
      counts[what] = (counts[what] ?? 0) + 1;
      if (error === undefined) continue;
      assert.ok(
        error instanceof ServiceError,
        `${inspect(error)}\nafter answer ${given}: ${body.toString('utf8', 0, 5_000)}`,
      );
      assert.match(error.message, /^Could not [^\n]+[.!?…]$/);
      assert.ok(error.message.length < 2_000, error.message);
    }
    assert.equal(Object.keys(Object.prototype).length, 0);
    const grown = heap() - before;
    assert.ok(grown < 48, `the heap has grown by ${grown.toFixed(1)} MiB`);
    const reported = Object.entries(counts).map(([what, count]) => `${what} ${count.toLocaleString('en')}`);
    noteOutcome(
      'generated answers',
      given,
      `${reported.join(', ')}; longest ${longest.toFixed(0)} ms, heap ${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MiB`,
    );
    await client.close();
  });
});

describe('oversized response', function () {
  /** The message the user gets. */
  async function reported(body: Iterable<Buffer>): Promise<string> {
    const dispatcher = new AnsweringDispatcher(() => body);
    const client = new RecordClient(testConnection('http://127.0.0.1:9'), { token: async () => 't' }, dispatcher);
    const sentences: string[] = [];
    for (const call of [() => client.records(leads, {}), () => client.open(leads, '7')])
      await call().catch((error: unknown) => sentences.push(error instanceof ServiceError ? error.message : 'untyped'));
    await client.close();
    assert.equal(sentences.length, 2, 'both are refused');
    for (const sentence of sentences) assert.match(sentence, /^Could not [^\n]+: the response [^\n]+\. [^\n]+\.$/);
    return sentences[0] ?? '';
  }

  it('is rejected with an error when it exceeds the size limit', async () => {
    const part = Buffer.alloc(2 ** 20, ' ');
    function* endless(): Generator<Buffer> {
      for (;;) yield part;
    }
    const sentence = await reported({ [Symbol.iterator]: endless });
    assert.match(sentence, /larger than 128 MiB/);
    noteOutcome('an answer without end: long', 2, sentence);
  });

  it('is rejected with an error when it has too many values, before it fills memory', async () => {
    const part = Buffer.from('{},'.repeat(350_000));
    function* crowd(): Generator<Buffer> {
      yield Buffer.from('{"paginate":{"data":[');
      for (let turn = 0; turn < times(20, 120); turn++) yield part;
      yield Buffer.from('{}]}}');
    }
    const before = process.memoryUsage().heapUsed;
    const sentence = await reported({ [Symbol.iterator]: crowd });
    assert.match(sentence, /more than 5,000,000 values/);
    const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    assert.ok(grown < 64, `the heap has grown by ${grown.toFixed(1)} MiB`);
    noteOutcome('an answer without end: crowded', 2, sentence);
  });

  it('is rejected with an error when it has too many list views', async () => {
    const data = Array.from({ length: 100_001 }, (_, id) => ({ id: String(id), controller: 'crm/leads' }));
    const body = Buffer.from(JSON.stringify({ errors: [], paginate: { data } }));
    const dispatcher = new AnsweringDispatcher(() => [body]);
    const client = new RecordClient(testConnection('http://127.0.0.1:9'), { token: async () => 't' }, dispatcher);
    await assert.rejects(
      client.listViews(),
      /the response can't be read because there are more than 100,000 list views/,
    );
    await client.close();
  });

  it('is rejected with an error when it is nested too deeply', async () => {
    const levels = times(200_000, 5_000_000);
    const sentence = await reported([Buffer.from(`{"paginate":${'['.repeat(levels)}${']'.repeat(levels)}}`)]);
    noteOutcome(`an answer without end: ${levels.toLocaleString('en')} deep`, 2, sentence);
  });
});
