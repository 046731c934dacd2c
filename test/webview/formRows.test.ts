import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { JsonValue } from '../../src/model/json.ts';
import type { FormStart } from '../../src/features/form/formProtocol.ts';
import { field, readOnly, rows, startOf, type StartChange } from './formSamples.ts';
import { describeForm, type OpenedForm } from './openedForm.ts';
import { pluck } from '../support/pluck.ts';

const types = [
  { value: 'm', text: 'Mobile' },
  { value: 'w', text: 'Work' },
];
const number = field('number', 'text', { at: ['phone_numbers', 'number'], required: true });
const type = field('type', 'choice', { at: ['phone_numbers', 'type'], options: types });
const hidden = field('id', 'hidden', { at: ['phone_numbers', 'id'] });

const two: JsonValue = [
  { id: '31', number: '0170 1', type: 'm' },
  { id: '32', number: '030 2', type: 'w' },
];

function start(phones: JsonValue = two, more: StartChange = {}): FormStart {
  const elements = [rows('Phone Numbers', [hidden, number, type], 'Without spaces.')];
  return startOf({
    ...more,
    form: { elements, otherFields: [], related: [], ...more.form },
    state: { values: { phone_numbers: phones }, ...more.state },
  });
}

function row(form: OpenedForm, index: number): Locator {
  return form.page.getByRole('group', { name: `Phone Numbers, row ${index}`, exact: true });
}

async function numbers(form: OpenedForm): Promise<string[]> {
  const inputs = await form.page.getByLabel('Number', { exact: true }).all();
  return Promise.all(inputs.map((input) => input.inputValue()));
}

describeForm('sub-tables of a form', (open) => {
  it('shows a group per row under the heading of the sub-table, and edits a field of one', async () => {
    const form = await open({ start: start() });
    await form.page.getByRole('heading', { name: 'Phone Numbers' }).waitFor();
    await form.page.getByText('Without spaces.').waitFor();
    assert.equal(await row(form, 1).getByLabel('Number', { exact: true }).inputValue(), '0170 1');
    assert.equal(await row(form, 2).getByLabel('Type', { exact: true }).inputValue(), 'w');
    assert.equal(await form.page.getByLabel('Id', { exact: true }).count(), 0);
    await row(form, 2).getByLabel('Number', { exact: true }).fill('030 9');
    await row(form, 1).getByLabel('Number', { exact: true }).focus();
    await form.hasEdits(['phone_numbers.1.number="030 9"']);
  });

  it('adds a row to an empty sub-table, focuses it, and announces it', async () => {
    const form = await open({ start: start([]) });
    await form.page.getByText('There are no rows.').waitFor();
    await form.button('Add row to Phone Numbers').focus();
    await form.page.keyboard.press('Enter');
    await form.page.getByRole('status').getByText('Phone Numbers, row 1 added.').waitFor({ state: 'attached' });
    await form.page.keyboard.type('112');
    assert.equal(await form.host('commit()'), 'committed');
    assert.deepEqual(await form.edits(), [
      'phone_numbers=[{"number":null,"type":null}]',
      'phone_numbers.0.number="112"',
    ]);
    assert.equal(await form.page.getByText('There are no rows.').isVisible(), false);
  });

  it('removes a row in one edit, and focuses the row that replaces it', async () => {
    const form = await open({ start: start() });
    await form.button('Remove: Phone Numbers, row 1').click();
    await form.hasEdits(['phone_numbers=[{"id":"32","number":"030 2","type":"w"}]']);
    assert.deepEqual(await numbers(form), ['030 2']);
    await form.page.getByRole('status').getByText('Phone Numbers, row 1 removed.').waitFor({ state: 'attached' });
    await row(form, 1).getByLabel('Number', { exact: true }).and(form.page.locator(':focus')).waitFor();
    await form.button('Remove: Phone Numbers, row 1').press('Space');
    await form.button('Add row to Phone Numbers').and(form.page.locator(':focus')).waitFor();
    await form.hasEdits(['phone_numbers=[{"id":"32","number":"030 2","type":"w"}]', 'phone_numbers=[]']);
  });

  it('moves rows with buttons, and keeps focus on the same row', async () => {
    const form = await open({ start: start([...two, { id: '33', number: '3', type: null }]) });
    assert.equal(await form.button('Move up: Phone Numbers, row 1').isDisabled(), true);
    assert.equal(await form.button('Move down: Phone Numbers, row 3').isDisabled(), true);
    await form.button('Move down: Phone Numbers, row 1').press('Enter');
    assert.deepEqual(await numbers(form), ['030 2', '0170 1', '3']);
    await form.button('Move down: Phone Numbers, row 2').and(form.page.locator(':focus')).waitFor();
    await form.page.keyboard.press('Enter');
    assert.deepEqual(await numbers(form), ['030 2', '3', '0170 1']);
    await form.button('Move up: Phone Numbers, row 3').and(form.page.locator(':focus')).waitFor();
    assert.equal(await form.host('commit()'), 'committed');
    assert.deepEqual(pluck((await form.values())['phone_numbers'] as { id: string }[], 'id'), ['32', '33', '31']);
  });

  it('moves pending input along with its row', async () => {
    const form = await open({ start: start() });
    // before the debounce would commit it
    await form.page.evaluate(`{
      const input = document.querySelector('[aria-label="Phone Numbers, row 1"] input');
      input.focus();
      input.value = 'typed';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('[title="Move down: Phone Numbers, row 1"]').click();
    }`);
    assert.equal(await form.host('commit()'), 'committed');
    assert.deepEqual((await form.values())['phone_numbers'], [
      { id: '32', number: '030 2', type: 'w' },
      { id: '31', number: 'typed', type: 'm' },
    ]);
  });

  it('follows the text when rows are added or removed there, for example by undo', async () => {
    const form = await open({ start: start() });
    await row(form, 2).getByLabel('Number', { exact: true }).focus();
    await form.host("state({ values: { phone_numbers: [{ id: '32', number: '030 2', type: 'w' }] } })");
    await row(form, 2).waitFor({ state: 'detached' });
    assert.deepEqual(await numbers(form), ['030 2']);
    await row(form, 1).getByLabel('Number', { exact: true }).and(form.page.locator(':focus')).waitFor();
    await form.host(`state({ values: { phone_numbers: ${JSON.stringify(two)} } })`);
    await row(form, 2).waitFor();
    assert.deepEqual(await numbers(form), ['0170 1', '030 2']);
  });

  it('keeps keyed rows under their keys, without an order', async () => {
    const form = await open({ start: start({ 31: { id: 31, number: '1' }, p2: { id: 'p2', number: '2' } }) });
    assert.equal(await form.page.getByRole('button', { name: /^Move/ }).count(), 0);
    await row(form, 2).getByLabel('Number', { exact: true }).fill('3');
    await form.button('Add row to Phone Numbers').click();
    await form.button('Remove: Phone Numbers, row 1').click();
    assert.equal(await form.host('commit()'), 'committed');
    assert.deepEqual((await form.values())['phone_numbers'], {
      p2: { id: 'p2', number: '3' },
      new1: { number: null, type: null },
    });
  });

  it('offers no actions when read-only', async () => {
    const closed = rows('Phone Numbers', [{ ...number, ...readOnly }]);
    const forms = [
      await open({ start: start(two, { form: { elements: [closed] } }) }),
      await open({ start: start(two, { connection: { id: 'a', name: 'A', readOnly: true } }) }),
      await open({ start: start(two, { state: { lock: 'Not now.' } }) }),
    ];
    for (const form of forms) {
      assert.deepEqual(await numbers(form), ['0170 1', '030 2']);
      assert.equal(await form.page.getByRole('button', { name: /^(Move|Remove|Add row)/ }).count(), 0);
    }
  });

  it('shows an error at its row, and links to it', async () => {
    const text = 'Phone Numbers, row 2: Number must not be empty.';
    const problem = { tone: 'error', key: number.key, at: ['phone_numbers', '1', 'number'], text } as const;
    const form = await open({ start: start(two, { state: { problems: [problem] } }) });
    await row(form, 2).getByText('Number must not be empty.', { exact: true }).waitFor();
    assert.equal(await row(form, 1).getByText('must not be empty').count(), 0);
    const item = form.notices.getByRole('listitem');
    assert.equal((await item.innerText()).replaceAll(/\s+/g, ' '), text);
    await form.notices.getByRole('button', { name: 'Phone Numbers, row 2: Number' }).click();
    await row(form, 2).getByLabel('Number', { exact: true }).and(form.page.locator(':focus')).waitFor();
  });

  it('reverts a refused edit, and explains why', async () => {
    const form = await open({ start: start() });
    await form.host("failure = 'The text is broken.'");
    await form.button('Remove: Phone Numbers, row 1').click();
    await form.page.locator('.subtable').getByText('The text is broken.').first().waitFor();
    assert.deepEqual(await numbers(form), ['0170 1', '030 2']);
  });

  it('describes a conflict row by row, and resolves it for the whole sub-table', async () => {
    const shown = {
      mine: 'Row 2 (030 2): Number “030 8”',
      theirs: 'Row 2 (030 2): removed',
      original: 'Row 2 (030 2): unchanged',
    };
    const conflict = {
      key: 'leads.phone_numbers',
      label: 'Phone Numbers',
      original: two,
      mine: two,
      theirs: [],
      shown,
    };
    const form = await open({ start: start(two, { state: { conflicts: [conflict] } }) });
    const box = form.page.locator('.subtable').getByRole('group', { name: 'Changed by someone else, too' });
    for (const text of Object.values(shown)) await box.getByText(text, { exact: true }).waitFor();
    await box.getByRole('button', { name: 'Theirs' }).click();
    await form.until('the choice', async () => (await form.asked('choose')).length === 1);
    assert.deepEqual(await form.asked('choose'), [{ key: 'leads.phone_numbers', choice: 'theirs' }]);
  });

  it('lays out its fields side by side, or stacked when narrow', async () => {
    const tops = async (form: OpenedForm): Promise<number[]> => {
      const boxes = [
        row(form, 1).getByLabel('Number', { exact: true }),
        row(form, 1).getByLabel('Type', { exact: true }),
      ].map((one) => one.boundingBox());
      return (await Promise.all(boxes)).map((box) => Math.round(box?.y ?? -1));
    };
    const [left, right] = await tops(await open({ start: start() }));
    assert.equal(left, right);
    const [upper = 0, lower = 0] = await tops(await open({ start: start(), width: 360 }));
    assert.ok(lower > upper + 20);
  });
});
