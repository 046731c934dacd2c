import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { millionService } from '../support/millionService.ts';
import type { ScriptedService } from '../support/scriptedService.ts';
import { type TableOnScreen, tableOnScreen } from '../support/table.ts';
import { enter, openView, openWorkbench, runCommand, tree } from '../support/workbench.ts';

const things: { service?: ScriptedService } = {};
const settings = {
  'recordbench.connections': [{ id: 'things', name: 'Things', baseUrl: 'http://127.0.0.1:1' }],
};

describe('a million records', () => {
  before(async () => {
    things.service = await millionService();
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = things.service.url;
  });
  after(() => things.service?.close());

  describeJourney('in a table', { settings }, (journey) => {
    it('are reached to the last on a screen of 1 pixel each', async () => {
      await lookAtAll(journey().page);
    });

    it('are reached to the last on a screen of 2 pixels each', async () => {
      const { page, vsCode } = journey();
      const browser = page.context().browser();
      assert.ok(browser);
      const sharp = await openWorkbench(browser, vsCode, { deviceScaleFactor: 2 });
      try {
        assert.equal(await sharp.evaluate('devicePixelRatio'), 2);
        await lookAtAll(sharp);
      } finally {
        await sharp.context().close();
      }
    });
  });
});

/** By scroll bar, by keyboard and by number. */
async function lookAtAll(page: Page): Promise<void> {
  const table = await openThings(page);
  await table.grid.getByText('Thing 1', { exact: true }).waitFor();
  assert.equal(await table.grid.getAttribute('aria-rowcount'), '1000001');

  await table.grid.evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight;
  });
  await table.grid.getByText('Thing 1000000', { exact: true }).waitFor();
  await table.status.filter({ hasText: '1,000,000 of 1,000,000' }).waitFor();

  await table.grid.evaluate((grid) => {
    grid.scrollTop = 0;
  });
  await (await table.cell(1, 'NAME')).click();
  await page.keyboard.press('Control+End');
  const last = table.grid.locator('[role=row][aria-rowindex="1000001"]');
  await last.getByText('1000000.59', { exact: true }).waitFor();

  await runCommand(page, 'Records: Go to Row');
  await enter(page, 'counted from 1', '654321');
  await table.grid.locator('[role=row][aria-rowindex="654322"]').waitFor();
  await page.keyboard.press('Control+Home');
  await table.grid.getByText('Thing 1', { exact: true }).waitFor();
}

async function openThings(page: Page): Promise<TableOnScreen> {
  await openView(page, 'Recordbench');
  const controller = tree(page).and(page.locator('[aria-level="2"]')).filter({ hasText: 'things' }).first();
  await controller.waitFor();
  const line = tree(page).filter({ hasText: 'All Things' }).first();
  if ((await controller.getAttribute('aria-expanded')) !== 'true') await controller.click();
  await line.waitFor();
  await line.click();
  return tableOnScreen(page);
}
