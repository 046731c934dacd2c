import assert from 'node:assert/strict';
import { describeForm } from './openedForm.ts';
import { startOf } from './formSamples.ts';

const sixty = 'The quick brown fox jumps over the lazy dog, sixty letters!!';

describeForm('form edits', (open) => {
  it('loses none of sixty characters typed as fast as possible', async () => {
    const form = await open();
    await form.field('Name').fill('');
    await form.page.keyboard.type(sixty);
    assert.equal(await form.host('commit()'), 'committed');
    assert.equal((await form.values())['name'], sixty);
  });

  it('loses no character with a slow host: one edit in flight, and the latest value wins', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.typeAtOnce([
      ['Name', 'one'],
      ['Name', 'two'],
      ['Name', 'three'],
      ['City', 'Goa'],
    ]);
    await form.hasEdits(['name="one"']);
    const committed = form.host('commit()');
    await form.host('wake()');
    assert.equal(await committed, 'committed');
    assert.deepEqual(await form.edits(), ['name="one"', 'name="three" address.city="Goa"']);
    assert.equal((await form.values())['name'], 'three');
  });

  it('does not resend an edit in flight', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.typeAtOnce([
      ['Name', 'one'],
      ['Name', 'two'],
      ['Name', 'one'],
    ]);
    const committed = form.host('commit()');
    await form.host('wake()');
    assert.equal(await committed, 'committed');
    assert.deepEqual(await form.edits(), ['name="one"']);
  });

  it('follows the text, except in the field being edited', async () => {
    const form = await open();
    await form.field('City').focus();
    await form.host("state({ values: { ...testHost.values, name: 'From text', address: { city: 'Agra' } } })");
    await form.until('the value', async () => (await form.field('Name').inputValue()) === 'From text');
    assert.equal(await form.field('City').inputValue(), 'Agra');
    await form.field('Extra').fill('{"half": ');
    await form.host("state({ values: { ...testHost.values, name: 'Again', extra: {} } })");
    await form.until('the value', async () => (await form.field('Name').inputValue()) === 'Again');
    assert.equal(await form.field('Extra').inputValue(), '{"half": ');
  });

  it('switches controls when the text gives a field another kind of value', async () => {
    const form = await open();
    await form.field('Born').focus();
    await form.host("state({ values: { ...testHost.values, born: 'soon', stage: { a: 1 }, active: 'maybe' } })");
    await form.until('the value', async () => (await form.field('Born').inputValue()) === 'soon');
    await form.isFocused('Born');
    assert.deepEqual(JSON.parse(await form.field('Stage').inputValue()), { a: 1 });
    await form.host("state({ values: { ...testHost.values, born: '2020-01-01', stage: 'won', active: '0' } })");
    await form.until('the value', async () => (await form.field('Born').inputValue()) === '2020-01-01');
    assert.equal(await form.field('Born').getAttribute('type'), 'date');
    assert.equal(await form.field('Stage').inputValue(), 'won');
  });

  it('takes more input with a notice while edits are not acknowledged, and then sends all of it', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.field('Name').fill('Typed');
    await form.field('City').focus();
    await form.notices.getByText('Recordbench is not responding').waitFor();
    assert.equal(await form.button('Save Progress').getAttribute('aria-disabled'), 'true');
    await form.field('City').pressSequentially('Goa');
    await form.host('wake()');
    await form.notices.getByText('Recordbench is not responding').waitFor({ state: 'detached' });
    await form.hasEdits(['name="Typed"', 'address.city="PuneGoa"']);
    assert.equal(await form.field('City').inputValue(), 'PuneGoa');
  });

  it('locks the fields when the host stays silent, and unlocks them when it responds', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.field('Name').fill('Typed');
    await form.field('City').focus();
    await form.until('the lock', async () => (await form.field('City').getAttribute('readonly')) === '');
    assert.equal(await form.field('Name').inputValue(), 'Typed');
    await form.host('wake()');
    await form.notices.getByText('Recordbench is not responding').waitFor({ state: 'detached' });
    assert.equal(await form.field('City').getAttribute('readonly'), null);
    assert.deepEqual(await form.edits(), ['name="Typed"']);
  });

  it('resends unacknowledged edits to a new host', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.field('Name').fill('Typed');
    await form.field('City').focus();
    await form.notices.getByText('Recordbench is not responding').waitFor();
    await form.host('forget()');
    await form.host('restart({})');
    await form.hasEdits(['name="Typed"', 'name="Typed"']);
    await form.until('the value', async () => (await form.values())['name'] === 'Typed');
    assert.equal(await form.field('Name').inputValue(), 'Typed');
    assert.equal(await form.field('City').getAttribute('readonly'), null);
  });

  it('resends unacknowledged edits after a reload', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.field('Name').fill('Typed');
    await form.field('City').focus();
    await form.notices.getByText('Recordbench is not responding').waitFor();
    await form.page.reload();
    await form.page.locator('.scroller h1').waitFor();
    await form.hasEdits(['name="Typed"']);
    assert.equal(await form.field('Name').inputValue(), 'Typed');
  });

  it('does not overwrite a newer value with an unacknowledged edit', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.field('Name').fill('Typed');
    await form.field('City').focus();
    await form.notices.getByText('Recordbench is not responding').waitFor();
    // it had arrived, and was then changed in the text editor
    await form.page.addInitScript(`formStart.state.values.name = 'Newer'`);
    await form.page.reload();
    await form.page.locator('.scroller h1').waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Newer');
    assert.deepEqual(await form.asked('edit'), []);
  });

  it('hands unacknowledged edits to the form that replaces it, except passwords', async () => {
    const address = 'records://demo/crm/leads/4.record.json';
    const form = await open({ start: startOf({ address }) });
    await form.host('isDeaf = true');
    await form.typeAtOnce([
      ['Name', 'Typed'],
      ['Secret', 'hidden'],
    ]);
    await form.notices.getByText('Recordbench is not responding').waitFor();
    // another webview shares the storage of this one but not its state
    await form.page.addInitScript('sessionStorage.clear()');
    await form.page.reload();
    await form.page.locator('.scroller h1').waitFor();
    await form.hasEdits(['name="Typed"']);
    assert.equal(await form.field('Name').inputValue(), 'Typed');
    assert.deepEqual(await form.page.evaluate('Object.keys(localStorage)'), []);
  });

  it('keeps a refused edit in the field, explains why, and retries', async () => {
    const form = await open();
    await form.host("failure = 'The text is read-only.'");
    await form.field('Name').fill('Typed');
    await form.field('Name').press('Enter');
    await form.around('Name').getByText('The text is read-only.').waitFor();
    await form.field('Active').press('Space');
    await form.around('Active').getByText('The text is read-only.').waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Typed');
    assert.equal(await form.field('Active').isChecked(), true);
    await form.host("failure = ''");
    await form.field('Name').focus();
    await form.field('City').focus();
    await form.until('the value', async () => (await form.values())['name'] === 'Typed');
    await form.around('Name').getByText('The text is read-only.').waitFor({ state: 'detached' });
  });

  it('keeps editing keys from VS Code, and lets it undo changes in the text', async () => {
    const form = await open();
    await form.page.evaluate(
      `window.keys = []; window.addEventListener('keydown', ({ key }) => key !== 'Control' && window.keys.push(key))`,
    );
    await form.field('Name').focus();
    await form.withoutTime(async () => {
      for (const key of ['Control+a', 'x', 'Control+z']) await form.page.keyboard.press(key);
    });
    assert.deepEqual(await form.page.evaluate('window.keys'), []);
    assert.equal(await form.field('Name').inputValue(), 'Mira Sen');
    assert.equal(await form.host('commit()'), 'committed');
    await form.page.keyboard.press('Control+z');
    await form.page.keyboard.press('Control+y');
    await form.hasReceived('command', [{ name: 'undo' }, { name: 'redo' }]);
    assert.deepEqual(await form.page.evaluate('window.keys'), []);
  });

  it('remembers expanded sections, the scroll position and the focus', async () => {
    const form = await open({ height: 300 });
    await form.page.getByRole('heading', { name: 'General', exact: true }).click();
    await form.field('Name').waitFor({ state: 'hidden' });
    await form.field('City').focus();
    // the browser measures a section when it scrolls into view, which moves what is below it
    let before = 0;
    await form.until('the place is kept', async () => {
      before = await form.scrollTop();
      const kept = await form.page.evaluate(`JSON.parse(sessionStorage.getItem('kept'))?.top`);
      return before > 0 && kept === before && (await form.isStill('.scroller'));
    });
    await form.page.reload();
    await form.field('City').waitFor();
    await form.field('Name').waitFor({ state: 'hidden' });
    await form.until('the scroll place', async () => Math.abs((await form.scrollTop()) - before) < 40);
  });

  it('rebuilds the form without losing input or focus', async () => {
    const form = await open();
    await form.field('Extra').fill('{"half": ');
    const start = startOf();
    const [, second] = start.form.elements;
    const changed = { ...start.form, elements: [second], heading: { name: 'Renamed', facts: [] } };
    await form.host(`restart({ form: ${JSON.stringify(changed)} })`);
    await form.page.getByRole('heading', { name: 'Renamed' }).waitFor();
    assert.equal(await form.field('Name').count(), 0);
    assert.equal(await form.field('Extra').inputValue(), '{"half": ');
    await form.isFocused('Extra');
  });
});
