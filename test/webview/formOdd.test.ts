import assert from 'node:assert/strict';
import type { FieldKind } from '../../src/model/form/fieldKind.ts';
import type { FormElement } from '../../src/model/form/formElement.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { describeForm } from './openedForm.ts';
import { asElements, field, group, startOf } from './formSamples.ts';

const markup = '<img src=x onerror="window.wasRun = true"><style>*{display:none}</style>';
const kinds: readonly FieldKind[] = [
  'text',
  'longText',
  'number',
  'date',
  'dateTime',
  'time',
  'boolean',
  'choice',
  'choices',
  'reference',
  'file',
  'password',
  'hidden',
  'nested',
];
const oddities: readonly JsonValue[] = [null, '', 0, true, markup, [], {}, [[]], [null], { a: { b: [markup] } }, 1e21];

function nested(depth: number): FormElement {
  return depth === 0 ? { type: 'field', field: field('deep') } : group(`Level ${depth}`, [nested(depth - 1)]);
}

describeForm('form with unusual input', (open) => {
  it('reports that the service describes no fields', async () => {
    const form = await open({ start: startOf({ form: { elements: [], otherFields: [], buttons: [], related: [] } }) });
    const said = form.page.getByText('This form has no fields.');
    await said.waitFor();
    // below the title, not next to it
    const edge = 'one => one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).paddingLeft)';
    const title = form.page.getByRole('heading', { level: 1 });
    assert.equal(await said.evaluate(edge), await title.evaluate(edge));
    await form.page.getByText('This form has no button that saves it.').waitFor();
  });

  it('derives names for fields and groups without labels', async () => {
    const elements = [group('', asElements([field('first_name', 'text', { label: ' ' })])), group(' ', [])];
    const form = await open({ start: startOf({ form: { elements } }) });
    await form.field('First name').waitFor();
  });

  it('distinguishes fields with the same label', async () => {
    const elements = asElements([field('a', 'text', { label: 'Same' }), field('b', 'text', { label: 'Same' })]);
    const form = await open({ start: startOf({ form: { elements }, state: { values: { a: '1', b: '2' } } }) });
    await form.field('Same').nth(1).fill('3');
    await form.field('Same').first().focus();
    await form.hasEdits(['b="3"']);
  });

  it('shows a field nested 50 groups deep within the page width', async () => {
    const form = await open({ start: startOf({ form: { elements: [nested(50)] } }), width: 300 });
    await form.field('Deep').fill('found');
    await form.field('Deep').press('Enter');
    await form.hasEdits(['deep="found"']);
    const box = await form.field('Deep').boundingBox();
    assert.ok(box && box.width > 100 && box.x + box.width <= 300, JSON.stringify(box));
  });

  it('shows every value in every kind of field without changing it', async () => {
    const fields = kinds.flatMap((kind) =>
      oddities.map((_, place) => field(`${kind}_${place}`, kind, { options: [{ value: '1', text: markup }] })),
    );
    const values: JsonObject = Object.fromEntries(
      fields.map(({ at }, place): [string, JsonValue] => [at[0] ?? '', oddities[place % oddities.length] ?? null]),
    );
    const form = await open({ start: startOf({ form: { elements: asElements(fields) }, state: { values } }) });
    // focus every field in turn
    await form.page.evaluate(
      "for (const one of document.querySelectorAll('.field input, .field textarea, .field select')) { one.focus(); one.blur(); }",
    );
    assert.equal(await form.host('commit()'), 'committed');
    assert.deepEqual(await form.edits(), []);
    assert.equal(await form.page.evaluate('window.wasRun'), undefined);
    assert.equal(await form.page.locator('img').count(), 0);
  });

  it('shows markup as plain text everywhere', async () => {
    const start = startOf({
      form: {
        heading: { name: markup, facts: [{ label: markup, parts: [markup] }] },
        singular: markup,
        elements: [
          group(markup, [
            ...asElements([
              field('name', 'text', { label: markup, help: markup, placeholder: markup }),
              field('stage', 'choice', { label: 'Stage', options: [{ value: markup, text: markup, group: markup }] }),
              field('tags', 'choices', { label: 'Tags', options: [{ value: markup, text: markup }] }),
            ]),
          ]),
        ],
        buttons: [{ index: 0, label: markup, isSave: true }],
        related: [{ name: markup, label: markup, kind: 'hasMany' }],
      },
      state: {
        values: { name: markup, stage: markup, tags: [markup] },
        lock: markup,
        problems: [{ tone: 'error', text: markup, key: 'leads.name' }],
        conflicts: [{ key: 'leads.name', label: markup, mine: markup, theirs: markup, original: markup, by: markup }],
        news: { text: markup, actions: ['reload'] },
      },
    });
    const form = await open({ start });
    await form.page.getByRole('heading', { level: 1, name: markup }).waitFor();
    assert.equal(await form.page.evaluate('window.wasRun'), undefined);
    assert.equal(await form.page.locator('img').count(), 0);
  });

  it('keeps a field named __proto__', async () => {
    const elements = asElements([field('__proto__', 'text', { label: 'Proto' }), field('constructor')]);
    const form = await open({ start: startOf({ form: { elements }, state: { values: {} } }) });
    await form.field('Constructor').fill('a');
    await form.field('Proto').fill('b');
    await form.field('Constructor').focus();
    await form.hasEdits(['constructor="a"', '__proto__="b"']);
    assert.equal(await form.field('Proto').inputValue(), 'b');
  });

  it('fits a narrow window', async () => {
    const form = await open({ width: 300 });
    await form.button('Delete…').waitFor();
    const overflow = await form.page.evaluate(
      "document.querySelector('.scroller').scrollWidth - document.querySelector('.scroller').clientWidth",
    );
    assert.equal(overflow, 0);
  });
});
