import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeTable } from './openedTable.ts';
import { pluck } from '../support/pluck.ts';

describeTable('cells with a control of their kind', (open) => {
  it('are chosen where there is only yes, no and nothing', async () => {
    const table = await open();
    const { keyboard } = table.page;
    await table.cell(1, 4).click();
    await keyboard.press('F2');
    const choice = table.page.getByRole('combobox', { name: 'Active of Record 1' });
    await choice.waitFor();
    assert.deepEqual(await choice.locator('option').allTextContents(), ['Yes', 'No', 'Empty']);
    await choice.selectOption('Yes');
    await keyboard.press('Enter');
    await table.shows(1, 4, '✓');
    await table.isAt(2, 4);
    await keyboard.type('y');
    await keyboard.press('Enter');
    await table.shows(2, 4, '✓');
    assert.match((await table.cell(2, 4).getAttribute('aria-description')) ?? '', /staged, not saved; was No/);
  });

  it('are chosen where the record has a list to choose from, and staged as the list shows them', async () => {
    const table = await open({ script: { choices: 1 } });
    const { keyboard } = table.page;
    await table.cell(1, 1).click();
    await keyboard.press('F2');
    const choice = (row: number): Locator => table.page.getByRole('combobox', { name: `City of Record ${row}` });
    await choice(1).waitFor();
    assert.deepEqual((await choice(1).locator('option').allTextContents()).slice(-2), ['Delhi', 'Empty']);
    assert.equal(await choice(1).locator('option:checked').textContent(), 'Łódź');
    await keyboard.type('Del');
    await keyboard.press('Enter');
    await table.shows(1, 1, 'Delhi');
    await table.isAt(2, 1);
    // the first letters are typed before it is known that there is something to choose from
    await keyboard.type('<b>');
    await choice(2).waitFor();
    await table.until('Rome', async () => (await choice(2).inputValue()) === '<b>Rome</b>');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await keyboard.press('Tab');
    await table.shows(2, 1, 'Goa');
  });

  it('keep what is typed when it is on no list, and when the list comes late', async () => {
    const table = await open({ script: { choices: 1 } });
    const { keyboard } = table.page;
    const offer = async (): Promise<void> => {
      await table.until('the question', async () => (await table.host('held.length')) === 1);
      await table.host('held.splice(0).forEach((go) => go())');
    };
    await table.host('isSlowToOffer = true');
    await table.cell(1, 1).click();
    await keyboard.type('Del');
    await offer();
    await table.page.getByRole('combobox', { name: 'City of Record 1' }).waitFor();
    await keyboard.press('Enter');
    await table.shows(1, 1, 'Delhi');
    await keyboard.type('Elsewhere');
    await offer();
    await table.page.getByRole('textbox', { name: 'City of Record 2' }).waitFor();
    await keyboard.press('Enter');
    await table.shows(2, 1, 'Elsewhere');
    await keyboard.type('Goa');
    await keyboard.press('Enter');
    await offer();
    await table.shows(3, 1, 'Goa');
    await table.isAt(4, 1);
  });

  it('are looked up by name where they point at another record, also when that is known late', async () => {
    const table = await open({ script: { references: 1 } });
    const { keyboard } = table.page;
    const field = (row: number): Locator => table.page.getByRole('combobox', { name: `City of Record ${row}` });
    await table.cell(1, 1).click();
    await keyboard.press('F2');
    // all there is, before a letter is typed
    await table.page.getByRole('option', { name: 'Goa', exact: true }).waitFor();
    assert.equal(await field(1).inputValue(), 'Łódź');
    await keyboard.type('del');
    await table.until('one', async () => (await table.page.getByRole('option').count()) === 1);
    await keyboard.press('Enter');
    await table.shows(1, 1, 'Delhi');
    await table.isAt(2, 1);
    await table.host('isSlowToOffer = true');
    await keyboard.type('go');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.host('held.splice(0).forEach((go) => go())');
    await table.page.getByRole('option', { name: 'Goa', exact: true }).waitFor();
    assert.equal(await field(2).inputValue(), 'go');
    await keyboard.press('Enter');
    await table.shows(2, 1, 'Goa');
    const [delhi, goa] = (await table.host('asStaged')) as { to: string; reference: object }[];
    assert.deepEqual([delhi?.to, goa?.to], ['Delhi', 'Goa']);
    for (const one of [delhi, goa]) assert.match(JSON.stringify(one?.reference), /^\{"id":"\d+","model":"cities"\}$/);
    // a name that was typed and not chosen is for the host to find
    await table.isAt(3, 1);
    await table.host('isSlowToOffer = false');
    await keyboard.press('F2');
    await table.page.getByRole('option', { name: 'Goa', exact: true }).waitFor();
    await field(3).fill('Nowhere');
    await table.page.getByText('No record is found.').waitFor();
    await keyboard.press('Enter');
    await table.shows(3, 1, 'Nowhere');
    assert.deepEqual(((await table.host('asStaged')) as object[])[2], { id: '4', to: 'Nowhere', reference: undefined });
    await table.isAt(4, 1);
    await keyboard.press('F2');
    await table.page.getByRole('option', { name: 'Goa', exact: true }).waitFor();
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    assert.equal(((await table.host('asStaged')) as object[]).length, 3);
  });

  it('lead to the record that they point at, by key and by click', async () => {
    const table = await open({ script: { references: 1 } });
    await table.cell(1, 1).click();
    await table.page.keyboard.press('F12');
    await table.cell(2, 1).click({ modifiers: ['Alt'] });
    await table.until('both', async () => (await table.host('opened.length')) === 2);
    assert.deepEqual(await table.host('opened'), [
      { id: '2', column: 'leads.c1', toSide: false },
      { id: '3', column: 'leads.c1', toSide: false },
    ]);
    await table.cell(1, 5).click();
    await table.page.keyboard.press('F12');
    await table.says(/does not point at another record/);
  });

  it('have a picker for a day and for a moment, which writes as the column does', async () => {
    const table = await open();
    const { page } = table;
    await table.cell(1, 3).click();
    await page.keyboard.press('F2');
    const day = page.getByLabel('Born of Record 1').locator('input');
    assert.deepEqual([await day.getAttribute('type'), await day.inputValue()], ['date', '1951-02-11']);
    await day.fill('1999-12-31');
    await page.keyboard.press('Enter');
    await table.shows(1, 3, '12/31/1999');
    await table.isAt(2, 3);
    await table.cell(1, 6).click();
    await page.keyboard.press('F2');
    const moment = page.getByLabel('Modified of Record 1').locator('input');
    assert.equal(await moment.getAttribute('type'), 'datetime-local');
    await moment.fill('2031-12-24T08:30:00');
    await page.keyboard.press('Tab');
    await table.isAt(1, 7);
    const staged = (await table.host('asStaged')) as { to: string }[];
    assert.deepEqual(pluck(staged, 'to'), ['1999-12-31', '2031-12-24 08:30:00']);
    await table.cell(3, 3).click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Escape');
    await table.grid.and(page.locator(':focus')).waitFor();
    assert.equal(((await table.host('asStaged')) as object[]).length, 2);
  });

  it('refuse what is no date and no number at once, where it was typed', async () => {
    const table = await open();
    const { page } = table;
    const problem = page.getByRole('alert');
    await table.cell(1, 3).click();
    await page.keyboard.type('banana');
    await page.keyboard.press('Enter');
    await problem.filter({ hasText: '“banana” is not a date, as “Born” wants one. Write it as 2031-12-24.' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Born of Record 1' });
    assert.deepEqual([await field.inputValue(), await field.getAttribute('aria-invalid')], ['banana', 'true']);
    await field.fill('24.12.2031');
    await problem.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await table.shows(1, 3, '12/24/2031');
    await table.cell(1, 7).click();
    await page.keyboard.type('much');
    await page.keyboard.press('Tab');
    await problem.filter({ hasText: '“much” is not a number' }).waitFor();
    // whoever leaves it finds it again at the cell
    await table.cell(4, 7).click();
    await table.button('1 value not accepted').waitFor();
    await table.cell(1, 7).click();
    await table.says(/“much” was not accepted: “much” is not a number/);
    assert.equal(((await table.host('asStaged')) as object[]).length, 1);
  });
});
