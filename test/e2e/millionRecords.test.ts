import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { millionService } from '../support/millionService.ts';
import type { ScriptedService } from '../support/scriptedService.ts';
import { type TableOnScreen, tableOnScreen } from '../support/table.ts';
import { enter, openView, runCommand, tree, treeLine } from '../support/workbench.ts';

const source = {
  controller: 'things',
  listView: 'All Things',
  firstColumn: 'NAME',
  total: 1_000_000,
  firstRow: 'Thing 1',
};

const settings = {
  'recordbench.connections': [{ id: 'many', name: 'Many', baseUrl: 'http://127.0.0.1:1' }],
};

describe('million records', () => {
  let service: ScriptedService;
  before(async () => {
    service = await millionService();
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = service.url;
  });
  after(() => service.close());

  describeJourney('in a table', { settings }, (journey) => {
    it('can be scrolled to the last one by scroll bar, by keyboard and by row number', async () => {
      await lookAtAll(journey().page);
    });
  });
});

async function lookAtAll(page: Page): Promise<void> {
  const table = await openList(page);
  await table.grid.getByText(source.firstRow, { exact: true }).waitFor();
  assert.equal(await table.grid.getAttribute('aria-colcount'), '60');
  const total = Number(await table.grid.getAttribute('aria-rowcount')) - 1;
  assert.equal(total, source.total);
  const shownToLast = table.status.filter({ hasText: new RegExp(`–${total.toLocaleString('en')} of`) });
  const row = (place: number): ReturnType<typeof table.grid.locator> =>
    table.grid.locator(`[role=row][aria-rowindex="${place + 1}"] [role=gridcell]:not(:empty)`).first();

  await table.grid.evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight;
  });
  await row(total).waitFor();
  await shownToLast.waitFor();

  await table.grid.evaluate((grid) => {
    grid.scrollTop = 0;
  });
  await (await table.cell(1, source.firstColumn)).click();
  await page.keyboard.press('Control+End');
  await row(total).waitFor();
  await table.grid.locator(`[role=row][aria-rowindex="${total + 1}"] [role=gridcell][aria-colindex="60"]`).waitFor();

  await runCommand(page, 'Recordbench: Go to Row');
  await enter(page, 'starting at 1', '654321');
  await row(654_321).waitFor();
  await page.keyboard.press('Control+Home');
  await table.grid.getByText(source.firstRow, { exact: true }).waitFor();
}

async function openList(page: Page): Promise<TableOnScreen> {
  await openView(page, 'Recordbench');
  const controller = tree(page).and(page.locator('[aria-level="2"]')).filter({ hasText: source.controller }).first();
  await controller.waitFor();
  const line = treeLine(page, source.listView).first();
  if ((await controller.getAttribute('aria-expanded')) !== 'true') await controller.click();
  await line.click();
  return tableOnScreen(page);
}
