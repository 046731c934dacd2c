import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import { describeJourney } from '../support/journey.ts';
import { inProject } from '../support/projectPaths.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { openView, runAndChoose, saveThere } from '../support/workbench.ts';

const options = {
  settings: { 'recordbench.demo.autoStart': true },
  virtualFolders: ['recordbench-memory:/'],
  extensions: { 'recordbench-test.memory-files-0.0.0': inProject('test/e2e/memoryFiles') },
};

describeJourney('list views that are charts, in a virtual workspace', options, (journey) => {
  it('start in a workspace with no files on disk', async () => {
    const { page } = journey();
    await openView(page, 'Explorer');
    await page.locator('.sidebar').getByRole('treeitem', { name: 'notes.txt' }).waitFor();
  });

  const charts: readonly (readonly [string, RegExp])[] = [
    ['Leads by Month', /^Line chart Leads by Month: \d+ values from \d{4}-\d{2} to \d{4}-\d{2}, highest/],
    ['Leads by Source', /^Pie chart Leads by Source: \d+ values, highest/],
    ['Pipeline by Stage', /^Bar chart Pipeline by Stage: \d+ values, Records highest/],
    ['Share Won', /^Gauge Share Won: [\d.]+ on a scale from 0 to 100/],
    ['Leads by Country', /^Map Leads by Country: \d+ places, highest/],
  ];
  for (const [name, summary] of charts)
    it(`open ${name} as a chart, and as a table on demand`, async () => {
      const { grid, frame } = await openListView(journey().page, name);
      await frame.getByRole('img', { name: summary }).waitFor();
      await frame.locator('recordbench-chart svg path').first().waitFor({ state: 'attached' });
      assert.ok(!(await grid.isVisible()));
      await frame.getByRole('button', { name: 'Table', exact: true }).click();
      await grid.waitFor();
    });

  it('save the chart as an image', async () => {
    const { page, vsCode } = journey();
    const { frame } = await tableOnScreen(page);
    await frame.getByRole('button', { name: 'Export chart' }).click();
    await frame.getByRole('menuitem', { name: 'PNG' }).click();
    const place = page.locator('.quick-input-widget input[type=text]');
    // VS Code writes the proposed name after the folder
    while (!(await place.inputValue()).endsWith('Leads by Country.png')) await page.waitForTimeout(50);
    // a folder that isn't on disk isn't proposed
    assert.ok((await place.inputValue()).startsWith(os.homedir()));
    await place.fill(path.join(vsCode.folder, 'Leads by Country.png'));
    await saveThere(page);
    await page
      .locator('.statusbar')
      .getByText(/^Saved .*Leads by Country\.png$/)
      .waitFor();
  });

  it('complete their walkthrough steps even if the walkthrough is opened later', async () => {
    const { page } = journey();
    await runAndChoose(page, 'Welcome: Open Walkthrough...', (box) => [
      box.locator('.monaco-list-row', { hasText: 'First Steps with Recordbench' }),
    ]);
    for (const done of ['demo', 'listView'])
      await page.locator(`[data-done-step-id$="#firstSteps#${done}"][aria-checked=true]`).waitFor();
  });
});
