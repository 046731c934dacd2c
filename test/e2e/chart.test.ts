import assert from 'node:assert/strict';
import { describeJourney } from '../support/journey.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { runCommand } from '../support/workbench.ts';

describeJourney('list views that are charts', { settings: { 'recordbench.demo.autoStart': true } }, (journey) => {
  const charts: readonly (readonly [string, RegExp])[] = [
    ['Leads by Month', /^Line chart Leads by Month: \d+ values from \d{4}-\d{2} to \d{4}-\d{2}, highest/],
    ['Leads by Source', /^Pie chart Leads by Source: \d+ values, highest/],
    ['Pipeline by Stage', /^Bar chart Pipeline by Stage: \d+ values, Records highest/],
    ['Share Won', /^Gauge Share Won: [\d.]+ on a scale from 0 to 100/],
    ['Leads by Country', /^Map Leads by Country: \d+ places, highest/],
  ];
  for (const [name, summary] of charts)
    it(`opens ${name} as a chart beside its table`, async () => {
      const { grid, frame } = await openListView(journey().page, name);
      await frame.getByRole('img', { name: summary }).waitFor();
      await frame.locator('recordbench-chart svg path').first().waitFor({ state: 'attached' });
      assert.ok(await grid.isVisible());
    });

  it('saves the chart as a picture', async () => {
    const { page } = journey();
    const { frame } = await tableOnScreen(page);
    await frame.getByRole('button', { name: 'Export chart' }).click();
    await frame.getByRole('menuitem', { name: 'PNG' }).click();
    const place = page.locator('.quick-input-widget input[type=text]');
    // VS Code writes the proposed name after the folder
    while (!(await place.inputValue()).endsWith('Leads by Country.png')) await page.waitForTimeout(50);
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await page.locator('.statusbar').getByText('Saved Leads by Country.png').waitFor();
  });

  it('have counted for the walkthrough when that is opened later', async () => {
    const { page } = journey();
    await runCommand(page, 'Welcome: Open Walkthrough...');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'First Steps with Recordbench' }).click();
    for (const done of ['demo', 'listView'])
      await page.locator(`[data-done-step-id$="#firstSteps#${done}"][aria-checked=true]`).waitFor();
  });
});
