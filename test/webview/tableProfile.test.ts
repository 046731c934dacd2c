import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TableQuery } from '../../src/features/table/tableProtocol.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

describeTable('profile of a column', (open) => {
  const pane = (table: OpenedTable, label: string): Locator =>
    table.page.getByRole('region', { name: `Profile of ${label}`, exact: true });

  /** The text of a number, by its label. */
  const fact = (profile: Locator, label: string): Locator =>
    profile.locator('dl > div').filter({ has: profile.page().locator(`dt`, { hasText: new RegExp(`^${label}$`) }) });

  async function opened(label: string, script: Record<string, string | number> = {}): Promise<[OpenedTable, Locator]> {
    const table = await open({ script: { rows: 1_000, columns: 8, ...script } });
    await table.cell(0, 0).waitFor();
    await table.page.getByRole('columnheader', { name: label, exact: true }).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Profile Column', exact: true }).click();
    const profile = pane(table, label);
    await profile.locator('dl').waitFor();
    return [table, profile];
  }

  const asked = (table: OpenedTable): Promise<{ column: string; query: TableQuery; isFresh?: boolean }[]> =>
    table.page.evaluate('testHost.profiles');

  const lastQuery = async (table: OpenedTable): Promise<TableQuery | undefined> =>
    (await table.page.evaluate<{ query: TableQuery }[]>('testHost.asked')).at(-1)?.query;

  it('shows the statistics for the kind of the column', async () => {
    const [table, numbers] = await opened('Amount');
    assert.match((await fact(numbers, 'Filled').textContent()) ?? '', /956\s*95\.6%/);
    assert.match((await fact(numbers, 'Empty').textContent()) ?? '', /44\s*4\.4%/);
    assert.match((await fact(numbers, 'Min').textContent()) ?? '', /0\.02/);
    assert.match((await fact(numbers, 'Sum').textContent()) ?? '', /^\s*Sum\s*[\d,]+\.\d\d\s*$/);
    await table.page.keyboard.press('Escape');
    assert.equal(await numbers.count(), 0);
    for (const [label, facts] of [
      ['Born', ['Oldest', 'Newest']],
      ['Active', ['Yes', 'No']],
      ['Notes', ['Shortest', 'Longest', 'Avg length']],
    ] as const) {
      await table.host(
        `send('showProfile', { column: 'leads.c${['Name', 'City', 'Amount', 'Born', 'Active', 'Notes'].indexOf(label)}' })`,
      );
      for (const name of facts) await fact(pane(table, label), name).waitFor();
    }
  });

  it('opens from the header by keyboard, and returns focus to the grid', async () => {
    const table = await open({ script: { rows: 1_000, columns: 8 } });
    await table.cell(0, 0).waitFor();
    await table.grid.focus();
    for (const key of ['ArrowRight', 'ArrowUp', 'Shift+F10', 'p']) await table.page.keyboard.press(key);
    await table.page.getByRole('menuitem', { name: 'Profile Column' }).and(table.page.locator(':focus')).waitFor();
    await table.page.keyboard.press('Enter');
    const heading = pane(table, 'City').getByRole('heading', { name: 'Profile of City' });
    await heading.and(table.page.locator(':focus')).waitFor();
    await table.page.keyboard.press('Escape');
    await table.grid.and(table.page.locator(':focus')).waitFor();
    await table.until('the host is told', async () => (await table.received('changeProfile')).length > 0);
    assert.deepEqual(await table.received('changeProfile'), ['close']);
  });

  it('says “of the first N” at every number until everything is counted', async () => {
    const [table, profile] = await opened('City', { profileEnd: 'reading' });
    const isPartial = async (line: Locator): Promise<boolean> =>
      /of the first 1,000/.test((await line.textContent()) ?? '');
    const lines = [...(await profile.locator('dl > div').all()), ...(await profile.locator('.frequent > li').all())];
    assert.ok(lines.length > 8, String(lines.length));
    for (const line of lines) assert.ok(await isPartial(line), (await line.textContent()) ?? '');
    await profile.getByText('Reading… 1,000 of 1,000 records').waitFor();
    await table.host(`count('leads.c1', 1000)`);
    await profile.getByText(/1,000 records, read at /).waitFor();
    for (const line of await profile.locator('dl > div, .frequent > li').all()) assert.ok(!(await isPartial(line)));
  });

  it('filters the table by a value, the min and empty values, by mouse and keyboard, and keeps its own search', async () => {
    const [table, profile] = await opened('Amount');
    await fact(profile, 'Min').getByRole('button').click();
    await table.until('the filter', async () => (await lastQuery(table))?.filters?.['leads.c2'] === '0.02');
    await profile.getByText('The table shows records matching “Amount is 0.02”.').waitFor();
    await profile.getByText('All records', { exact: true }).waitFor();
    await fact(profile, 'Empty').getByRole('button').focus();
    await table.page.keyboard.press('Enter');
    await table.until('the filter', async () => (await lastQuery(table))?.filters?.['leads.c2'] === null);
    await fact(profile, 'Empty').getByRole('button').and(table.page.locator(':focus')).waitFor();
    await profile.getByRole('button', { name: 'Show All Profiled Records' }).click();
    await table.until('no filter', async () => (await lastQuery(table))?.filters === undefined);
    assert.equal((await asked(table)).length, 1, 'it was read once');
  });

  it('filters the table by one of the most frequent values', async () => {
    const [table, profile] = await opened('Active');
    await profile.locator('.frequent').getByRole('button', { name: 'Yes', exact: true }).click();
    await table.until('the filter', async () => (await lastQuery(table))?.filters?.['leads.c4'] === '1');
    await table.page.locator('.chip').getByText('Active is Yes').waitFor();
  });

  it('filters the table by every number: a count, a share, a sum', async () => {
    const [table, truths] = await opened('Active');
    const wanted = (value: string) => async (): Promise<boolean> =>
      (await lastQuery(table))?.filters?.['leads.c4'] === value;
    await fact(truths, 'No').locator('.share').click({ force: true });
    await table.until('the filter', wanted('0'));
    await truths.locator('.frequent > li', { hasText: 'Yes' }).locator('.count').click({ force: true });
    await table.until('the filter', wanted('1'));
    await table.host(`send('showProfile', { column: 'leads.c2' })`);
    const numbers = pane(table, 'Amount');
    for (const name of ['Distinct', 'Avg', 'Sum', 'Filled']) {
      await fact(numbers, name).getByRole('button').click();
      const chip = table.page.locator('.chip').getByText('Amount is not empty');
      await chip.waitFor();
      await numbers.getByRole('button', { name: 'Show All Profiled Records' }).click();
      await chip.waitFor({ state: 'detached' });
    }
  });

  it('updates when the search changes, and shows which search it covers', async () => {
    const [table, profile] = await opened('City');
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('gmbh');
    await profile.getByText('Records matching the search “gmbh”').waitFor();
    assert.deepEqual(
      (await asked(table)).map(({ query }) => query),
      [{}, { search: 'gmbh' }],
    );
    await table.page.getByRole('columnheader', { name: 'Name', exact: true }).click();
    await table.until('the order', async () => (await lastQuery(table))?.sort !== undefined);
    assert.equal((await asked(table)).length, 2, 'an order changes nothing');
  });

  it('stops and continues, and explains why it stopped unexpectedly', async () => {
    const [table, profile] = await opened('City', { profileEnd: 'reading' });
    await profile.getByRole('button', { name: 'Stop' }).click();
    await table.host(`count('leads.c1', 600, 'stopped')`);
    await profile.getByText('Stopped after 600 records.').waitFor();
    await profile.getByRole('button', { name: 'Continue' }).click();
    await table.host(`count('leads.c1', 800, 'down')`);
    await profile
      .getByText('Reading stopped after 800 records. Could not list the records: the service is not reachable.')
      .waitFor();
    assert.match((await fact(profile, 'Filled').textContent()) ?? '', /of the first 800/);
    await profile.getByRole('button', { name: 'Continue' }).waitFor();
    assert.deepEqual(await table.received('changeProfile'), ['stop', 'continue']);
    await table.host(`count('leads.c1', 900, 'lost')`);
    await profile.getByRole('button', { name: 'Retry' }).click();
    await table.until('a fresh start', async () => (await asked(table)).at(-1)?.isFresh === true);
  });

  it('retries when the service was unreachable from the start', async () => {
    const table = await open({ script: { rows: 1_000, columns: 8 } });
    await table.cell(0, 0).waitFor();
    await table.host(`fail('unreachable', 'Could not list the records: nothing answers.')`);
    await table.host(`send('showProfile', { column: 'leads.c1' })`);
    const profile = pane(table, 'City');
    await profile.getByText('Could not list the records: nothing answers.').waitFor();
    await table.host('recover()');
    await profile.getByRole('button', { name: 'Retry' }).click();
    await fact(profile, 'Filled').waitFor();
  });

  it('lists repeated values with their records, and opens one', async () => {
    const [table, profile] = await opened('City');
    await fact(profile, 'Repeated').getByRole('button').press('Enter');
    const values = profile.locator('.repeated > li');
    assert.equal(await values.count(), 8);
    assert.equal(await values.first().getByRole('listitem').count(), 11, 'ten records, and how many more there are');
    await values.first().getByRole('listitem').first().getByRole('button').click();
    await table.until('the record', async () => (await table.received('openRecord')).length === 1);
  });

  it('reports that every value occurs once, and lists unused choices', async () => {
    const [table, profile] = await opened('Notes', { distinct: 1 });
    await profile.getByText('Every value occurs once.').waitFor();
    assert.equal(await table.page.locator('.profile .frequent').count(), 0);
    const [, cities] = await opened('City', { codes: 'known' });
    await cities.getByRole('heading', { name: 'Unused choices' }).waitFor();
    assert.deepEqual(await cities.locator('.unused li').allTextContents(), ['Nowhere']);
    await cities.locator('.frequent').getByText('Pune', { exact: true }).waitFor();
  });

  it('is restored with the table, including what the host counted in between', async () => {
    const [table] = await opened('City');
    await table.until('the state', async () => (await table.kept<{ profile?: string }>())?.profile === 'leads.c1');
    await table.page.reload();
    await pane(table, 'City').locator('dl').waitFor();
    await pane(table, 'City').getByRole('button', { name: 'Close' }).click();
    await table.until('the state', async () => (await table.kept<{ profile?: string }>())?.profile === undefined);
  });

  it('filters locally by non-empty values, and by columns that the service cannot compare', async () => {
    const [table, born] = await opened('Born');
    await fact(born, 'Oldest').getByRole('button').click();
    const conditions = async (): Promise<string> => JSON.stringify((await lastQuery(table))?.conditions);
    await table.until('the filter', async () =>
      (await conditions()).includes('{"column":"leads.c3","operator":"is","values":["1950-'),
    );
    await fact(born, 'Filled').getByRole('button').click();
    await table.until(
      'the filter',
      async () => (await conditions()) === '[{"column":"leads.c3","operator":"isNotEmpty","values":[]}]',
    );
    assert.equal((await asked(table)).length, 1, 'it was read once');
  });

  it('offers no filters if the table shows a raw query', async () => {
    const [, city] = await opened('City', { query: JSON.stringify({ rawQ: '{"method":"find"}' }) });
    await city.getByText('Records matching the query').waitFor();
    assert.equal(await city.locator('.frequent button').count(), 0);
  });
});
