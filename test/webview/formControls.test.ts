import assert from 'node:assert/strict';
import { describeForm } from './openedForm.ts';
import { asElements, field, leadValues, readOnly, startOf } from './formSamples.ts';

describeForm('form controls', (open) => {
  it('shows every kind of field with its label and value', async () => {
    const form = await open();
    assert.equal(await form.field('Name').inputValue(), 'Mira Sen');
    assert.equal(await form.field('Amount').inputValue(), '1200.50');
    assert.equal(await form.field('Stage').inputValue(), 'new');
    assert.equal(await form.field('Born').inputValue(), '1990-02-03');
    assert.equal(await form.field('Called').inputValue(), '2024-03-01T10:15');
    assert.equal(await form.field('Call at').inputValue(), '09:30');
    assert.equal(await form.field('Owner').inputValue(), 'Anand Rao');
    assert.equal(await form.field('Active').isChecked(), true);
    assert.equal(await form.field('Hot').isChecked(), true);
    assert.equal(await form.field('VIP').isChecked(), false);
    assert.equal(await form.field('Notes').inputValue(), 'First line\nsecond line');
    assert.equal(await form.field('Card').inputValue(), 'card.png');
    assert.equal(await form.field('Secret').inputValue(), '');
    assert.deepEqual(JSON.parse(await form.field('Extra').inputValue()), { a: [1, 2] });
    assert.equal(await form.field('City').inputValue(), 'Pune');
    assert.equal(await form.field('Trick').count(), 0);
    assert.equal(await form.page.content().then((html) => html.includes('hush')), false);
  });

  it('commits text on blur or Enter', async () => {
    const form = await open();
    await form.field('Name').fill('Mira Das');
    await form.field('Name').press('Enter');
    await form.hasEdits(['name="Mira Das"']);
    await form.field('City').fill('Goa');
    await form.field('Name').focus();
    await form.hasEdits(['name="Mira Das"', 'address.city="Goa"']);
  });

  it('commits text after a pause in typing, and sends no unchanged value', async () => {
    const form = await open();
    await form.field('Notes').fill('Other');
    await form.hasEdits(['notes="Other"']);
    await form.field('Notes').press('End');
    await form.field('Name').focus();
    await form.field('Name').press('End');
    await form.field('Amount').fill('0012,5');
    await form.field('Name').focus();
    await form.hasEdits(['notes="Other"', 'amount="0012,5"']);
  });

  it('writes dates and times back in their original format', async () => {
    const form = await open();
    await form.field('Called').fill('2025-12-31T23:59');
    await form.field('Name').focus();
    await form.field('Call at').fill('10:45');
    await form.field('Name').focus();
    await form.field('Born').fill('');
    await form.field('Name').focus();
    await form.hasEdits(['called="2025-12-31 23:59:00"', 'call_at="10:45"', 'born=""']);
  });

  it('shows dates that no picker can represent as text', async () => {
    const values = { ...leadValues, born: '3 Feb 1990', called: '2023-02-30 00:00:00', call_at: '25:00' };
    const form = await open({ start: startOf({ state: { values } }) });
    assert.equal(await form.field('Born').inputValue(), '3 Feb 1990');
    assert.equal(await form.field('Called').inputValue(), '2023-02-30 00:00:00');
    assert.equal(await form.field('Call at').inputValue(), '25:00');
  });

  it('shows a zero date as empty, and keeps it until a date is chosen', async () => {
    const values = { ...leadValues, born: '0000-00-00', called: '0000-00-00 00:00:00' };
    const form = await open({ start: startOf({ state: { values } }) });
    for (const [label, type] of [
      ['Born', 'date'],
      ['Called', 'datetime-local'],
    ] as const) {
      assert.equal(await form.field(label).inputValue(), '');
      assert.equal(await form.field(label).getAttribute('type'), type);
      await form.field(label).fill('');
      await form.field('Name').focus();
    }
    await form.field('Born').fill('2024-02-29');
    await form.field('Name').focus();
    await form.hasEdits(['born="2024-02-29"']);
  });

  it('writes an empty date-time in the format of the other values', async () => {
    const notation = { format: 'YYYY-MM-DDTHH:mm' };
    const elements = asElements([field('name'), field('called', 'dateTime', { notation })]);
    const form = await open({ start: startOf({ form: { elements }, state: { values: { called: null } } }) });
    await form.field('Called').fill('2025-12-31T23:59');
    await form.field('Name').focus();
    await form.hasEdits(['called="2025-12-31T23:59"']);
  });

  it('writes booleans in the format of the record', async () => {
    const values = { a: '1', b: 1, c: true, d: 'yes', e: null };
    const elements = asElements(Object.keys(values).map((name) => field(name, 'boolean')));
    const form = await open({ start: startOf({ form: { elements }, state: { values } }) });
    for (const label of ['A', 'B', 'C', 'D']) await form.field(label).uncheck();
    await form.field('E').check();
    assert.equal(await form.host('commit()'), 'committed');
    assert.deepEqual(await form.values(), { a: '0', b: 0, c: false, d: 'no', e: '1' });
  });

  it('keeps and shows a choice that is not one of the options', async () => {
    const form = await open({ start: startOf({ state: { values: { ...leadValues, stage: 'odd' } } }) });
    assert.equal(await form.field('Stage').inputValue(), 'odd');
    await form.field('Stage').selectOption('won');
    await form.hasEdits(['stage="won"']);
    await form.field('Stage').selectOption('');
    await form.hasEdits(['stage="won"', 'stage=""']);
  });

  it('keeps the format of multiple choices', async () => {
    const form = await open({ start: startOf({ state: { values: { ...leadValues, tags: '3,9' } } }) });
    await form.field('Hot').check();
    await form.hasEdits(['tags="3,9,1"']);
    assert.equal(await form.field('9 (not one of the choices)').isChecked(), true);
  });

  it('sends a typed password, and restores the original when it is cleared', async () => {
    const form = await open();
    await form.field('Secret').fill('new one');
    await form.field('Name').focus();
    await form.field('Secret').fill('');
    await form.field('Name').focus();
    await form.hasEdits(['secret="new one"', 'secret="hush"']);
  });

  it('reports invalid JSON at the field and does not send it', async () => {
    const form = await open();
    await form.field('Extra').fill('{"a": ');
    await form.field('Name').focus();
    await form.around('Extra').getByText('This is not valid JSON').waitFor();
    assert.equal(await form.field('Extra').getAttribute('aria-invalid'), 'true');
    assert.match(await form.description('Extra'), /This is not valid JSON/);
    assert.match(String(await form.host('commit()')), /“Extra”: This is not valid JSON/);
    await form.button('Save Progress').click();
    await form.page.locator('textarea.code:focus').waitFor();
    assert.deepEqual(await form.asked('submit'), []);
    await form.field('Extra').fill('{"a": 3}');
    await form.field('Name').focus();
    await form.hasEdits(['extra={"a":3}']);
    assert.equal(await form.field('Extra').getAttribute('aria-invalid'), null);
  });

  it('shows values that a control cannot represent as JSON, and leaves them unchanged', async () => {
    const odd = { name: { first: 'Mira' }, amount: ['1', 2], stage: { id: 3 }, active: 'perhaps', tags: [{ id: 1 }] };
    const form = await open({ start: startOf({ state: { values: { ...leadValues, ...odd } } }) });
    assert.deepEqual(JSON.parse(await form.field('Name').inputValue()), odd.name);
    assert.deepEqual(JSON.parse(await form.field('Amount').inputValue()), odd.amount);
    assert.deepEqual(JSON.parse(await form.field('Stage').inputValue()), odd.stage);
    assert.deepEqual(JSON.parse(await form.field('Tags').inputValue()), odd.tags);
    assert.equal(await form.field('Active').inputValue(), 'perhaps');
    for (const label of ['Name', 'Amount', 'Stage', 'Tags', 'Active', 'Name']) await form.field(label).focus();
    assert.equal(await form.host('commit()'), 'committed');
    assert.deepEqual(await form.edits(), []);
  });

  it('accepts a file and shows its name and size', async () => {
    const form = await open();
    const choosing = form.page.waitForEvent('filechooser');
    await form.button('Choose file…').click();
    await (await choosing).setFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
    await form.until('the file', async () => (await form.asked('attach')).length === 1);
    assert.deepEqual(await form.asked('attach'), [
      { key: 'leads.card', at: ['card'], name: 'face.png', type: 'image/png', length: 8 },
    ]);
    await form.until('its name', async () => (await form.field('Card').inputValue()) === 'face.png (5 B)');
    await form.host('state({ values: { ...testHost.values } })');
    await form.host('state({ isDirty: true })');
    await form.page.getByText('Unsaved changes').waitFor();
    assert.equal(await form.field('Card').inputValue(), 'face.png (5 B)');
    await form.button('Remove file').click();
    await form.hasEdits(['card=null']);
  });

  it('previews and saves a stored file, and says why it cannot', async () => {
    const stored = { at: ['card'], value: 'card.png', name: 'card.png', size: 1_234, location: 'service' } as const;
    const form = await open({ start: startOf({ form: { files: [{ ...stored, canPreview: true }] } }) });
    assert.equal(await form.field('Card').inputValue(), 'card.png (1.2 kB)');
    await form.button('Preview card.png').click();
    await form.button('Save card.png as…').press('Enter');
    await form.hasReceived('file', [
      { at: ['card'], how: 'open' },
      { at: ['card'], how: 'save' },
    ]);
    await form.host(`state({ values: { ...testHost.values, card: 'other.png' } })`);
    await form.until('another file', async () => (await form.field('Card').inputValue()) === 'other.png');
    assert.equal(await form.button('Preview card.png').count(), 0);
    const unknown = await open({
      start: startOf({ form: { files: [{ ...stored, size: null, location: 'unknown', canPreview: true }] } }),
    });
    assert.equal(await unknown.field('Card').inputValue(), 'card.png');
    await unknown.page.getByText('The service provides no address for this file').waitFor();
    assert.equal(await unknown.button('Preview card.png').count(), 0);
  });

  it('shows read-only fields that can be focused and copied, and explains them on request', async () => {
    const form = await open();
    assert.equal(await form.field('Score').getAttribute('readonly'), '');
    assert.equal(await form.field('Source').inputValue(), 'Web');
    await form.around('Score').getByRole('button', { name: "Why can't I edit this?" }).click();
    await form.around('Score').getByText('“leads.score” is read-only for you.').waitFor();
    assert.match(await form.description('Score'), /is read-only for you/);
    // the numbers are one click away
    assert.equal(await form.around('Score').getByText('permission to view').isVisible(), false);
    await form.around('Score').getByText('Details').click();
    await form.around('Score').getByText('permission to view').waitFor();
    assert.deepEqual(await form.asked('explain'), [{ key: 'leads.score' }]);
  });

  it('marks required fields visually and for screen readers, and shows help and placeholder', async () => {
    const form = await open();
    assert.equal(await form.field('Name').getAttribute('aria-required'), 'true');
    assert.equal(await form.field('Name').getAttribute('placeholder'), 'First and last name');
    assert.match(await form.description('Name'), /As printed on the card/);
    assert.match(await form.description('Tags'), /Required/);
    assert.equal(await form.around('Name').locator('.required').textContent(), '*');
  });

  it('collapses the system fields', async () => {
    const form = await open();
    assert.equal(await form.field('Created').isVisible(), false);
    await form.page.getByRole('heading', { name: 'System', exact: true }).click();
    await form.field('Created').waitFor();
    assert.equal(await form.field('Revision').isVisible(), true);
  });

  it('keeps the line endings of a record', async () => {
    const form = await open({ start: startOf({ state: { values: { ...leadValues, notes: 'a\r\nb' } } }) });
    await form.field('Notes').focus();
    await form.page.keyboard.press('Control+End');
    await form.page.keyboard.type('\nc');
    await form.field('Name').focus();
    await form.hasEdits(['notes="a\\r\\nb\\r\\nc"']);
  });

  it('shows multi-line text in a single-line field without losing lines', async () => {
    const elements = asElements([field('name'), field('code', 'text', readOnly)]);
    const values = { name: 'one\ntwo', code: 'three\nfour' };
    const form = await open({ start: startOf({ form: { elements }, state: { values } }) });
    assert.equal(await form.field('Name').inputValue(), 'one\ntwo');
    assert.equal(await form.field('Code').inputValue(), 'three\nfour');
  });

  it('commits a time before 10:00 after a pause in typing', async () => {
    const form = await open();
    await form.field('Call at').fill('08:15');
    await form.hasEdits(['call_at="08:15"']);
  });
});
