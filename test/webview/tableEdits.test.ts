import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeTable } from './openedTable.ts';

describeTable('cells that are edited', (open) => {
  it('are staged by F2 and by typing, and shown apart', async () => {
    const table = await open();
    const { keyboard } = table.page;
    await table.cell(1, 5).click();
    await keyboard.press('F2');
    await table.page.getByRole('textbox', { name: 'Notes of Record 1' }).fill('Short');
    await keyboard.press('Enter');
    await table.shows(1, 5, 'Short');
    assert.match((await table.cell(1, 5).getAttribute('aria-description')) ?? '', /^staged, not saved; was First line/);
    await table.isAt(2, 5);
    await keyboard.type('bad');
    await keyboard.press('Tab');
    await table.until('refused', async () => /refused/.test((await table.cell(2, 5).getAttribute('class')) ?? ''));
    await table.isAt(2, 6);
  });

  it('show all lines that are typed, in the last row too', async () => {
    const table = await open({ height: 300 });
    await table.cell(7, 5).click();
    await table.page.keyboard.press('F2');
    const field = table.page.getByRole('textbox', { name: 'Notes of Record 7' });
    await field.fill('one\ntwo\nthree\nfour\nfive\nsix');
    await table.until('six lines within the page', async () => {
      const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
      return height > 100 && y > 0 && y + height <= 300;
    });
  });

  it('stay as they were after Escape', async () => {
    const table = await open();
    await table.cell(1, 2).click();
    await table.page.keyboard.type('99');
    await table.page.keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.shows(1, 2, '79.21');
  });

  it('are staged before a save, though they are still being typed', async () => {
    const table = await open();
    await table.cell(1, 2).click();
    await table.page.keyboard.type('12345.67');
    await table.host('commit()');
    await table.shows(1, 2, '12,345.67');
  });

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

  it('let the person choose when someone else changed them meanwhile', async () => {
    const table = await open();
    const { keyboard } = table.page;
    for (const row of [1, 2]) {
      await table.cell(row, 7).click();
      await keyboard.type('77');
      await keyboard.press('Enter');
      await table.shows(row, 7, '77');
    }
    await table.host("edits['1/7'] = '5'; testHost.edits['2/7'] = '6'");
    await table.button('Refresh').click();
    await table.until('the conflict', async () =>
      /the service has 5 by now/.test((await table.cell(1, 7).getAttribute('aria-description')) ?? ''),
    );
    await table.cell(1, 7).click();
    await keyboard.press('Shift+F10');
    await table.page.getByRole('menuitem', { name: 'Keep Mine: 77' }).waitFor();
    await keyboard.press('Enter');
    await table.until('a new base', async () =>
      /^staged, not saved; was 5$/.test((await table.cell(1, 7).getAttribute('aria-description')) ?? ''),
    );
    await table.cell(2, 7).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Take the Service’s: 6' }).click();
    await table.shows(2, 7, '6');
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
    assert.deepEqual(
      staged.map(({ to }) => to),
      ['1999-12-31', '2031-12-24 08:30:00'],
    );
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
    await table.button('1 cell does not fit: show why').waitFor();
    await table.cell(1, 7).click();
    await table.says(/“much” was not taken: “much” is not a number/);
    assert.equal(((await table.host('asStaged')) as object[]).length, 1);
  });

  it('say why they cannot be', async () => {
    const table = await open();
    await table.cell(10, 2).click();
    await table.page.keyboard.press('F2');
    await table.page.getByText('You may look at this record, but not change it.').waitFor();
  });

  it('say why they cannot be on one line, for as long as the keyboard is on them', async () => {
    const table = await open({ width: 420 });
    await table.cell(10, 2).click();
    await table.page.keyboard.press('F2');
    await table.says(/You may look at this record, but not change it\./);
    const reason = table.status.locator('.reason');
    const { height = 0 } = (await reason.boundingBox()) ?? {};
    assert.ok(height > 0 && height < 24, `one line is ${height} pixels high`);
    await table.page.keyboard.press('ArrowDown');
    await reason.waitFor({ state: 'detached' });
    await table.page.keyboard.press('ArrowUp');
    await table.isAt(10, 2);
    assert.equal(await reason.count(), 0);
  });

  it('say nothing of a cell that was left before the host knew why', async () => {
    const table = await open({ script: { choices: 1 } });
    await table.host('isSlowToOffer = true');
    await table.host('whyNotChosen = "City is closed."');
    await table.cell(1, 1).click();
    await table.page.keyboard.press('F2');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.page.keyboard.press('Escape');
    await table.page.keyboard.press('ArrowDown');
    await table.isAt(2, 1);
    await table.host('held.splice(0).forEach((go) => go())');
    await table.page.keyboard.press('F2');
    await table.until('the next question', async () => (await table.host('held.length')) === 1);
    assert.doesNotMatch((await table.status.textContent()) ?? '', /City is closed/);
    await table.host('held.splice(0).forEach((go) => go())');
    await table.says(/City is closed\./);
  });

  it('are counted in the footer, saved, planned and discarded from there, and say what the service refused', async () => {
    const table = await open();
    const { page } = table;
    const changes = page.locator('.changes');
    await table.cell(1, 7).waitFor();
    assert.equal(await changes.count(), 0);
    await table.host("setStaged({ 2: { 'leads.c7': { from: '8', to: '9' } } })");
    await page.getByRole('group', { name: '1 change in 1 record' }).waitFor();
    await table.host(
      "setStaged({ 2: { 'leads.c7': { from: '8', to: '9' }, 'leads.c5': { from: 'x', to: 'y', problem: 'Too short.' } }, 3: { 'leads.c7': { from: '1', to: '2' } }, 9: {} })",
    );
    const footer = page.getByRole('group', { name: '3 changes in 2 records' });
    await table.cell(1, 5).click();
    await table.says(/Too short\./);
    await table.cell(1, 7).click();
    await table.until('another cell', async () => !/Too short/.test((await table.status.textContent()) ?? ''));
    await footer.getByRole('button', { name: 'Save', exact: true }).click();
    await footer.getByRole('button', { name: 'Save as plan…' }).click();
    // what is still being typed is part of what is discarded
    await table.cell(2, 7).click();
    await page.keyboard.type('12');
    await footer.getByRole('button', { name: 'Discard' }).press('Enter');
    await table.until('both', async () => JSON.stringify(await table.host('told')).includes('"discard"'));
    const told = (await table.host('told')) as { name: string; data: { name?: string } }[];
    const commands = told.filter(({ name }) => name === 'command').map(({ data }) => data.name);
    assert.deepEqual(commands, ['save', 'savePlan', 'discard']);
    assert.equal(await table.host('staged'), 1);
    await table.host('setStaged({})');
    await changes.waitFor({ state: 'detached' });
  });

  it('are asked about before they open, and keep what is typed meanwhile', async () => {
    const table = await open({ script: { choices: 1 } });
    const { page } = table;
    const { keyboard } = page;
    const asked = page.locator('.cellasked');
    const answer = async (): Promise<void> => {
      await table.until('the question', async () => (await table.host('held.length')) === 1);
      await table.host('held.splice(0).forEach((go) => go())');
    };
    await table.host('isSlowToOffer = true');
    await table.cell(1, 1).click();
    const before = await table.cell(1, 1).boundingBox();
    await keyboard.press('F2');
    await asked.waitFor();
    assert.deepEqual(await asked.boundingBox(), before, 'it stands in its cell');
    assert.equal(await page.locator('.celleditor:visible').count(), 0);
    await table.isAt(1, 1);
    await answer();
    await page.getByRole('combobox', { name: 'City of Record 1' }).waitFor();
    assert.equal(await asked.isVisible(), false);
  });

  it('take what was typed and left before it was known that they are open, and go on', async () => {
    const table = await open({ script: { choices: 1 } });
    const { keyboard } = table.page;
    await table.host('isSlowToOffer = true');
    await table.cell(1, 1).click();
    // a space is a letter of it, Enter ends it, and what follows is for the next
    await keyboard.type('New  Delhi');
    await keyboard.press('Backspace');
    await table.page.locator('.cellasked').getByText('New  Delh', { exact: true }).waitFor();
    await keyboard.press('Enter');
    await keyboard.type('Goax');
    await keyboard.press('Backspace');
    await keyboard.press('Enter');
    await keyboard.type('Elsewhere');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.host('isSlowToOffer = false');
    await table.host('held.splice(0).forEach((go) => go())');
    await table.shows(1, 1, 'New  Delh');
    await table.shows(2, 1, 'Goa');
    await table.isAt(3, 1);
    const field = table.page.getByRole('textbox', { name: 'City of Record 3' });
    await field.waitFor();
    assert.equal(await field.inputValue(), 'Elsewhere');
  });

  it('take the keys that empty an editor before there is one, and nothing else is emptied', async () => {
    const table = await open({ script: { choices: 1 } });
    const { keyboard } = table.page;
    await table.host('isSlowToOffer = true');
    await table.cell(1, 1).click();
    for (const key of ['F2', 'Control+A', 'Delete']) await keyboard.press(key);
    await keyboard.type('Xyz');
    for (const key of ['Control+A', 'x', 'Backspace', 'Backspace']) await keyboard.press(key);
    await keyboard.type('Go');
    await keyboard.press('Delete');
    await table.page.locator('.cellasked').getByText('Go', { exact: true }).waitFor();
    await keyboard.press('Enter');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.host('held.splice(0).forEach((go) => go())');
    await table.shows(1, 1, 'Goa');
    assert.deepEqual([await table.host('staged'), await table.host('blocks.length')], [1, 0]);
    assert.ok((await table.page.locator('[aria-selected=true]').count()) <= 1, 'the rows are as they were');
  });

  it('that turn out to be closed stay as they are, and say why', async () => {
    const table = await open({ script: { choices: 1 } });
    const { page } = table;
    await table.host('isSlowToOffer = true');
    await table.host("whyNotChosen = 'The city is closed.'");
    await page.evaluate(`new MutationObserver((changes) => {
      for (const { target } of changes) if (target.matches('.celleditor') && !target.hidden) window.wasOpened = true;
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['hidden'] })`);
    await table.cell(1, 1).click();
    await page.keyboard.type('Del');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.host('held.splice(0).forEach((go) => go())');
    await page.getByText('The city is closed.').waitFor();
    assert.equal(await page.evaluate('window.wasOpened === true'), false);
    await table.shows(1, 1, 'Łódź');
    // nobody asks any more for what was left by Escape
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Go');
    await page.keyboard.press('Escape');
    await table.until('the next question', async () => (await table.host('held.length')) === 1);
    await table.host("whyNotChosen = ''");
    await table.host('held.splice(0).forEach((go) => go())');
    await table.isAt(2, 1);
    assert.equal(await page.locator('.cellasked:visible, .celleditor:visible').count(), 0);
  });

  it('are taken with a save that comes before it is known that they are open, and when the mouse goes elsewhere', async () => {
    const table = await open({ script: { choices: 1 } });
    await table.host('isSlowToOffer = true');
    await table.cell(1, 1).click();
    await table.page.keyboard.type('Del');
    await table.cell(4, 3).click();
    const answered = table.host('commit()');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.host('held.splice(0).forEach((go) => go())');
    await answered;
    await table.shows(1, 1, 'Delhi');
    await table.isAt(4, 3);
  });

  it('that only the form of their record closes are not opened, nor offered in the menu', async () => {
    const table = await open({ script: { closed: 1 } });
    const { page } = table;
    const asked = async (cell: string): Promise<boolean> =>
      page.evaluate<boolean>(`testHost.infos.includes('${cell}')`);
    await page.evaluate(`new MutationObserver((changes) => {
      for (const { target } of changes) if (target.matches('.celleditor') && !target.hidden) window.wasOpened = true;
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['hidden'] })`);
    const wasOpened = (): Promise<boolean> => page.evaluate<boolean>('window.wasOpened === true');
    await table.cell(1, 2).click();
    await table.until('the cell is asked about', () => asked('2 leads.c2'));
    await page.keyboard.press('F2');
    await page.getByText('This field is read-only.').waitFor();
    assert.equal(await wasOpened(), false);
    // what is closed for one record is asked about before it is opened for another
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await table.until('the next one is asked about', () => asked('3 leads.c2'));
    await page.getByText('This field is read-only.').waitFor();
    assert.equal(await wasOpened(), false);
    await table.cell(3, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy Cell' }).waitFor();
    await page.getByRole('menuitem', { name: 'Edit Cell' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    // in a column that is open for one record, that of the next may be closed
    await table.cell(1, 3).click();
    await table.until('the open one is asked about', () => asked('2 leads.c3'));
    await page.keyboard.press('F2');
    await table.until('it is open', wasOpened);
    await page.keyboard.press('Escape');
    await page.evaluate('window.wasOpened = false');
    await table.cell(4, 3).click();
    await page.keyboard.press('x');
    await page.getByText('This one is closed.').waitFor();
    assert.equal(await wasOpened(), false);
    await table.cell(2, 3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit Cell' }).waitFor();
  });

  it('are not offered on a read-only connection', async () => {
    const table = await open({ script: { readOnly: 1 } });
    await table.cell(1, 2).click();
    await table.page.keyboard.press('F2');
    await table.page.getByText('The connection Demo is read-only. Change that in the connection first.').waitFor();
    for (const name of ['Add record', 'Edit selected', 'Delete selected'])
      assert.equal(await table.button(name).count(), 0);
    assert.equal(await table.button('Export').count(), 1);
  });

  it('lose no letter that is typed before the whole text of a long one is there', async () => {
    const table = await open();
    await table.cell(3, 5).click();
    await table.page.evaluate(`for (const key of ['a', 'b', 'c'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`);
    const box = table.page.getByRole('textbox', { name: 'Notes of Record 3' });
    await box.waitFor();
    assert.equal(await box.inputValue(), 'abc');
  });

  it('are as they were typed last, though the host takes its time with the first', async () => {
    const table = await open();
    const { keyboard } = table.page;
    await table.host('isSlowToStage = true');
    await table.cell(1, 7).click();
    await keyboard.type('77');
    await keyboard.press('Enter');
    await table.shows(1, 7, '77');
    await table.until('the host has it', async () => (await table.host('held.length')) === 1);
    await keyboard.press('ArrowUp');
    await keyboard.type('8');
    await keyboard.press('Enter');
    await table.shows(1, 7, '8');
    await table.host('held[0]()');
    await table.until('both are staged', async () => (await table.host('staged')) === 2);
    const description = (): Promise<string | null> => table.cell(1, 7).getAttribute('aria-description');
    await table.until('nothing is left', async () => (await description()) === null);
  });

  it('say with the reason what was typed when it cannot be staged', async () => {
    const table = await open();
    await table.cell(1, 5).click();
    await table.page.keyboard.type('broken');
    await table.page.keyboard.press('Enter');
    await table.says(/The text is broken\. What you typed was: broken/);
    // it is not lost when the keyboard goes on
    await table.page.keyboard.press('ArrowUp');
    await table.says(/“broken” was not taken: The text is broken\./);
  });
});
