import assert from 'node:assert/strict';
import { describeTable } from './openedTable.ts';

describeTable('cells that may be read-only', (open) => {
  it('explain why they are read-only', async () => {
    const table = await open();
    await table.cell(10, 2).click();
    await table.page.keyboard.press('F2');
    await table.page.getByText("You don't have permission to edit this record.").waitFor();
  });

  it('explain on one line why they are read-only, while focused', async () => {
    const table = await open({ width: 420 });
    await table.cell(10, 2).click();
    await table.page.keyboard.press('F2');
    await table.says(/You don't have permission to edit this record\./);
    const reason = table.status.locator('.reason');
    const { height = 0 } = (await reason.boundingBox()) ?? {};
    assert.ok(height > 0 && height < 24, `one line is ${height} pixels high`);
    await table.page.keyboard.press('ArrowDown');
    await reason.waitFor({ state: 'detached' });
    await table.page.keyboard.press('ArrowUp');
    await table.isAt(10, 2);
    assert.equal(await reason.count(), 0);
  });

  it('show no reason for a cell that lost focus before the host responded', async () => {
    const table = await open({ script: { choices: 1 } });
    await table.host('isSlowToOffer = true');
    await table.host('whyNotChosen = "City is closed."');
    await table.cell(1, 1).click();
    await table.page.keyboard.press('F2');
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.page.keyboard.press('Escape');
    await table.page.keyboard.press('ArrowDown');
    await table.isAt(2, 1);
    // moving to a cell asks about it, too
    await table.until('the next question', async () => (await table.host('held.length')) === 2);
    await table.page.keyboard.press('F2');
    await table.page.locator('.cellasked').waitFor();
    await table.host('held.shift()()');
    await table.isStill('.grid');
    assert.doesNotMatch((await table.status.textContent()) ?? '', /City is closed/);
    await table.host('held.shift()()');
    await table.says(/City is closed\./);
  });

  it('ask the host before opening, and keep what is typed until it responds', async () => {
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

  it('accept text typed and committed before the host responds, and move on', async () => {
    const table = await open({ script: { choices: 1 } });
    const { keyboard } = table.page;
    await table.host('isSlowToOffer = true');
    await table.cell(1, 1).click();
    // a space is part of the text, Enter ends it, and later keys go to the next cell
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

  it('apply clearing keys pressed before the editor opens, to that cell only', async () => {
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
    await table.staged(1);
    assert.equal(await table.host('blocks.length'), 0);
    assert.ok((await table.page.locator('[aria-selected=true]').count()) <= 1, 'the rows are as they were');
  });

  it('stay unchanged and explain why if they turn out to be read-only', async () => {
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
    // input canceled with Escape is dropped when the answer arrives
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Go');
    await page.keyboard.press('Escape');
    await table.until('the next question', async () => (await table.host('held.length')) === 1);
    await table.host("whyNotChosen = ''");
    await table.host('held.splice(0).forEach((go) => go())');
    await table.isAt(2, 1);
    assert.equal(await page.locator('.cellasked:visible, .celleditor:visible').count(), 0);
  });

  it('are committed by a save before the host responds, and by a click elsewhere', async () => {
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

  it('accept what was typed before the host responds and leave the focus where the user moved it', async () => {
    const table = await open({ script: { choices: 1 } });
    const search = table.page.getByRole('searchbox');
    await table.host('isSlowToOffer = true');
    await table.cell(1, 1).click();
    await table.page.keyboard.type('Del');
    await search.click();
    await table.until('the question', async () => (await table.host('held.length')) === 1);
    await table.host('held.splice(0).forEach((go) => go())');
    await table.shows(1, 1, 'Delhi');
    await table.staged(1);
    await search.and(table.page.locator(':focus')).waitFor();
    assert.equal(await table.page.locator('.celleditor:visible').count(), 0);
  });

  it('are not opened or offered in the menu if only the form makes them read-only', async () => {
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
    // if a field is read-only for one record, it is checked before it is opened for another
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await table.until('the next one is asked about', () => asked('3 leads.c2'));
    await page.getByText('This field is read-only.').waitFor();
    assert.equal(await wasOpened(), false);
    await table.cell(3, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy Cell' }).waitFor();
    await page.getByRole('menuitem', { name: 'Edit Cell' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    // in a column that is editable for one record, the next record's cell may be read-only
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
});
