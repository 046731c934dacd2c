import assert from 'node:assert/strict';
import { describeTable } from './openedTable.ts';
import { pageViolations } from './pageViolations.ts';

describeTable('cell editing', (open) => {
  it('are staged by F2 and by typing, and highlighted', async () => {
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

  it('show all typed lines, also in the last row', async () => {
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

  it('are unchanged after Escape', async () => {
    const table = await open();
    await table.cell(1, 2).click();
    await table.page.keyboard.type('99');
    await table.page.keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.shows(1, 2, '79.21');
  });

  it('are staged before a save, even while being typed', async () => {
    const table = await open();
    await table.cell(1, 2).click();
    await table.page.keyboard.type('12345.67');
    await table.host('commit()');
    await table.shows(1, 2, '12,345.67');
  });

  it('let the user resolve a conflict with a change by someone else', async () => {
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
      /someone else changed it to 5/.test((await table.cell(1, 7).getAttribute('aria-description')) ?? ''),
    );
    // the choice is offered at the cell, by keyboard and mouse, and in its menu
    await table.cell(1, 7).click();
    await table.page.getByRole('button', { name: 'Keep Mine: 77' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.until('a new base', async () =>
      /^staged, not saved; was 5$/.test((await table.cell(1, 7).getAttribute('aria-description')) ?? ''),
    );
    await table.cell(2, 7).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Keep Mine: 77' }).waitFor();
    await keyboard.press('Escape');
    await table.button('Take Theirs: 6').click();
    await table.shows(2, 7, '6');
    assert.equal(await table.page.getByRole('group', { name: 'Changed by someone else, too' }).count(), 0);
  });

  it('are listed after a save until each is resolved, including those of missing records', async () => {
    const table = await open({ script: { rows: 12 } });
    const { page } = table;
    await table.cell(1, 7).waitFor();
    await table.host(`setStaged({
      '2': { 'leads.c7': { from: '8', to: '77', problem: 'Someone else changed it.', theirs: '5' }, 'leads.c2': { from: '79.21', to: '2' } },
      '3': { 'leads.c7': { from: '16', to: '77', problem: 'Too much.' } },
      '99': { 'leads.c7': { from: '1', to: '77', problem: 'Someone else deleted this record.', isOfRecord: true, isGone: true } },
    })`);
    await table.host("send('saved')");
    await table.says(/3 records were not saved\./);
    const list = page.getByRole('region', { name: 'Not saved' });
    const lines = async (): Promise<string[]> =>
      (await list.getByRole('listitem').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    await list.waitFor();
    assert.deepEqual(await lines(), [
      'Record 1 Score: yours is 77, the service now has 5. Keep Mine Take Theirs Open Discard',
      'Record 2 Score: Too much. Open Discard',
      'Record 99 Someone else deleted this record. Discard',
    ]);
    assert.deepEqual(await pageViolations(page), []);
    await list.getByRole('button', { name: 'Take Theirs, Record 1' }).click();
    await table.until('two are left', async () => (await lines()).length === 2);
    await table.host("edits['1/7'] = '5'");
    await list.getByRole('button', { name: 'Discard, Record 99' }).press('Enter');
    await table.until('one is left', async () => (await lines()).length === 1);
    await list.getByRole('button', { name: 'Open, Record 2' }).click();
    await table.hasReceived('openRecord', [{ id: '3', how: 'here' }]);
    await list.getByRole('button', { name: 'Close' }).click();
    await list.waitFor({ state: 'hidden' });
    await table.button('1 record not saved').click();
    await list.getByRole('button', { name: 'Discard, Record 2' }).click();
    await list.waitFor({ state: 'hidden' });
    assert.deepEqual(await table.host('resolved'), [
      { id: '2', keys: ['leads.c7'], keep: 'theirs' },
      { id: '99', keys: ['leads.c7'], keep: 'theirs' },
      { id: '3', keys: ['leads.c7'], keep: 'theirs' },
    ]);
    await table.grid.and(page.locator(':focus')).waitFor();
  });

  it('drop the note about a rejected text on the next save or discard, not on the current one', async () => {
    const table = await open();
    const { keyboard } = table.page;
    const note = table.button('1 value not accepted');
    await table.cell(1, 7).click();
    await keyboard.type('much');
    await table.host('commit()');
    await table.host("send('saved')");
    await note.waitFor();
    await table.host('commit()');
    await table.host("send('saved')");
    await note.waitFor({ state: 'detached' });
    assert.doesNotMatch((await table.cell(1, 7).getAttribute('class')) ?? '', /refused/);
  });

  it('are counted, saved, planned and discarded in the footer, which shows refusals', async () => {
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
    await footer.getByRole('button', { name: 'Compare' }).click();
    await footer.getByRole('button', { name: 'Save as plan…' }).click();
    // text still being typed is discarded, too
    await table.cell(2, 7).click();
    await page.keyboard.type('12');
    await footer.getByRole('button', { name: 'Discard' }).press('Enter');
    await table.until('both', async () => JSON.stringify(await table.host('received')).includes('"discard"'));
    const received = (await table.host('received')) as { name: string; data: { name?: string } }[];
    const commands = received.filter(({ name }) => name === 'command').map(({ data }) => data.name);
    assert.deepEqual(commands, ['compareChanges', 'savePlan', 'discard']);
    assert.deepEqual([await table.host('saves'), await table.host('staged')], [1, 1]);
    await table.host('setStaged({})');
    await changes.waitFor({ state: 'detached' });
  });

  it('are saved by the table on Ctrl+S, which reports failures so that VS Code shows nothing', async () => {
    const table = await open();
    const { keyboard } = table.page;
    await table.page.evaluate(
      "window.saveKeys = 0; addEventListener('keydown', ({ key }) => void (key === 's' && window.saveKeys++))",
    );
    const reached = (): Promise<number> => table.page.evaluate('window.saveKeys');
    await table.cell(1, 7).click();
    await table.host("refusal = 'The connection is read-only.'");
    await keyboard.type('12');
    await keyboard.press('Control+s');
    await table.says(/The connection is read-only\./);
    assert.deepEqual([await reached(), await table.host('saves'), await table.host('staged')], [0, 1, 1]);
    // nothing on the page has the focus
    await table.page.evaluate('document.activeElement.blur()');
    await keyboard.press('Control+s');
    await table.until('the second save', async () => (await table.host('saves')) === 2);
    // the cell is still on its way to the host
    await table.host('isSlowToStage = true');
    await table.cell(2, 7).click();
    await keyboard.type('34');
    await keyboard.press('Enter');
    await keyboard.press('Control+s');
    await table.until('the cell', async () => (await table.host('held.length')) === 1);
    await table.host('held.forEach((stage) => stage())');
    await table.until('the third save', async () => (await table.host('saves')) === 3);
    assert.deepEqual([await reached(), await table.host('staged')], [0, 2]);
  });

  it('lose no character typed before the full text of a long value is loaded', async () => {
    const table = await open();
    await table.cell(3, 5).click();
    await table.page.evaluate(`for (const key of ['a', 'b', 'c'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`);
    const box = table.page.getByRole('textbox', { name: 'Notes of Record 3' });
    await box.waitFor();
    assert.equal(await box.inputValue(), 'abc');
  });

  it('keep the latest input even if the host is slow with the first', async () => {
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

  it('show the typed text with the reason when it cannot be staged', async () => {
    const table = await open();
    await table.cell(1, 5).click();
    await table.page.keyboard.type('broken');
    await table.page.keyboard.press('Enter');
    await table.says(/The text is broken\. You typed: broken/);
    // it isn't lost when focus moves on
    await table.page.keyboard.press('ArrowUp');
    await table.says(/“broken” was not accepted: The text is broken\./);
  });
});
