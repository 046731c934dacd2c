import assert from 'node:assert/strict';
import { describeTable } from './openedTable.ts';

interface Kept {
  readonly selection: { readonly ids: readonly string[] };
}

describeTable('table of a failing service', (open) => {
  it('reports the error, keeps its rows and retries', async () => {
    const table = await open();
    await table.cell(0, 0).getByText('Record 0').waitFor();
    await table.host("fail('notSignedIn', 'The token has expired.')");
    await table.button('Refresh').click();
    await table.page.getByText('The token has expired.').waitFor();
    await table.shows(0, 0, 'Record 0');
    await table.button('Set token').click();
    await table.hasReceived('command', [{ name: 'setToken' }]);
    await table.host('recover()');
    await table.button('Retry').click();
    await table.button('Retry').waitFor({ state: 'detached' });
  });

  it('shows no rows of an earlier query next to the error of the current one', async () => {
    const table = await open();
    await table.cell(0, 0).getByText('Record 0').waitFor();
    await table.host("fail('unreachable', 'Nothing answers.')");
    for (const query of [
      "{ search: 'Ada' }",
      "{ conditions: [{ column: 'leads.c2', operator: 'greater', values: ['1000'] }] }",
      "{ sort: { columnName: 'leads.c0', direction: 'DESC' } }",
    ]) {
      await table.host(`send('query', ${query})`);
      await table.says(/Nothing answers/);
      await table.cell(0, 0).waitFor({ state: 'hidden' });
      assert.equal(await table.page.getByText('No records').count(), 0, 'it is not known how many there are');
      await table.page.getByRole('columnheader', { name: 'Name', exact: true }).waitFor();
      await table.host('recover()');
      await table.button('Retry').click();
      await table.cell(0, 0).waitFor();
      await table.host("fail('unreachable', 'Nothing answers.')");
    }
  });

  it('shows each message of the service for rows and saves once, until dismissed', async () => {
    const table = await open();
    const words = table.page.locator('.from-service');
    await table.cell(0, 0).getByText('Record 0').waitFor();
    assert.equal(await words.isVisible(), false);
    await table.host("messages = ['Closed on Sundays.', 'Saved.']");
    await table.button('Refresh').click();
    await words.getByText('Saved.').waitFor();
    await table.host("send('said', ['Saved.', '<b>Bo</b> was told.'])");
    await words.getByText('<b>Bo</b> was told.').waitFor();
    assert.deepEqual(await words.locator('p').allTextContents(), [
      'Saved.',
      '<b>Bo</b> was told.',
      'Closed on Sundays.',
    ]);
    await words.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await words.waitFor({ state: 'hidden' });
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.button('Refresh').click();
    await table.host("send('said', ['Saved.'])");
    await words.getByText('Saved.').waitFor();
    assert.deepEqual(await words.locator('p').allTextContents(), ['Saved.']);
    await table.host("send('said', [])");
    await words.waitFor({ state: 'hidden' });
  });

  it('finds the end of a list without a total', async () => {
    const table = await open({ script: { rows: 250, noTotal: 1 } });
    await table.page.locator('[role=grid][aria-rowcount="-1"]').waitFor();
    await table.cell(0, 0).waitFor();
    await table.grid.focus();
    await table.until('the end', async () => {
      await table.page.keyboard.press('Control+End');
      return (await table.grid.getAttribute('aria-rowcount')) === '251';
    });
  });

  it('restores its state', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    await table.page.getByRole('columnheader', { name: 'Name', exact: true }).click();
    await table.until('sorted', async () => (await table.host('asked.at(-1).query.sort')) !== undefined);
    await table.host("send('goToRow', { row: 700000 })");
    await table.cell(699_999, 0).getByText('Record 699999').waitFor();
    await table.cell(699_999, 1).click();
    await table.until('what is kept', async () => (await table.kept<Kept>())?.selection.ids[0] === '700000');
    await table.page.reload();
    await table.cell(699_999, 0).getByText('Record 699999').waitFor();
    await table.page
      .getByRole('columnheader', { name: 'Name', exact: true })
      .and(table.page.locator('[aria-sort=ascending]'))
      .waitFor();
    await table.isAt(699_999, 1);
    await table.says(/1 selected/);
    const [first] = (await table.host('asked')) as { from: number }[];
    assert.ok(first && first.from > 699_000, 'the first rows are not asked for when they are not shown');
  });
});

describeTable('table of unusual records', (open) => {
  it('shows values as plain text, whatever they contain', async () => {
    const table = await open({ script: { rows: 500, hostile: 1 } });
    await table.cell(5, 2).getByText('<img src=x').waitFor();
    assert.equal(await table.page.evaluate('window.wasRun'), undefined);
    assert.equal(await table.grid.locator('img, style').count(), 0);
    assert.equal(await table.cell(2, 1).textContent(), '');
    assert.ok(((await table.cell(4, 1).textContent()) ?? '').length < 1_000);
  });

  it('shows and opens each of several records with the same id', async () => {
    const table = await open({ script: { rows: 500, hostile: 1 } });
    await table.shows(1, 0, 'Record 1');
    await table.shows(8, 0, 'Record 8');
    await table.shows(3, 0, 'Record 3');
    await table.cell(8, 1).click();
    await table.page.keyboard.press('Enter');
    await table.until('it is opened', async () => (await table.received('openRecord')).length === 1);
  });

  it('shows a row without an id but does not open it', async () => {
    const table = await open({ script: { rows: 500, hostile: 1 } });
    await table.cell(0, 1).dblclick();
    await table.page.getByText('the service provides no id for it').waitFor();
    assert.deepEqual(await table.received('openRecord'), []);
  });

  it('shows the values of the rows when there are no headers', async () => {
    const table = await open({ script: { rows: 500, noHeaders: 1 } });
    await table.cell(0, 0).getByText('Record 0').waitFor();
  });

  it('handles 2,000 columns', async () => {
    const table = await open({ script: { rows: 5_000, columns: 2_000, pageSize: 50 } });
    await table.cell(0, 0).waitFor();
    await table.grid.focus();
    await table.page.keyboard.press('End');
    await table.isAt(0, 1_999);
    const count = Number(await table.page.evaluate(`document.querySelectorAll('*').length`));
    assert.ok(count < 1_500, `${count} elements`);
  });
});
