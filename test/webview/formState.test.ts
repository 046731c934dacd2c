import assert from 'node:assert/strict';
import { describeForm } from './openedForm.ts';
import { asElements, field, readOnly, startOf, troubled } from './formSamples.ts';
import { pluck } from '../support/pluck.ts';

describeForm('form messages from the host', (open) => {
  it('shows the name, facts and location of the record', async () => {
    const form = await open({ start: startOf({ form: { isDeleted: true } }) });
    await form.page.getByRole('heading', { level: 1, name: 'Mira Sen' }).waitFor();
    const facts = await form.page.locator('dl').textContent();
    for (const part of ['Stage', 'New', 'Owner', 'Anand Rao', 'Modified', 'crm/leads'])
      assert.ok(facts?.includes(part), part);
    await form.page.getByText('Deleted', { exact: true }).waitFor();
  });

  it('explains only once why the record is read-only', async () => {
    const why = "You don't have permission to edit this record.";
    const form = { whyNot: { edit: why }, buttons: [] };
    const shown = await open({ start: startOf({ form, state: { notes: [{ tone: 'info', text: why }] } }) });
    await shown.notices.getByText(why).waitFor();
    assert.equal(
      await shown.page.getByText(why).filter({ visible: true }).count(),
      1 + 1,
      'and once for screen readers',
    );
    assert.equal(await shown.page.locator('footer').getByText(why).count(), 0);
    const locked = await open({ start: startOf({ form, state: { lock: why } }) });
    assert.equal(await locked.page.locator('footer').getByText(why).count(), 0);
    const deleted = await open({ start: startOf({ form }) });
    await deleted.page.locator('footer').getByText(why).waitFor();
  });

  it('ties errors to their fields, and links to them from a summary', async () => {
    const form = await open({ start: startOf({ state: troubled }), height: 400 });
    assert.equal(await form.field('Name').getAttribute('aria-invalid'), 'true');
    assert.match(await form.description('Name'), /The name is taken/);
    assert.match(await form.description('Tags'), /Choose at least two/);
    await form.notices.getByText('Fix 3 fields before saving').waitFor();
    await form.notices.getByText('The service is in a bad mood.').waitFor();
    await form.page.getByRole('heading', { name: 'General', exact: true }).click();
    await form.notices.getByRole('button', { name: 'Name', exact: true }).click();
    await form.isFocused('Name');
    await form.host('state({ problems: [] })');
    await form.notices.getByText('fields before saving').waitFor({ state: 'detached' });
    assert.equal(await form.field('Name').getAttribute('aria-invalid'), null);
    // the screen reader's live region is cleared, too
    await form.page.locator('.content > [role=status]:empty').waitFor({ state: 'attached' });
  });

  it('distinguishes an outage, a refusal and a validation error by heading, color and action', async () => {
    const form = await open({ start: startOf({ state: { isDirty: true } }) });
    const shown = async (problem: object): Promise<[string, string, string[]]> => {
      await form.host(`state({ problems: ${JSON.stringify([problem])} })`);
      const box = form.notices.locator('.notice').filter({ hasText: (problem as { text: string }).text });
      await box.waitFor();
      const buttons = await box.locator('.buttons button').allInnerTexts();
      const kind = (await box.getAttribute('class'))?.replace('notice banner ', '') ?? '';
      return [(await box.locator('strong').innerText()).trim(), kind, buttons];
    };
    const problem = { tone: 'error', text: 'Name must not be empty.', key: 'leads.name' };
    assert.deepEqual(await shown(problem), ['Fix 1 field before saving', 'error', []]);
    const away = { tone: 'error', text: 'Nothing answers at that address.', cause: 'away' };
    assert.deepEqual(await shown(away), ['Not saved: the service cannot be reached', 'warning', ['Save again']]);
    await form.button('Save again').click();
    await form.until('it is saved again', async () => (await form.asked('submit')).length === 1);
    assert.deepEqual(await form.asked('submit'), [{}]);
    const refused = { tone: 'error', text: 'Not on Sundays.', cause: 'refused' };
    assert.deepEqual(await shown(refused), ['The service rejected the changes', 'error', []]);
    const token = { tone: 'error', text: 'The token has expired.', cause: 'token' };
    assert.deepEqual((await shown(token)).slice(1), ['warning', ['Set token', 'Save again']]);
    const unclear = { tone: 'error', text: 'The answer was lost.', cause: 'unclear' };
    assert.deepEqual((await shown(unclear)).slice(0, 2), ['Could not confirm yet whether it was saved', 'warning']);
  });

  it('handles Ctrl+S when there are changes, so that VS Code shows no message over it', async () => {
    const form = await open();
    const reached = (): Promise<number> => form.page.evaluate('window.saveKeys');
    await form.page.evaluate(
      "window.saveKeys = 0; addEventListener('keydown', ({ key }) => void (key === 's' && window.saveKeys++))",
    );
    await form.field('Name').focus();
    await form.page.keyboard.press('Control+s');
    assert.deepEqual([await reached(), (await form.asked('submit')).length], [1, 0]);
    await form.field('Name').fill('Mira Roy');
    await form.page.keyboard.press('Control+s');
    await form.until('it is saved', async () => (await form.asked('submit')).length === 1);
    assert.deepEqual([await reached(), await form.edits()], [1, ['name="Mira Roy"']]);
  });

  it('handles Ctrl+S for a new record without input, wherever the focus is', async () => {
    const form = await open({ start: startOf({ isNew: true }) });
    await form.page.evaluate(
      "window.saveKeys = 0; addEventListener('keydown', ({ key }) => void (key === 's' && window.saveKeys++))",
    );
    await form.field('Name').focus();
    await form.page.keyboard.press('Control+s');
    await form.until('it is saved', async () => (await form.asked('submit')).length === 1);
    await form.page.evaluate('document.activeElement.blur()');
    await form.page.keyboard.press('Control+s');
    await form.until('it is saved again', async () => (await form.asked('submit')).length === 2);
    assert.equal(await form.page.evaluate('window.saveKeys'), 0);
  });

  it('reports a save in the footer without a layout shift, and only for a while', async () => {
    const form = await open();
    await form.page.clock.install();
    const top = async (): Promise<number | undefined> => (await form.field('Name').boundingBox())?.y;
    const before = await top();
    const saved = { tone: 'info', text: 'Lead Mira was saved.', isTransient: true };
    await form.host(`state({ notes: [${JSON.stringify(saved)}] })`);
    await form.page.locator('footer').getByText('Lead Mira was saved.').waitFor();
    assert.equal(await form.page.getByText('Lead Mira was saved.').count(), 1);
    assert.equal(await top(), before);
    await form.page.clock.runFor(10_000);
    await form.page.getByText('Lead Mira was saved.').waitFor({ state: 'detached' });
    // repeating the result of the same save isn't announced again
    await form.host(`state({ notes: [${JSON.stringify(saved)}] })`);
    await form.host(`state({ notes: [${JSON.stringify(saved)}, { tone: 'warning', text: 'Look.' }] })`);
    await form.notices.getByText('Look.').waitFor();
    assert.equal(await form.page.getByText('Lead Mira was saved.').count(), 0);
  });

  it('shows read-only values as text, and makes a button that acts the primary one', async () => {
    const closed = [field('name', 'text', readOnly), field('active', 'boolean', readOnly)];
    const values = { name: 'Mira', active: '1' };
    const form = await open({ start: startOf({ form: { elements: asElements(closed) }, state: { values } }) });
    const border = await form.page.evaluate<string>(
      "getComputedStyle(document.querySelector('.field textarea')).borderTopColor",
    );
    assert.match(border, /rgba\(0, 0, 0, 0\)|transparent/);
    assert.equal(
      await form.page
        .getByLabel(/active/i)
        .first()
        .inputValue(),
      'Yes',
    );
    // it is said once for the whole record, and not at each field
    assert.equal(await form.page.locator('.fields .why').count(), 0);
    const primary = form.page.locator('footer button:not(.second)');
    assert.deepEqual(await primary.allInnerTexts(), ['Approve']);
    const open2 = await open();
    assert.match((await open2.page.locator('footer button:not(.second)').allInnerTexts()).join(), /^Save Progress/);
  });

  it('keeps the date before a right-to-left name', async () => {
    const parts = ['11/16/2026, 10:15:00 AM', 'דנה לוי'];
    const heading = { name: 'Mira', facts: [{ label: 'Modified', parts }] };
    const form = await open({ start: startOf({ form: { heading } }) });
    const [date, name] = await Promise.all(
      parts.map((part) => form.page.getByText(part, { exact: true }).boundingBox()),
    );
    assert.ok(date && name && date.x + date.width <= name.x, JSON.stringify([date, name]));
  });

  it('shows a hint only at its field, and announces each update once to screen readers', async () => {
    const form = await open();
    const hint = { tone: 'warning', text: 'It is empty.', key: 'leads.name' };
    await form.host(`state({ problems: [${JSON.stringify(hint)}], news: { text: 'Changed.', actions: [] } })`);
    await form.around('Name').getByText('It is empty.').waitFor();
    assert.equal(await form.field('Name').getAttribute('aria-invalid'), null);
    assert.equal(await form.notices.getByText('It is empty.').count(), 0);
    const spoken = form.page.locator('.content > [role=status]');
    assert.equal(await spoken.textContent(), 'Changed.');
    await form.host("state({ notes: [{ tone: 'info', text: 'Saved.' }] })");
    await form.notices.getByText('Saved.').waitFor();
    assert.equal(await spoken.textContent(), 'Saved.');
  });

  it('marks changed fields, also for screen readers', async () => {
    const form = await open({ start: startOf({ state: troubled }) });
    assert.match(await form.description('Stage'), /Changed, not saved/);
    assert.match((await form.around('Stage').getAttribute('class')) ?? '', /changed/);
    await form.page.getByText('3 unsaved changes').waitFor();
    await form.host('state({ changed: [], isDirty: false })');
    await form.page.getByText('3 unsaved changes').waitFor({ state: 'detached' });
    assert.equal(await form.description('Stage'), '');
  });

  it('offers mine, theirs and the original on a conflict', async () => {
    const form = await open({ start: startOf({ state: troubled }) });
    const box = form.page.getByRole('group', { name: 'Changed by someone else, too: Email' });
    await box.getByText('changed by Ana Roy, 12 Mar 2026 10:15').waitFor();
    await box.getByText('mira@example.org').waitFor();
    assert.equal(await box.getByText('@example.net').isVisible(), false);
    await box.getByText('a-very-long-address').first().click();
    await box.getByText('@example.net').waitFor();
    await form.button('Show the difference').click();
    await form.hasReceived('command', [{ name: 'compareConflict' }]);
    await box.getByRole('button', { name: 'Theirs' }).click();
    await box.waitFor({ state: 'detached' });
    assert.deepEqual(await form.asked('choose'), [{ key: 'leads.email', choice: 'theirs' }]);
  });

  it('names no user for a conflict when the base is unknown', async () => {
    const email = { key: 'leads.email', label: 'Email', mine: 'a', theirs: 'b', by: 'by Ana Roy' };
    const known = { key: 'leads.name', label: 'Name', mine: 'c', theirs: 'd', original: 'e' };
    const form = await open({ start: startOf({ state: { conflicts: [email] } }) });
    await form.notices.getByText('The original value of a field is unknown.').waitFor();
    const box = form.page.getByRole('group', { name: 'The service has a different value: Email' });
    assert.equal(await box.getByRole('button', { name: 'Original' }).count(), 0);
    assert.equal(await box.getByText('Ana Roy').count(), 0);
    await form.host(`state({ conflicts: ${JSON.stringify([email, known])} })`);
    await form.notices.getByText('The service has different values in 2 fields.').waitFor();
    await form.host(`state({ conflicts: ${JSON.stringify([email, { ...email, key: 'leads.name' }])} })`);
    await form.notices.getByText('The original values of 2 fields are unknown.').waitFor();
  });

  it('asks about a conflict in a field that is not in the form', async () => {
    const conflicts = [{ key: 'leads.gone', label: 'Gone', mine: 'a', theirs: 'b', original: 'c' }];
    const form = await open({ start: startOf({ state: { conflicts } }) });
    const box = form.page.getByRole('group', { name: 'Changed by someone else, too: Gone' });
    await box.getByRole('button', { name: 'Mine' }).click();
    await form.until('the choice', async () => (await form.asked('choose')).length === 1);
  });

  it('shows news with its actions', async () => {
    const form = await open({ start: startOf({ state: troubled }) });
    await form.notices.getByText('Ana Roy changed this record.').waitFor();
    await form.button('Reload').click();
    await form.notices.getByRole('button', { name: 'Compare', exact: true }).click();
    await form.hasReceived('command', [{ name: 'reload' }, { name: 'compare' }]);
  });

  it('is read-only while locked, and explains why', async () => {
    const form = await open({ start: startOf({ state: { lock: 'The text is not JSON: line 3.' } }) });
    await form.notices.getByText('The text is not JSON: line 3.').waitFor();
    for (const label of ['Name', 'Notes', 'Owner', 'Born', 'Extra'])
      assert.equal(await form.field(label).getAttribute('readonly'), '', label);
    await form.field('Active').click();
    assert.equal(await form.field('Active').isChecked(), true);
    await form.field('Stage').focus();
    await form.page.keyboard.press('ArrowDown');
    assert.equal(await form.field('Stage').inputValue(), 'new');
    await form.button('Save Progress').click({ force: true });
    await form.host('state({ lock: null })');
    await form.notices.getByText('The text is not JSON: line 3.').waitFor({ state: 'detached' });
    await form.field('Name').fill('Free');
    await form.field('City').focus();
    await form.hasEdits(['name="Free"']);
    assert.deepEqual(await form.asked('submit'), []);
  });

  it('is locked on a read-only connection', async () => {
    const why = 'The connection Production is read-only. Change that in the connection first.';
    const closed = { add: why, edit: why, delete: why };
    const form = await open({
      start: startOf({ connection: { id: 'p', name: 'Production', readOnly: true }, form: { whyNot: closed } }),
    });
    await form.notices.getByText(why).waitFor();
    assert.equal(await form.field('Name').getAttribute('readonly'), '');
    assert.equal(await form.button('Delete…').count(), 0);
  });

  it('sends a button by its label after pending input, and is busy while saving', async () => {
    const form = await open();
    await form.field('Name').fill('Typed');
    await form.host('isDeaf = true');
    await form.button('Save Progress').click();
    await form.page.getByText('Saving…').waitFor();
    assert.equal(await form.button('Approve').getAttribute('aria-disabled'), 'true');
    await form.button('Approve').click({ force: true });
    await form.host('wake()');
    await form.page.getByText('Saving…').waitFor({ state: 'detached' });
    const asked = (await form.page.evaluate('testHost.asked')) as { name: string; params: unknown }[];
    assert.deepEqual(pluck(asked.slice(1), 'name'), ['edit', 'submit']);
    assert.deepEqual(await form.asked('submit'), [{ index: 1 }]);
    assert.equal(await form.button('Save Progress').getAttribute('aria-keyshortcuts'), 'Control+S');
  });

  it('explains why a button failed', async () => {
    const form = await open();
    await form.host("failure = 'The service is down.'");
    await form.button('Approve').click();
    await form.page.locator('footer').getByText('The service is down.').waitFor();
    assert.equal(await form.button('Approve').getAttribute('aria-disabled'), null);
  });

  it('indicates a save by the host', async () => {
    const form = await open();
    await form.host('state({ isSaving: true })');
    await form.page.getByText('Saving…').waitFor();
    await form.host('state({ isSaving: false })');
    await form.page.getByText('Saving…').waitFor({ state: 'detached' });
  });

  it('offers the actions that apply to the record', async () => {
    const form = await open();
    for (const name of ['Compare with saved', 'History', 'Duplicate', 'Copy link', 'Open as text', 'Delete…'])
      await form.button(name).click();
    const names = ['compare', 'history', 'duplicate', 'copyLink', 'openAsText', 'delete'];
    await form.hasReceived(
      'command',
      names.map((name) => ({ name })),
    );
    const added = await open({
      start: startOf({ isNew: true, form: { heading: { name: '', facts: [] } }, state: { isDirty: true } }),
    });
    await added.page.getByRole('heading', { name: 'New Lead' }).waitFor();
    await added.page.getByText('Not added yet').waitFor();
    assert.equal(await form.button('Paste JSON').count(), 0, 'it is in the menu of the editor');
    for (const name of ['Compare with saved', 'History', 'Duplicate', 'Delete…'])
      assert.equal(await added.button(name).count(), 0, name);
    assert.equal(await added.page.getByText('Related records').isVisible(), false);
  });

  it('makes its actions a single tab stop, navigated with the arrow keys', async () => {
    const form = await open();
    const { keyboard } = form.page;
    await keyboard.press('Tab');
    await form.button('Compare with saved').and(form.page.locator(':focus')).waitFor();
    await keyboard.press('ArrowLeft');
    await form.button('Delete…').and(form.page.locator(':focus')).waitFor();
    await keyboard.press('Tab');
    await form.page.getByRole('link', { name: 'General' }).and(form.page.locator(':focus')).waitFor();
    await keyboard.press('Shift+Tab');
    await form.button('Delete…').and(form.page.locator(':focus')).waitFor();
  });

  it('focuses the first field of a new record, and scrolls with page keys otherwise', async () => {
    const form = await open({ height: 300 });
    await form.page.keyboard.press('PageDown');
    await form.until('further down', async () => (await form.scrollTop()) > 100);
    await (await open({ start: startOf({ isNew: true }) })).isFocused('Name');
  });

  it('does not steal focus while it opens', async () => {
    const form = await open();
    await form.page.addInitScript(`document.hasFocus = () => false; window.formStart.isNew = true`);
    await form.page.reload();
    await form.field('Name').waitFor();
    assert.equal(await form.page.evaluate('document.activeElement === document.body'), true);
  });

  it('focuses a field named by the host', async () => {
    const form = await open({ height: 300 });
    await form.host("focusField('leads.address.city')");
    await form.isFocused('City');
  });

  it('reports why it cannot be opened, and retries', async () => {
    const form = await open();
    await form.page.addInitScript('window.startFailure = "No such record."');
    await form.page.reload();
    await form.page.getByRole('alert').getByText('No such record.').waitFor();
    await form.host("failure = ''");
    await form.button('Retry').click();
    await form.page.getByRole('heading', { name: 'Mira Sen' }).waitFor();
  });

  it('opens a form with 300 fields', async () => {
    const fields = Array.from({ length: 300 }, (_, place) => field(`field_${place}`, place % 3 ? 'text' : 'number'));
    const form = await open({ start: startOf({ form: { elements: asElements(fields) } }) });
    assert.equal((await form.page.locator('.sections .field input').count()) >= 300, true);
    await form.field('Field 299').fill('the last');
    await form.field('Field 0').focus();
    await form.hasEdits(['field_299="the last"']);
  });

  it('renders once, even if the host sends an update before its response', async () => {
    const form = await open();
    await form.page.addInitScript('window.isDeafAtFirst = true');
    await form.page.reload();
    // a main region with a title, for users who can't see that it is empty
    await form.page.getByRole('main').getByRole('heading', { level: 1, name: 'Opening…' }).waitFor();
    await form.until('it is asked', async () => (await form.asked('start')).length === 1);
    await form.host('restart({})');
    await form.field('Name').waitFor();
    await form.host('wake()');
    await form.host("state({ notes: [{ tone: 'info', text: 'After the answer.' }] })");
    await form.notices.getByText('After the answer.').waitFor();
    await form.field('Name').press('Control+z');
    await form.field('Name').press('Control+y');
    await form.hasReceived('command', [{ name: 'undo' }, { name: 'redo' }]);
  });

  it('focuses the field of a resolved conflict, and stays in the form when a notice disappears', async () => {
    const form = await open({ start: startOf({ state: troubled }) });
    const box = form.page.getByRole('group', { name: 'Changed by someone else, too: Email' });
    await form.button('Reload').focus();
    await form.host('state({ news: null })');
    await form.page.locator('.scroller:focus').waitFor();
    await form.field('City').focus();
    assert.equal(await form.page.locator('.scroller').getAttribute('tabindex'), null);
    await form.host("state({ news: { text: 'Again.', actions: ['reload'] } })");
    await form.button('Reload').focus();
    await form.host('state({ news: null })');
    await form.isFocused('City');
    await box.getByRole('button', { name: 'Mine' }).press('Enter');
    await box.waitFor({ state: 'detached' });
    await form.isFocused('Email');
  });
});
