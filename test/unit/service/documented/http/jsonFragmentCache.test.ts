import assert from 'node:assert/strict';
import { parseAnswer } from '../../../../../src/service/documented/http/understandAnswer.ts';
import { JsonFragmentCache } from '../../../../../src/service/documented/http/jsonFragmentCache.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';

const form = {
  elements: Array.from({ length: 200 }, (_, at) => ({ name: ['leads', `f${at}`], label: `Füld "${at}" \\` })),
};
const rules = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`f${at}`, [{ rule: 'maxLength', message: 'zu lang' }]]),
);

function read(content: string, memory: JsonFragmentCache, pathname = '/crm/leads/edit'): JsonValue | string {
  const url = new URL(`http://localhost${pathname}?id=1`);
  const parsed = parseAnswer(
    { status: 200, header: () => 'application/json', body: Buffer.from(content), url },
    memory,
  );
  return parsed.kind === 'json' ? parsed.value : parsed.kind;
}

function text(more: JsonObject = {}): string {
  return JSON.stringify({ data: { leads: { id: '1', city: 'Köln' } }, form, filterRules: rules, ...more });
}

describe('response with a repeated part', () => {
  const others: Readonly<Record<string, string>> = {
    'with other values': text({ data: { leads: { id: '2', city: 'Goa' } } }),
    'with another form': text({ form: { elements: form.elements.toReversed() } }),
    'with the same form inside of the record': text({ data: { form, leads: { id: '3' } }, form: { elements: [1] } }),
    'with the same form inside and outside': text({ data: { form } }),
    'with the form told twice': `{"form":${JSON.stringify(form)},"x":1,"form":{"elements":[]}}`,
    'with the form told twice, the known one last': `{"form":{"elements":[]},"x":1,"form":${JSON.stringify(form)}}`,
    'with the form as a text': text({ note: JSON.stringify({ form }) }),
    'with a number that a double would round': text({ x: 0 }).replace('"x":0', '"x":9007199254740993'),
    'with such a number in a form': text().replace('"f7"', '-12345678901234567890.5'),
    'with line breaks': JSON.stringify(JSON.parse(text()), undefined, 2),
    'without a form': text({ form: null, long: 'x'.repeat(5_000) }),
    'with a form that is none': text({ form: 'none', long: 'x'.repeat(5_000) }),
    'that is a list': `[${text()}]`,
    'with a key that changes prototypes': text().replace('"city"', '"__proto__":{"a":1},"city"'),
  };

  for (const [what, second] of Object.entries(others))
    it(`is parsed like the first one: ${what}`, () => {
      for (const turns of [
        [text(), second, second],
        [second, text(), second],
        [second, second, text()],
      ]) {
        const memory = new JsonFragmentCache();
        for (const one of turns) assert.deepEqual(read(one, memory), read(one, new JsonFragmentCache()));
      }
    });

  it('shares that part with the previous one', () => {
    const memory = new JsonFragmentCache();
    const one = read(text(), memory) as JsonObject;
    const other = read(text({ data: { leads: { id: '2' } } }), memory) as JsonObject;
    assert.equal(other['form'], one['form']);
    assert.equal(other['filterRules'], one['filterRules']);
    assert.notEqual((read(text(), memory, '/crm/peoples/edit') as JsonObject)['form'], one['form']);
  });

  it('keeps sharing when two forms alternate', () => {
    const memory = new JsonFragmentCache();
    const forms = [1, 2, 1, 2].map((turn) => (read(text({ form: { ...form, turn } }), memory) as JsonObject)['form']);
    assert.equal(forms[2], forms[0]);
    assert.equal(forms[3], forms[1]);
  });

  it('is reported as invalid JSON when it is truncated within a known part', () => {
    const memory = new JsonFragmentCache();
    read(text(), memory);
    assert.equal(read(text().slice(0, -200), memory), 'other');
  });
});
