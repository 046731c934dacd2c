import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeForm } from './openedForm.ts';
import { leadValues, startOf } from './formSamples.ts';

describeForm('form references and related records', (open) => {
  it('looks up a record by name and sets value, text and model in one edit', async () => {
    const form = await open();
    await form.field('Owner').fill('an');
    await form.page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
    assert.equal(await form.field('Owner').getAttribute('aria-expanded'), 'true');
    await form.field('Owner').press('ArrowDown');
    await form.field('Owner').press('ArrowUp');
    await form.field('Owner').press('Enter');
    await form.hasEdits(['owner_id="3" __owner_id="Ana Roy" owner_id_model="Users"']);
    assert.equal(await form.field('Owner').inputValue(), 'Ana Roy');
    assert.equal(await form.page.getByRole('listbox').isVisible(), false);
    assert.equal(await form.field('Owner').getAttribute('aria-expanded'), 'false');
  });

  it('discards a stale response', async () => {
    const form = await open();
    await form.host('isDeaf = true');
    await form.field('Owner').fill('Bo');
    await form.until('the question', async () => (await form.asked('lookUp')).length === 1);
    await form.field('Owner').fill('Ana R');
    await form.until('the question', async () => (await form.asked('lookUp')).length === 2);
    await form.host('wake()');
    const list = form.page.getByRole('listbox', { name: 'Records for Owner' });
    await list.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
    assert.equal(await list.getByRole('option').count(), 1);
    assert.equal(await form.host('canceled'), 1);
  });

  it('accepts a complete name on Tab', async () => {
    const form = await open();
    await form.field('Owner').fill('bo lee');
    await form.page.getByRole('option', { name: 'Bo Lee' }).waitFor();
    await form.field('Owner').press('Tab');
    await form.hasEdits(['owner_id="5" __owner_id="Bo Lee" owner_id_model="Users"']);
  });

  it('chooses on click', async () => {
    const form = await open();
    await form.field('Owner').press('ArrowDown');
    await form.page.getByRole('option', { name: 'Bo Lee' }).click();
    await form.hasEdits(['owner_id="5" __owner_id="Bo Lee" owner_id_model="Users"']);
    assert.deepEqual(await form.asked('lookUp'), [{ key: 'leads.owner_id', text: '' }]);
  });

  it('reports that the input is not a record yet, and Escape reverts it', async () => {
    const form = await open();
    await form.field('Owner').fill('Nobody');
    await form.page.getByText('No records found.').waitFor();
    await form.field('Name').focus();
    await form.around('Owner').getByText('No record is selected for “Nobody”.').waitFor();
    assert.equal(await form.field('Owner').inputValue(), 'Nobody');
    assert.match(String(await form.host('commit()')), /“Owner”: No record is selected for “Nobody”/);
    await form.field('Owner').press('Escape');
    assert.equal(await form.field('Owner').inputValue(), 'Anand Rao');
    await form.around('Owner').getByText('No record is selected for').waitFor({ state: 'detached' });
    assert.deepEqual(await form.edits(), []);
  });

  it('shows the message of the service for a look-up', async () => {
    const form = await open();
    const found = { records: [{ id: '7', text: 'Ana Roy' }], isCut: false, said: ['Closed on <b>Sundays</b>.'] };
    await form.host(`matches = ${JSON.stringify(found)}`);
    await form.field('Owner').fill('an');
    await form.page
      .getByRole('status')
      .getByText(/Closed on <b>Sundays<\/b>\.$/)
      .waitFor();
  });

  it('explains why a look-up failed', async () => {
    const form = await open();
    await form.host("failure = 'The service is down.'");
    await form.field('Owner').fill('x');
    await form.page.getByText('The service is down. You can enter an id instead.').waitFor();
  });

  it('accepts an id when the controller is unknown, and shows no name', async () => {
    const form = await open();
    const whyNotFound = 'The service does not specify a controller for “Owner”. Enter an id.';
    await form.host(`matches = ${JSON.stringify({ records: [], isCut: false, whyNotFound })}`);
    await form.field('Owner').fill('Ana Roy');
    await form.page.getByText(whyNotFound).waitFor();
    await form.field('Name').focus();
    // a name isn't an id, and the field says so
    await form.around('Owner').getByText('Enter an id.').waitFor();
    await form.field('Owner').fill('77');
    await form.field('Name').focus();
    await form.hasEdits(['owner_id="77" __owner_id=null']);
    assert.equal(await form.field('Owner').inputValue(), '77');
  });

  it('accepts an id typed before the response arrived', async () => {
    const form = await open();
    await form.host(`matches = ${JSON.stringify({ records: [], isCut: false, whyNotFound: 'Enter an id.' })}`);
    await form.field('Owner').fill('78');
    await form.field('Owner').press('Tab');
    await form.hasEdits(['owner_id="78" __owner_id=null']);
  });

  it('accepts a complete name typed before the response arrived', async () => {
    const form = await open();
    await form.field('Owner').fill('bo lee');
    await form.field('Owner').press('Tab');
    await form.hasEdits(['owner_id="5" __owner_id="Bo Lee" owner_id_model="Users"']);
  });

  it('asks in the list which controller to search when several match', async () => {
    const form = await open();
    const controllers = ['crm/peoples', 'hr/peoples'];
    await form.host(`matches = ${JSON.stringify({ records: [], isCut: false, controllers })}`);
    await form.field('Owner').fill('an');
    await form.page.getByText('Choose where to search').waitFor();
    await form.page.getByRole('option', { name: 'hr/peoples' }).waitFor();
    await form.field('Owner').press('ArrowDown');
    await form.field('Owner').press('Enter');
    await form.page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
    assert.deepEqual((await form.asked('lookUp')).at(-1), {
      key: 'leads.owner_id',
      text: 'an',
      controller: 'hr/peoples',
    });
    await form.field('Owner').press('Enter');
    await form.hasEdits(['owner_id="3" __owner_id="Ana Roy" owner_id_model="Users"']);
  });

  it('clears a reference along with its text', async () => {
    const form = await open();
    await form.button('Clear').click();
    await form.hasEdits(['owner_id=null __owner_id=null']);
    assert.equal(await form.field('Owner').inputValue(), '');
    assert.equal(await form.button('Clear').isVisible(), false);
    await form.isFocused('Owner');
  });

  it('opens the referenced record', async () => {
    const form = await open();
    await form.button('Open').click();
    await form.button('Open').click({ modifiers: ['Control'] });
    await form.field('Owner').click({ modifiers: ['Control'] });
    await form.hasReceived('openReference', [
      { key: 'leads.owner_id', at: ['owner_id'], toSide: false },
      { key: 'leads.owner_id', at: ['owner_id'], toSide: true },
      { key: 'leads.owner_id', at: ['owner_id'], toSide: false },
    ]);
  });

  it('shows the id of a reference without a text', async () => {
    const { __owner_id: _, ...values } = leadValues;
    const form = await open({ start: startOf({ state: { values } }) });
    assert.equal(await form.field('Owner').inputValue(), '4');
  });

  it('loads related records when expanded, and opens one', async () => {
    const form = await open({ height: 1_400 });
    assert.deepEqual(await form.asked('rows'), []);
    await form.page.getByRole('heading', { name: 'Deals', exact: true }).click();
    const grid = form.page.getByRole('grid', { name: 'Deals' });
    await grid.getByText('Deal 2').click();
    await form.hasReceived('openRecord', [{ id: '2', how: 'here' }]);
    await form.page.keyboard.press('Control+Home');
    await form.page.keyboard.press('Enter');
    await form.hasReceived('openRecord', [
      { id: '2', how: 'here' },
      { id: '1', how: 'here' },
    ]);
    await form.page.getByText('1–3 of 3').waitFor();
    assert.deepEqual(await form.asked('rows'), [{ query: {}, from: 0, count: 100 }]);
  });

  it('sorts related records by any column, and remembers the column layout', async () => {
    const form = await open({ height: 1_400 });
    await form.page.getByRole('heading', { name: 'Deals', exact: true }).click();
    const grid = form.page.getByRole('grid', { name: 'Deals' });
    await grid.getByText('Deal 1').waitFor();
    const headers = grid.getByRole('columnheader');
    assert.deepEqual(
      (await headers.allTextContents()).filter((text) => text.trim() !== ''),
      ['Amount', 'Name'],
    );
    const amount = grid.getByRole('columnheader', { name: 'Amount' });
    await amount.click();
    await grid.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    await amount.click();
    await grid.locator('[role=columnheader][aria-sort=descending]').waitFor();
    await grid.locator('[aria-rowindex="2"]').getByText('Deal 3').waitFor();
  });

  it('searches, selects, edits, deletes, exports, adds and opens related records as a table', async () => {
    const form = await open({ height: 1_400 });
    await form.page.getByRole('heading', { name: 'Deals', exact: true }).click();
    const grid = form.page.getByRole('grid', { name: 'Deals' });
    await grid.getByText('1,000').click();
    await form.button('Edit selected').click();
    await form.button('Delete selected').click();
    await form.button('Export').click();
    await form.button('Add record').click();
    await form.button('Open as table').click();
    await grid.getByRole('columnheader', { name: 'Name', exact: true }).click({ button: 'right' });
    await form.page.getByRole('menuitem', { name: 'Profile Column' }).click();
    await form.hasReceived('command', [
      { name: 'editRecords', query: {}, madeFor: 'http://work', ids: ['2'] },
      { name: 'deleteRecords', query: {}, madeFor: 'http://work', ids: ['2'] },
      { name: 'exportRecords', query: {}, madeFor: 'http://work', shown: { from: 0, count: 3 }, ids: ['2'] },
      { name: 'addRecord' },
      { name: 'openAsTable', query: {} },
      { name: 'profileColumn', text: 'name', query: {} },
    ]);
    assert.equal(await form.button('Save changed cells').isDisabled(), true);
    await grid.getByText('1,000').click();
    await form.page.keyboard.press('F2');
    await form.page.keyboard.press('Control+A');
    await form.page.keyboard.type('7');
    await form.page.keyboard.press('Enter');
    await form.button('Save changed cells').click();
    assert.deepEqual(await form.asked('stage'), [{ id: '2', column: 'amount', from: '1000', to: '7' }]);
    await form.page.getByRole('searchbox', { name: 'Search' }).fill('Deal');
    await form.page.keyboard.press('Enter');
    await form.page.getByText('1–3 of 3').waitFor();
    await form.until('the search', async () =>
      isDeepStrictEqual((await form.asked('rows')).at(-1), { query: { search: 'Deal' }, from: 0, count: 100 }),
    );
  });

  it('undoes in the focused table of related records, and in the form elsewhere', async () => {
    const form = await open({ height: 1_400 });
    await form.page.getByRole('heading', { name: 'Deals', exact: true }).click();
    const grid = form.page.getByRole('grid', { name: 'Deals' });
    await grid.getByText('1,000').click();
    await form.page.keyboard.press('F2');
    await form.page.getByRole('textbox', { name: / of / }).waitFor();
    await form.page.keyboard.type('7');
    // the cell's editor has its own undo
    await form.page.keyboard.press('Control+Z');
    await form.page.keyboard.type('8');
    await form.page.keyboard.press('Enter');
    await form.page.keyboard.press('Control+Z');
    await form.page.keyboard.press('Control+Shift+Z');
    await form.page.keyboard.press('Control+Y');
    const search = form.page.getByRole('searchbox', { name: 'Search' });
    await search.fill('Deal');
    await search.press('Control+Z');
    await form.hasReceived('command', [{ name: 'undo' }, { name: 'redo' }, { name: 'redo' }]);
    await form.field('Owner').press('Control+Z');
    await form.hasReceived('command', [{ name: 'undo' }, { name: 'redo' }, { name: 'redo' }, { name: 'undo' }]);
    const whose = "testHost.received.filter(({ name }) => name === 'command').map(({ by }) => by ?? 'form')";
    assert.deepEqual(await form.page.evaluate(whose), ['deals', 'deals', 'deals', 'form']);
  });

  it('reports a failure to load related records and retries', async () => {
    const form = await open({ height: 1_400 });
    await form.host("failure = 'The service is down.'");
    await form.page.getByRole('heading', { name: 'Deals', exact: true }).click();
    await form.page.locator('.related').getByText('The service is down.').waitFor();
    await form.host("failure = ''");
    await form.button('Retry').click();
    await form.page.getByText('1–3 of 3').waitFor();
  });

  it('lists related records that cannot be located', async () => {
    const form = await open();
    await form.page.getByRole('heading', { name: 'Ghosts', exact: true }).click();
    await form.page.getByText('The service does not say where to find these records.').waitFor();
  });
});
