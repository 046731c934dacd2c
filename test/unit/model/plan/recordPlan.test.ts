import assert from 'node:assert/strict';
import { parseControllerName } from '../../../../src/model/controller.ts';
import { PlanProblem, PlanReader, readPlan } from '../../../../src/model/plan/readPlan.ts';
import {
  operationLine,
  planEnd,
  type PlanHead,
  type PlanOperation,
  planStart,
  writePlan,
} from '../../../../src/model/plan/recordPlan.ts';

const controller = parseControllerName('crm/leads');
assert(controller);
const head: PlanHead = {
  connection: 'Demo “north”',
  address: 'https://records.example/api',
  controller,
  madeBy: 'Recordbench, bulk edit',
  madeAt: '2026-01-02T03:04:05.000Z',
  why: 'Edit City of 3 records',
};
const operations: readonly PlanOperation[] = [
  {
    do: 'edit',
    id: '7',
    name: 'Ann, "the": first',
    fields: [
      { field: 'city', was: null, becomes: 'Pune' },
      { field: 'owner_id', was: '3', wasText: 'Bo', becomes: '4', becomesText: 'Cy', model: 'users' },
      { field: 'tags', was: ['a'], becomes: ['a', 'b'] },
    ],
  },
  { do: 'add', name: 'line 3 of the file', fields: [{ field: 'city', was: null, becomes: 'Goa' }] },
  { do: 'delete', id: '9', name: 'Di', held: { city: 'Agra', nested: { deep: [1, true, null] } } },
];

const text = (some: readonly PlanOperation[] = operations): string => [...writePlan(head, some)].join('');
const read = (plan: string): readonly PlanOperation[] => readPlan(plan).operations.map((one) => one.operation);

/** The message that a plan is rejected with. */
function problemOf(plan: string): string {
  try {
    readPlan(plan);
  } catch (error) {
    assert(error instanceof PlanProblem, String(error));
    return error.message;
  }
  return assert.fail('It was read.');
}

describe('plan text', () => {
  it('round-trips', () => {
    assert.deepEqual(readPlan(text()).head, head);
    assert.deepEqual(read(text()), operations);
    assert.deepEqual(read(text([])), []);
  });

  it('is one JSON document, with one line per operation', () => {
    const whole = JSON.parse(text()) as { operations: unknown[] };
    assert.equal(whole.operations.length, 3);
    const lines = text().split('\n');
    assert.equal(lines.filter((line) => line.includes('"do":')).length, 3);
    assert.equal(
      lines
        .find((line) => line.includes('"7"'))
        ?.trim()
        .startsWith('{"do":"edit","id":"7","name":'),
      true,
    );
  });

  it('is the same when its operations are awaited one by one', () => {
    const lines = operations.map((one, at) => operationLine(one, at === 0));
    assert.equal([planStart(head), ...lines, planEnd].join(''), text());
  });

  it('is the same for the same changes, whatever the field order of the service', () => {
    const swapped = operations.map((one) =>
      one.do === 'delete'
        ? { ...one, held: Object.fromEntries(Object.entries(one.held).toReversed()) }
        : { ...one, fields: one.fields.toReversed() },
    );
    assert.equal(text(swapped), text());
  });

  it('escapes characters that would reverse or break its lines, and restores them', () => {
    const tricky = '\u202Eabc\u2028def\u0085\uFEFF';
    const one: PlanOperation = { do: 'delete', id: '1', name: tricky, held: {} };
    assert.equal(/[\u0080-\u009F\u2028\u202E\uFEFF]/.test(text([one])), false);
    assert.deepEqual(read(text([one])), [one]);
  });

  it('keeps Object.prototype keys, and every digit of a number', () => {
    const held = JSON.parse('{"__proto__":{"x":1},"constructor":"c"}') as Record<string, never>;
    const fields = [{ field: '__proto__', was: 'a', becomes: 'b' }];
    const some: PlanOperation[] = [
      { do: 'edit', id: '__proto__', name: '', fields },
      { do: 'delete', id: 'constructor', name: '', held },
    ];
    const back = read(text(some));
    assert.deepEqual(back, some);
    assert.equal(({} as { x?: number }).x, undefined);
    const long = text([{ do: 'delete', id: '1', name: '', held: { n: 1 } }]).replace(
      '"n":1',
      '"n":12345678901234567890',
    );
    const [kept] = read(long);
    assert.deepEqual(kept?.do === 'delete' && kept.held['n'], '12345678901234567890');
  });

  it('is parsed in chunks of any length, with its head before the first operation', () => {
    for (const size of [1, 2, 7, 64]) {
      const reader = new PlanReader();
      const found: PlanOperation[] = [];
      for (let at = 0; at < text().length; at += size)
        for (const { operation } of reader.parse(text().slice(at, at + size))) {
          assert.deepEqual(reader.head, head);
          found.push(operation);
        }
      assert.deepEqual(reader.end(), head);
      assert.deepEqual(found, operations, `pieces of ${size}`);
    }
  });

  it('is parsed in any layout, with custom entries in its head and a trailing comma', () => {
    const plan = JSON.parse(text()) as object;
    const laidOut = JSON.stringify({ $schema: 'x', ticket: { nested: ['operations'] }, ...plan }, undefined, 4);
    assert.deepEqual(read(`\uFEFF${laidOut.replaceAll('\n', '\r\n')}`), operations);
    assert.deepEqual(read(text(operations.slice(0, 1)).replace('\n  ]', ',\n  ]')), operations.slice(0, 1));
  });
});

describe('invalid plan reports the reason and the line', () => {
  it('when truncated anywhere', () => {
    const whole = text();
    const ends = whole.lastIndexOf('}');
    for (let at = 0; at < ends; at++) {
      const why = problemOf(whole.slice(0, at));
      assert.match(
        why,
        /^Could not read line \d+ of the plan: the file is (truncated there|empty)\. /,
        whole.slice(0, at),
      );
    }
    assert.match(problemOf(whole.slice(0, whole.indexOf('"9"'))), /line 12 of the plan: the file is truncated there/);
  });

  const edited = (from: string | RegExp, to: string): string => {
    assert.notEqual(text().replace(from, to), text(), `nothing to replace: ${String(from)}`);
    return text().replace(from, to);
  };
  const cases: readonly [string, string, RegExp][] = [
    ['made by a newer version', edited('"recordplan": 1', '"recordplan": 2'), /newer version of Recordbench\. Update/],
    ['not a plan', '{"name": "x", "operations": []}', /line 1 of the plan: it is not a plan/],
    ['a list', '[]', /line 1 of the plan: it is not a JSON object/],
    ['without operations', '{"recordplan": 1}', /it has no “operations” list/],
    ['words of git in it', edited('    {"do":"add"', '<<<<<<< HEAD\n    {"do":"add"'), /line 11 .*not valid JSON/],
    ['a comma missing', edited('},\n    {"do":"add"', '}\n    {"do":"add"'), /line 11 .*not valid JSON/],
    ['two commas', edited(',\n    {"do":"add"', ',,\n    {"do":"add"'), /line 10 .*not valid JSON/],
    ['more behind its end', `${text()}{}`, /line 15 .*not valid JSON/],
    ['an entry behind its operations', edited('  ]\n}', '  ], "why": "x"\n}'), /line 13 .*the last entry/],
    ['another action', edited('"do":"add"', '"do":"drop"'), /line 11 .*“do” must be “edit”, “add” or “delete”/],
    [
      'a word written wrongly',
      edited('"becomes":"Pune"', '"becomse":"Pune"'),
      /line 10 .*“city” must have “was” and “becomes”/,
    ],
    [
      'a word too many',
      edited('"becomes":"Pune"', '"becomes":"Pune","is":1'),
      /line 10 .*“is” is not a known key there/,
    ],
    [
      'a new value twice',
      edited('"becomes":"Pune"', '"becomes":"Goa", "becom\\u0065s" :"Pune"'),
      /line 10 .*“becomes” appears twice there/,
    ],
    [
      'a field twice',
      edited('"fields":{', '"fields":{"city":{"was":"Mumbai","becomes":"Goa"},'),
      /line 10 .*“city” app/,
    ],
    [
      'an address twice',
      edited('"address":', '"address":"https://other.example","address":'),
      /line 1 .*“address” app/,
    ],
    [
      'the operations twice',
      edited('"operations":', '"op\\u0065rations":[],"operations":'),
      /line 1 .*“operations” appears twice there/,
    ],
    ['a missing comma before the operations', edited(/,\s*"operations"/, ' "operations"'), /line 1 .*not valid JSON/],
    ['a name that is no text', edited('"line 3 of the file"', '[]'), /line 11 .*“name” must be a string/],
    ['a model that is no text', edited('"users"', '{}'), /line 10 .*“model” must be a string/],
    ['an id that is none', edited('"id":"9"', '"id":null'), /line 12 .*“id” must be a string/],
    ['nothing held', edited(/"held":.*\}\}/, '"held":null}'), /line 12 .*“held” must be an object/],
    ['no fields', edited(/"fields":\{"city":\{"becomes":"Goa"\}\}/, '"fields":{}'), /line 11 .*“fields” must be/],
    ['one record twice', edited('"id":"9"', '"id":"7"'), /line 12 .*record 7 also appears in line 10/],
    ['one record in two spellings', edited('"id":"9"', '"id":" 07"'), /line 12 .*record {2}07 also appears in line 10/],
    ['a controller that is none', edited('crm/leads', '../../x'), /line 1 .*“controller”/],
    ['an address that is no text', edited('"https://records.example/api"', '5'), /line 1 .*“address” must be a string/],
    ['very deep', edited('"becomes":"Pune"', `"becomes":${'['.repeat(2_000)}`), /line 10 .*nested too deeply/],
  ];
  for (const [name, plan, sentence] of cases)
    it(name, () => {
      assert.match(problemOf(plan), sentence);
    });

  it('when an operation has no end, before all of it is in memory', () => {
    const reader = new PlanReader();
    const whole = text();
    for (const one of reader.parse(whole.slice(0, whole.indexOf('"Pune"') + 1))) assert.fail(JSON.stringify(one));
    const piece = 'x'.repeat(1_000_000);
    let taken = 0;
    assert.throws(() => {
      for (; taken < 100; taken++) for (const one of reader.parse(piece)) assert.fail(JSON.stringify(one));
    }, /line 10 of the plan: the entry that starts there is never closed/);
    assert(taken < 20, `${taken} MB`);
  });
});
