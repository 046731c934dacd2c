import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { describeTable } from './openedTable.ts';

describeTable('searching, filtering and sorting a table', (open) => {
  it('sorts by a header: ascending, descending, unsorted', async () => {
    const table = await open();
    const header = table.page.getByRole('columnheader', { name: 'Name', exact: true });
    for (const sort of ['ascending', 'descending', 'none']) {
      await header.click();
      await table.until(sort, async () => (await header.getAttribute('aria-sort')) === sort);
    }
    await header.click();
    await header.click();
    await table.shows(0, 0, 'Record 999999');
  });

  it('searches immediately for the first key, and for the rest once typing pauses', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    // in one call: on a busy machine a pause between two letters would start a separate search
    await table.page.evaluate(`for (const text of ['p', 'pu', 'pun', 'pune']) {
      const box = document.querySelector('input[type=search]');
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await table.until('the word', async () => (await table.host('asked.at(-1).query.search')) === 'pune');
    const searches = (await table.host('asked.map(({ query }) => query.search)')) as string[];
    assert.deepEqual([...new Set(searches.filter(Boolean))], ['p', 'pune']);
  });

  it('explains why nothing is shown, and how to reset it', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('nothing');
    await table.page.getByText('No record matches the search “nothing”.').waitFor();
    await table.button('Search Records for “nothing”').click();
    await table.hasReceived('command', [{ name: 'searchRecords', text: 'nothing' }]);
    await table.button('Clear Search').click();
    await table.cell(0, 0).waitFor();
    const box = table.page.getByRole('searchbox', { name: 'Search' });
    await table.until('an empty box', async () => (await box.inputValue()) === '');
  });

  it('describes the search and filters in words, and searches all records for the same words', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    const filters = { 'leads.c0': 'Ada', 'leads.c2': null, 'leads.deleted': '0' };
    await table.host(`send('query', ${JSON.stringify({ search: 'nothing', filters })})`);
    const asked = 'No record matches the search “nothing”, “Name is Ada”, “Amount is empty”, and “leads.deleted is 0”.';
    await table.page.getByText(asked).waitFor();
    await table.button('Filter Locally').waitFor();
    await table.button('Search Records for “nothing Ada”').click();
    await table.hasReceived('command', [{ name: 'searchRecords', text: 'nothing Ada' }]);
    await table.button('Clear Search and Filters').click();
    await table.cell(0, 0).waitFor();
  });

  it('filters by a value, shows the filter and removes it', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.button('Filter').click();
    await table.page.getByRole('combobox', { name: 'Filter Name', exact: true }).fill('Ada');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: Name is Ada').waitFor();
    await table.until('the filter', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query'), { filters: { 'leads.c0': 'Ada' } }),
    );
    await table.says(/The service ignores the filter on Name/);
    await table.button('Filter Locally').click();
    const here = { conditions: [{ column: 'leads.c0', operator: 'is', values: ['Ada'] }] };
    await table.until('the same filter, decided here', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query'), here),
    );
    // as long as it is the same comparison
    await table.button('Name is Ada').press('Enter');
    await table.page.getByRole('combobox', { name: 'Add filter' }).fill('name is Bob');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: Name is Bob').waitFor();
    await table.until('another value, decided here', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query.conditions[0].values'), ['Bob']),
    );
    await table.button('Remove filter: Name is Bob').click();
    await table.says(/of 1,000,000/);
  });

  it('does not judge a filter by the rows of the query before it', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.host('script.delay = 600_000');
    await table.host(`send('query', ${JSON.stringify({ filters: { 'leads.c0': 'Ada' } })})`);
    await table.says(/Loading/);
    assert.equal(await table.status.getByText('The service ignores').count(), 0);
  });

  it('filters while typing, moves to the results, and clears the filter row with the filters', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.button('Filter').click();
    const field = (name: string): Locator => table.page.getByRole('combobox', { name: `Filter ${name}`, exact: true });
    await field('Amount').click();
    await table.page.keyboard.type('5');
    await table.button('Remove filter: Amount is 5.00').waitFor();
    await table.page.keyboard.press('Enter');
    await table.isAt(0, 2);
    await field('Name').fill('Ada');
    await table.button('Remove filter: Name is Ada').waitFor();
    await table.button('Clear all').click();
    await table.until(
      'empty fields',
      async () => (await field('Amount').inputValue()) + (await field('Name').inputValue()) === '',
    );
  });

  it('queries the stored value, and shows the label', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.button('Filter').click();
    const field = table.page.getByRole('combobox', { name: 'Filter Name', exact: true });
    await field.fill('Ada Lovelace');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: Name is Ada Lovelace').waitFor();
    await table.until('the filter', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query'), { filters: { 'leads.c0': 'A7' } }),
    );
    assert.equal(await field.inputValue(), 'Ada Lovelace');
  });

  it('saves the search next to the filters or from the row menu, and shows a saved one with its columns', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    const layout = { order: [], hidden: ['leads.c1'], shown: [], pinned: [], widths: {} };
    await table.host("send('query', { filters: { 'leads.c0': 'Ada' } })");
    await table.host(`send('layout', ${JSON.stringify(layout)})`);
    await table.page.getByRole('columnheader', { name: 'City', exact: true }).waitFor({ state: 'detached' });
    await table.button('Save Search As…').click();
    await table.cell(0, 0).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Save Search As…' }).click();
    await table.hasReceived('command', [{ name: 'saveSearch' }, { name: 'saveSearch' }]);
    assert.deepEqual(await table.received('layout'), []);
  });

  it('offers no filter for a column that the service cannot search', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.button('Filter').click();
    await table.page.getByRole('combobox', { name: 'Filter Amount' }).waitFor();
    assert.equal(await table.page.getByRole('combobox', { name: 'Filter Born' }).count(), 0);
  });

  it('completes column names in a raw query', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.more('Edit query');
    const box = table.page.getByRole('textbox', { name: 'Query (JSON)' });
    await box.fill('');
    await table.page.keyboard.type('{"where": {"c12');
    await table.page.getByRole('option', { name: 'leads.c12', exact: true }).waitFor();
    await table.page.keyboard.press('Enter');
    await table.page.keyboard.type('": "x"}}');
    await table.button('Apply').click();
    await table.until('the query', async () => (await table.host('asked.at(-1).query.rawQ')) !== undefined);
    const typed = '{"where": {"leads.c12": "x"}}';
    await table.until('the query', async () => (await table.host('asked.at(-1).query.rawQ')) === typed);
    await table.button('Remove filter: Custom query').click();
  });

  it('keeps focus in the grid when the pressed button disappears', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    const isInGrid = (): Promise<void> => table.grid.and(table.page.locator(':focus')).waitFor();
    await table.host("send('query', { filters: { 'leads.c0': 'Ada' } })");
    await table.button('Remove filter: Name is Ada').press('Enter');
    await isInGrid();
    await table.cell(2, 1).click();
    await table.page.getByRole('button', { name: /^Select all/ }).press('Enter');
    await table.says(/1,000,000 selected/);
    await isInGrid();
    await table.host("fail('unreachable', 'Nothing answers.')");
    await table.button('Refresh').click();
    await table.button('Retry').waitFor();
    await table.host('recover()');
    await table.button('Retry').press('Enter');
    await isInGrid();
    await table.host('seenAt = Date.now()');
    await table.button('Refresh').click();
    await table.button('Try Again').waitFor();
    await table.host('seenAt = undefined');
    await table.button('Try Again').press('Enter');
    await isInGrid();
  });
});
