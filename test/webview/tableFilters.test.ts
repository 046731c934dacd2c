import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { describeTable, type OpenedTable } from './openedTable.ts';

describeTable('column filters by field kind', (open) => {
  const field = ({ page }: OpenedTable, name: string): Locator => page.getByLabel(`Filter ${name}`, { exact: true });
  const option = ({ page }: OpenedTable, name: string): Locator => page.getByRole('option', { name, exact: true });
  const asksFor = (table: OpenedTable, filters: Record<string, string | null> | undefined): Promise<void> =>
    table.until(JSON.stringify(filters), async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query.filters ?? null'), filters ?? null),
    );
  const opened = async (script: Record<string, string | number> = {}): Promise<OpenedTable> => {
    const table = await open({ script, width: 1_600 });
    await table.cell(0, 0).waitFor();
    await table.button('Filter').click();
    // the filter row takes focus once it is painted
    await table.page.locator('input[aria-label^="Filter "]:focus').waitFor();
    return table;
  };

  for (const kind of ['choices', 'references'])
    it(`is chosen from a list of labels while typing: ${kind}, by keyboard only`, async () => {
      const table = await opened({ [kind]: 1 });
      const city = field(table, 'City');
      await city.focus();
      await table.page.keyboard.type('o');
      await option(table, 'São Paulo').waitFor();
      assert.equal(await city.getAttribute('role'), 'combobox');
      assert.equal(await city.getAttribute('aria-expanded'), 'true');
      assert.deepEqual(await table.page.getByRole('option').allTextContents(), ['Goa', '<b>Rome</b>', 'São Paulo']);
      await asksFor(table, undefined);
      await table.page.keyboard.press('ArrowDown');
      await table.page.keyboard.press('ArrowDown');
      await table.page.keyboard.press('Enter');
      await table.button('Remove filter: City is São Paulo').waitFor();
      await asksFor(table, { 'leads.c1': '5' });
      assert.equal(await city.inputValue(), 'São Paulo');
      // one key moves to the next column, another to the rows
      await city.and(table.page.locator(':focus')).waitFor();
      await table.page.keyboard.press('Enter');
      await table.isAt(0, 1);
    });

  it('is chosen by mouse, and applied when a complete label is typed', async () => {
    const table = await opened({ choices: 1 });
    await field(table, 'City').hover();
    await table.button('Choices for City').click();
    await option(table, 'Delhi').click();
    await asksFor(table, { 'leads.c1': '7' });
    await field(table, 'City').fill('goa');
    await asksFor(table, { 'leads.c1': '1' });
    await table.button('Remove filter: City is Goa').waitFor();
  });

  it('applies a complete label when the user moves on at once, and rejects anything else', async () => {
    const table = await opened({ choices: 1 });
    await table.host('isSlowToOffer = true');
    await field(table, 'City').focus();
    await table.page.keyboard.type('Goa');
    await table.page.keyboard.press('Tab');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.host('held.splice(0).forEach((go) => go())');
    await asksFor(table, { 'leads.c1': '1' });
    await table.host('isSlowToOffer = false');
    await field(table, 'City').fill('o');
    await table.page.keyboard.press('Tab');
    await table.says(/“o” isn't a valid choice for City\. Choose from the list\./);
    assert.equal(await field(table, 'City').inputValue(), 'Goa');
    await asksFor(table, { 'leads.c1': '1' });
  });

  it('accepts a raw code or id when nothing can be looked up', async () => {
    const table = await opened({ references: 1 });
    await table.host("fail('unreachable', 'Nothing answers.')");
    await field(table, 'City').focus();
    await table.page.keyboard.type('17');
    await table.page.getByText('Nothing answers.').first().waitFor();
    await table.host('recover()');
    await table.page.keyboard.press('ArrowDown');
    await table.page.keyboard.press('Enter');
    await asksFor(table, { 'leads.c1': '17' });
    await table.button('Remove filter: City is 17').waitFor();
  });

  it('offers yes or no in the format of the service', async () => {
    const table = await opened();
    await field(table, 'Active').focus();
    await table.page.keyboard.press('ArrowDown');
    await option(table, 'No').waitFor();
    assert.deepEqual(await table.page.getByRole('option').allTextContents(), ['Yes', 'No', 'is empty']);
    await table.page.keyboard.press('ArrowDown');
    await table.page.keyboard.press('Enter');
    await asksFor(table, { 'leads.c4': '0' });
    await table.button('Remove filter: Active is No').waitFor();
  });

  it('rejects an invalid number in place, and explains why in one sentence', async () => {
    const table = await opened();
    const amount = field(table, 'Amount');
    await amount.focus();
    await table.page.keyboard.type('many');
    await table.page.keyboard.press('Enter');
    await table.page.getByText('“many” is not a number. Use digits and a decimal point.').waitFor();
    assert.equal(await amount.getAttribute('aria-invalid'), 'true');
    await amount.and(table.page.locator(':focus')).waitFor();
    await amount.fill('12.5');
    await asksFor(table, { 'leads.c2': '12.5' });
    assert.equal(await amount.getAttribute('aria-invalid'), null);
  });

  it('uses the browser field for dates and times, in the format of the service', async () => {
    const table = await opened();
    const modified = field(table, 'Modified');
    assert.equal(await modified.getAttribute('type'), 'datetime-local');
    await modified.fill('2024-03-02T14:05:30');
    await asksFor(table, { 'leads.c6': '2024-03-02 14:05:30' });
    await field(table, 'Born 2').fill('1970-02-03');
    await asksFor(table, { 'leads.c6': '2024-03-02 14:05:30', 'leads.c11': '1970-02-03' });
    await table.button('Remove filter: Born 2 is 02/03/1970').waitFor();
  });

  it('indicates that text is matched exactly', async () => {
    const table = await opened();
    assert.equal(await field(table, 'Name').getAttribute('placeholder'), 'is exactly');
  });

  it('can filter any kind for empty values, and remove that filter', async () => {
    const table = await opened({ choices: 1 });
    for (const [name, column] of [
      ['Name', 'leads.c0'],
      ['City', 'leads.c1'],
      ['Amount', 'leads.c2'],
      ['Active', 'leads.c4'],
      ['Modified', 'leads.c6'],
    ] as const) {
      await field(table, name).focus();
      await table.page.keyboard.press('Alt+ArrowDown');
      await option(table, 'is empty').waitFor();
      await table.page.keyboard.press('ArrowUp');
      await table.page.keyboard.press('Enter');
      await asksFor(table, { [column]: null });
      await table.button(`Remove filter: ${name} is empty`).waitFor();
      await table.page.keyboard.press('Backspace');
      await asksFor(table, undefined);
    }
    await table.page.getByRole('columnheader', { name: 'Name', exact: true }).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Filter by Empty Value' }).click();
    await asksFor(table, { 'leads.c0': null });
  });
});
