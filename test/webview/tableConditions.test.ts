import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import type { TableQuery } from '../../src/features/table/tableProtocol.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

describeTable('a filter with an operator', (open) => {
  const input = ({ page }: OpenedTable): Locator => page.getByRole('combobox', { name: 'Add filter' });
  const asksFor = (table: OpenedTable, conditions: TableQuery['conditions']): Promise<void> =>
    table.until(JSON.stringify(conditions), async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query.conditions ?? null'), conditions ?? null),
    );
  const opened = async (script: Record<string, string | number> = {}): Promise<OpenedTable> => {
    const table = await open({ script: { columns: 8, ...script } });
    await table.cell(0, 0).waitFor();
    return table;
  };
  /** Status of the filter that the host reports, in an event and in its responses from then on. */
  const sendFilterStatus = async (table: OpenedTable, status: string): Promise<void> => {
    await table.host(`filtered = ${status}`);
    await table.host("send('filtered', testHost.filtered)");
  };
  const amount = { column: 'leads.c2', operator: 'greater', values: ['1000'] } as const;

  it('is typed, with completion, by keyboard only', async () => {
    const table = await opened();
    await table.button('Filter').click();
    await input(table).focus();
    await table.page.keyboard.type('am');
    await table.page.getByRole('option', { name: 'Amount', exact: true }).waitFor();
    await table.page.keyboard.press('ArrowDown');
    await table.page.keyboard.press('Enter');
    await table.page.getByRole('option', { name: '≥', exact: true }).waitFor();
    await table.page.keyboard.type('> 1000');
    await table.page.keyboard.press('Enter');
    await asksFor(table, [amount]);
    await table.button('Remove filter: Amount > 1000').waitFor();
    assert.equal(await input(table).inputValue(), '');
    // back in the rows
    await table.grid.and(table.page.locator(':focus')).waitFor();
  });

  it('is edited by its chip, and removed by emptying it', async () => {
    const table = await opened({ query: JSON.stringify({ conditions: [amount] }) });
    await table.button('Amount > 1000').press('Enter');
    assert.equal(await input(table).inputValue(), 'Amount > 1000');
    await input(table).fill('amount between 5 and 10');
    await table.page.keyboard.press('Enter');
    await asksFor(table, [{ column: 'leads.c2', operator: 'between', values: ['5', '10'] }]);
    await table.button('Amount between 5 and 10').click();
    await input(table).fill('');
    await table.page.keyboard.press('Enter');
    await asksFor(table, undefined);
    await table.button('Remove filter: Amount between 5 and 10').waitFor({ state: 'detached' });
  });

  it('says what is wrong with it, and stays as typed', async () => {
    const table = await opened();
    await table.button('Filter').click();
    await input(table).fill('amount > many');
    await table.page.keyboard.press('Enter');
    await table.page.getByText('“many” is not a valid number for “Amount”.').waitFor();
    assert.equal(await input(table).getAttribute('aria-invalid'), 'true');
    assert.equal(await input(table).inputValue(), 'amount > many');
    await asksFor(table, undefined);
  });

  it('is chosen from the menu of a column', async () => {
    const table = await opened();
    await table.grid.getByRole('columnheader', { name: 'Name', exact: true }).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Filter…', exact: true }).click();
    await table.page.getByRole('menuitem', { name: 'contains …', exact: true }).click();
    assert.equal(await input(table).inputValue(), 'Name contains ');
    await table.page.keyboard.type('gmbh');
    await table.page.keyboard.press('Enter');
    await asksFor(table, [{ column: 'leads.c0', operator: 'contains', values: ['gmbh'] }]);
    await table.grid.getByRole('columnheader', { name: 'Notes', exact: true }).click({ button: 'right' });
    await table.page.getByRole('menuitem', { name: 'Filter…', exact: true }).click();
    await table.page.getByRole('menuitem', { name: 'is not empty', exact: true }).click();
    await table.button('Remove filter: Notes is not empty').waitFor();
  });

  it('is removed with Delete on its chip', async () => {
    const [first, second] = [amount, { column: 'leads.c1', operator: 'contains', values: ['Go'] }];
    const table = await opened({ query: JSON.stringify({ conditions: [first, second] }) });
    await table.button('Amount > 1000').press('Delete');
    await asksFor(table, [second] as TableQuery['conditions']);
    // focus is on the next filter
    await table.button('City contains Go').and(table.page.locator(':focus')).waitFor();
    await table.page.keyboard.press('Backspace');
    await asksFor(table, undefined);
    await table.grid.and(table.page.locator(':focus')).waitFor();
  });

  it('on a reference completes names, is asked by id, and is shown by name', async () => {
    const table = await opened({ references: 1 });
    await table.button('Filter').click();
    await input(table).focus();
    await table.page.keyboard.type('city is one of Go');
    await table.page.getByRole('option', { name: 'Goa', exact: true }).click();
    await table.page.keyboard.type(', Ada Lovelace');
    await table.page.keyboard.press('Enter');
    await asksFor(table, [{ column: 'leads.c1', operator: 'isOneOf', values: ['Goa', 'A7'] }]);
    await table.button('City is one of Goa, Ada Lovelace').waitFor();
  });

  it('on a reference by its value is decided here by id, where the list has ids', async () => {
    const table = await opened({ references: 1 });
    await table.button('Filter').click();
    await input(table).fill('city is Ada Lovelace');
    await table.page.keyboard.press('Enter');
    await table.button('Remove filter: City is Ada Lovelace').waitFor();
    await table.host(`send('query', { search: 'nothing', filters: { 'leads.c1': 'A7' } })`);
    await table.button('Filter Locally').click();
    await asksFor(table, [{ column: 'leads.c1', operator: 'is', values: ['A7'] }]);
  });

  it('is sent to the service if it is a plain equality', async () => {
    const table = await opened({ choices: 1 });
    await table.button('Filter').click();
    await input(table).fill('city is Goa');
    await table.page.keyboard.press('Enter');
    await table.until('the filter', async () =>
      isDeepStrictEqual(await table.host('asked.at(-1).query.filters'), { 'leads.c1': 'Goa' }),
    );
    await table.button('City is Goa').click();
    assert.equal(await input(table).inputValue(), 'City is Goa');
    await input(table).fill('city contains Go');
    await table.page.keyboard.press('Enter');
    await asksFor(table, [{ column: 'leads.c1', operator: 'contains', values: ['Go'] }]);
    assert.deepEqual(await table.host('asked.at(-1).query.filters ?? {}'), {});
  });

  it('shows its first rows and the progress while the rest is read', async () => {
    const table = await opened();
    await table.host("filtered = { state: 'reading', found: 20, read: 400, total: 5000 }");
    await table.host(`send('query', ${JSON.stringify({ conditions: [amount] })})`);
    await table.page.getByText('Filtered locally: 20 found, 400 of 5,000 read').waitFor();
    await table.shows(0, 0, 'Record 0');
    await table.says(/1–\d+ of 20/);
    // the count that changes isn't announced
    assert.equal(await table.status.getByText('Filtered locally').count(), 0);
    await sendFilterStatus(table, "{ state: 'reading', found: 300, read: 4000, total: 5000 }");
    await table.says(/of 300/);
    await sendFilterStatus(table, "{ state: 'complete', found: 314, read: 5000, total: 5000 }");
    await table.says(/Filtered locally: 314 of 5,000/);
    await table.says(/of 314/);
    await table.host("filtered = { state: 'complete', found: 314, read: 5000, total: 5000 }");
    await table.grid.focus();
    await table.page.keyboard.press('Control+End');
    await table.cell(313, 7).waitFor();
  });

  it('keeps the latest status, even if an earlier one arrives after it with rows', async () => {
    const table = await opened();
    await table.host("filtered = { at: 1, state: 'reading', found: 25, read: 44, total: 44 }");
    await table.host(`send('query', ${JSON.stringify({ conditions: [amount] })})`);
    await table.says(/of 25/);
    await table.host("send('filtered', { at: 3, state: 'complete', found: 25, read: 44, total: 44 })");
    await table.says(/Filtered locally: 25 of 44/);
    await table.host("filtered = { at: 2, state: 'reading', found: 26, read: 44, total: 44 }");
    await table.host("send('refresh')");
    await table.says(/of 26/);
    await table.says(/Filtered locally: 25 of 44/);
    assert.equal(await table.button('Stop').count(), 0);
  });

  it('is stopped and continued', async () => {
    const table = await opened();
    await table.host("filtered = { state: 'reading', found: 20, read: 400, total: 5000 }");
    await table.host(`send('query', ${JSON.stringify({ conditions: [amount] })})`);
    await table.button('Stop').click();
    await table.until(
      'the stop',
      async () => (await table.host(`received.some(({ name }) => name === 'stopFilter')`)) === true,
    );
    await sendFilterStatus(table, "{ state: 'stopped', found: 20, read: 400, total: 5000 }");
    await table.says(/Filtered locally: 20 found, 400 of 5,000 read, stopped/);
    await table.button('Continue').click();
    await table.until(
      'the rest',
      async () => (await table.host(`received.some(({ name }) => name === 'continueFilter')`)) === true,
    );
  });

  it('says in one sentence when the service goes down, and offers to retry', async () => {
    const table = await opened();
    await table.host("filtered = { state: 'reading', found: 20, read: 400, total: 5000 }");
    await table.host(`send('query', ${JSON.stringify({ conditions: [amount] })})`);
    await table.shows(0, 0, 'Record 0');
    await sendFilterStatus(
      table,
      "{ state: 'failed', found: 20, read: 400, total: 5000, why: 'Could not list the records: nothing answers.' }",
    );
    await table.says(/Filtered locally: 20 found, 400 of 5,000 read\s*Could not list the records: nothing answers\./);
    await table.shows(0, 0, 'Record 0');
    await table.button('Retry').click();
    await table.until(
      'the rest',
      async () => (await table.host(`received.some(({ name }) => name === 'continueFilter')`)) === true,
    );
  });

  it('does not claim that nothing matches until all is read', async () => {
    const table = await opened();
    await table.host("filtered = { state: 'stopped', found: 0, read: 400, total: 5000 }");
    await table.host(`send('query', ${JSON.stringify({ conditions: [amount] })})`);
    await table.says(/Filtered locally: 0 found, 400 of 5,000 read, stopped/);
    assert.equal(await table.page.getByText('No record matches').count(), 0);
    await sendFilterStatus(table, "{ state: 'complete', found: 0, read: 5000, unread: 12, total: 5000 }");
    await table.page.getByText('No record matches “Amount > 1000”.').waitFor();
    await table.says(/12 values skipped: neither numbers nor unambiguous dates/);
    // there is nothing to decide here that wasn't
    assert.equal(await table.button('Filter Locally').count(), 0);
    await table.button('Clear Filters').click();
    await asksFor(table, undefined);
  });
});
