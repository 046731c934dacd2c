import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeTable } from './openedTable.ts';

describeTable('advanced search', (open) => {
  it('is shown in the same grid, and cleared with its chip', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.more('Edit query');
    await table.page.getByRole('textbox', { name: 'Category' }).fill('hot');
    await table.button('Find by category').click();
    await table.says(/of 7/);
    await table.until('the category', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query'), { find: { kind: 'category', category: 'hot' } }),
    );
    await table.button('Remove filter: Category: hot').click();
    await table.says(/of 1,000,000/);
  });

  it('accepts search criteria and a controller entry, which needs both of its parts', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.more('Edit query');
    await table.page.getByRole('textbox', { name: 'Search criteria' }).fill('{"a": 1}');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: Search criteria: {"a": 1}').waitFor();
    await table.more('Edit query');
    await table.page.getByRole('textbox', { name: 'Controller entry URL' }).fill('crm/leads');
    await table.button('Find the entry').click();
    assert.equal(await table.page.getByRole('dialog', { name: 'Edit query' }).count(), 1);
    await table.page.getByRole('textbox', { name: 'Entry type' }).fill('page');
    await table.button('Find the entry').click();
    await table.button('Remove filter: Entry: crm/leads (page)').waitFor();
  });

  it('is replaced by a search', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.host("send('query', { find: { kind: 'category', category: 'hot' } })");
    await table.says(/of 7/);
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('pune');
    await table.until('the search alone', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query'), { search: 'pune' }),
    );
    assert.equal(await table.button('Remove filter: Category: hot').count(), 0);
  });
});
