import assert from 'node:assert/strict';
import { describeForm } from './openedForm.ts';
import { describeTable, type OpenedTable } from './openedTable.ts';

const banner = ({ page }: Pick<OpenedTable, 'page'>) => page.getByRole('region', { name: 'Last seen' });

describeTable('table whose service is down', (open) => {
  it('shows the age of its rows, and retries on request', async () => {
    const table = await open();
    await table.cell(0, 0).waitFor();
    assert.equal(await banner(table).isVisible(), false);
    await table.host('seenAt = Date.now() - 5 * 60_000');
    await table.button('Refresh').click();
    await banner(table)
      .getByText(/The service can't be reached\. This is the version last seen 5 minutes ago \(/)
      .first()
      .waitFor();
    await table.host('seenAt = undefined');
    await table.button('Try Again').click();
    await banner(table).waitFor({ state: 'hidden' });
    assert.equal((await table.received('refresh')).length, 2);
  });

  it('shows the age of the oldest row', async () => {
    const table = await open();
    await table.host('seenAt = Date.now() - 60_000');
    await table.button('Refresh').click();
    await banner(table).getByText('1 minute ago', { exact: false }).first().waitFor();
    await table.host('seenAt = Date.now() - 3 * 3_600_000');
    await table.host("send('goToRow', { row: 5000 })");
    await banner(table).getByText('3 hours ago', { exact: false }).first().waitFor();
  });

  it('becomes live as a whole with the first response of the service', async () => {
    const table = await open();
    await table.host('seenAt = Date.now()');
    await table.button('Refresh').click();
    await banner(table).getByText('less than a minute ago', { exact: false }).first().waitFor();
    await table.host("edits['2/7'] = '4711'");
    await table.host('seenAt = undefined');
    await table.host("send('goToRow', { row: 5000 })");
    await banner(table).waitFor({ state: 'hidden' });
    await table.host("send('goToRow', { row: 1 })");
    await table.shows(2, 7, '4,711');
  });

  it('fits a narrow page', async () => {
    const table = await open({ width: 260, height: 400 });
    await table.host('seenAt = Date.now()');
    await table.button('Refresh').click();
    await banner(table).waitFor();
    const overflow = await table.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.equal(overflow, 0);
  });
});

describeForm('form whose service is down', (open) => {
  it('shows the age of the record, can be edited, and retries on request', async () => {
    const form = await open();
    assert.equal(await banner(form).isVisible(), false);
    await form.host('state({ seenAt: Date.now() - 49 * 3_600_000 })');
    await banner(form).getByText('2 days ago', { exact: false }).first().waitFor();
    await form.field('Name').fill('Mira S.');
    await form.page.getByRole('button', { name: 'Try Again' }).click();
    await form.hasReceived('command', [{ name: 'retry' }]);
    await form.host('state({ seenAt: undefined })');
    await banner(form).waitFor({ state: 'hidden' });
  });
});
