import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeTable } from './openedTable.ts';
import { pluck } from '../support/pluck.ts';

describeTable('cells with a control for their field kind', (open) => {
  it('offer Yes, No and Empty for booleans', async () => {
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

  it('offer the choices of the record, and stage them in the format of the list', async () => {
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
    // the first letters are typed before it is known that the cell has choices
    await keyboard.type('<b>');
    await choice(2).waitFor();
    await table.until('Rome', async () => (await choice(2).inputValue()) === '<b>Rome</b>');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await keyboard.press('Tab');
    await table.shows(2, 1, 'Goa');
  });

  it('keep typed text that is not in the list, also when the list arrives late', async () => {
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

  it('look up references by name, also when the kind is known late', async () => {
    const table = await open({ script: { references: 1 } });
    const { keyboard } = table.page;
    const field = (row: number): Locator => table.page.getByRole('combobox', { name: `City of Record ${row}` });
    await table.cell(1, 1).click();
    await keyboard.press('F2');
    // all choices are listed before anything is typed
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
    const [delhi, goa] = await table.staged<{ to: string; reference: object }>(2);
    assert.deepEqual([delhi?.to, goa?.to], ['Delhi', 'Goa']);
    for (const one of [delhi, goa]) assert.match(JSON.stringify(one?.reference), /^\{"id":"\d+","model":"cities"\}$/);
    // the host resolves a name that was typed but not picked
    await table.isAt(3, 1);
    await table.host('isSlowToOffer = false');
    await keyboard.press('F2');
    await table.page.getByRole('option', { name: 'Goa', exact: true }).waitFor();
    await field(3).fill('Nowhere');
    await table.page.getByText('No records found.').waitFor();
    await keyboard.press('Enter');
    await table.shows(3, 1, 'Nowhere');
    assert.deepEqual((await table.staged(3))[2], { id: '4', to: 'Nowhere', reference: undefined });
    await table.isAt(4, 1);
    await keyboard.press('F2');
    await table.page.getByRole('option', { name: 'Goa', exact: true }).waitFor();
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.staged(3);
  });

  it('open the referenced record, by keyboard and on click', async () => {
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
    await table.says(/isn't a reference to another record/);
  });

  it('have a date and a date-time picker that write in the format of the column', async () => {
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
    const staged = await table.staged<{ to: string }>(2);
    assert.deepEqual(pluck(staged, 'to'), ['1999-12-31', '2031-12-24 08:30:00']);
    await table.cell(3, 3).click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Escape');
    await table.grid.and(page.locator(':focus')).waitFor();
    await table.staged(2);
  });

  it('reject an invalid date or number immediately, in place', async () => {
    const table = await open();
    const { page } = table;
    const problem = page.getByRole('alert');
    await table.cell(1, 3).click();
    await page.keyboard.type('banana');
    await page.keyboard.press('Enter');
    await problem.filter({ hasText: '“banana” is not a valid date for “Born”. Use the format 2031-12-24.' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Born of Record 1' });
    assert.deepEqual([await field.inputValue(), await field.getAttribute('aria-invalid')], ['banana', 'true']);
    await field.fill('24.12.2031');
    await problem.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await table.shows(1, 3, '12/24/2031');
    await table.cell(1, 7).click();
    await page.keyboard.type('much');
    await page.keyboard.press('Tab');
    await problem.filter({ hasText: '“much” is not a valid number for' }).waitFor();
    // after leaving, the problem is still shown at the cell
    await table.cell(4, 7).click();
    await table.button('1 value not accepted').waitFor();
    await table.cell(1, 7).click();
    await table.says(/“much” was not accepted: “much” is not a valid number for/);
    await table.staged(1);
  });
});
