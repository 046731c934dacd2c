import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describeTable } from './openedTable.ts';
import { pageViolations } from './pageViolations.ts';
import { themeNames } from './themes.ts';

const bars = { chart: 'bar', rows: 40, columns: 3 };

describeTable('chart list view', (open) => {
  for (const theme of themeNames)
    it(`opens as a chart, and as a table on demand, in ${theme} without axe violations`, async () => {
      const table = await open({ theme, script: bars });
      await table.page.getByRole('img', { name: /^Bar chart All leads: 9 values, highest/ }).waitFor();
      assert.ok(!(await table.grid.isVisible()));
      const drawn = await table.page.locator('recordbench-chart svg text').allTextContents();
      for (const city of ['Goa', 'Łódź', 'Delhi', 'Pune', 'São Paulo']) assert.ok(drawn.includes(city), drawn.join());
      await table.button('Table').click();
      await table.grid.waitFor();
      assert.deepEqual(await pageViolations(table.page, theme), []);
    });

  it('switches between chart and table', async () => {
    const table = await open({ script: bars });
    const chart = table.page.getByRole('img', { name: /^Bar chart/ });
    await chart.waitFor();
    await table.button('Table').click();
    await table.grid.waitFor();
    await table.button('Chart').click();
    await chart.waitFor({ state: 'hidden' });
    assert.equal(await table.button('Chart').getAttribute('aria-pressed'), 'false');
    assert.ok(await table.grid.isVisible());
    await table.button('Table').click();
    await chart.waitFor();
    assert.ok(!(await table.grid.isVisible()));
    await table.says(/^\s*40 records\s*$/);
    await table.button('Table').click();
    assert.ok((await table.grid.isVisible()) && (await chart.isVisible()));
    await table.says(/1–\d+ of 40/);
  });

  it('shows either chart or table in a small window', async () => {
    const table = await open({ script: bars });
    const chart = table.page.getByRole('img', { name: /^Bar chart/ });
    await chart.waitFor();
    await table.page.setViewportSize({ width: 360, height: 420 });
    await table.grid.waitFor({ state: 'hidden' });
    await chart.waitFor();
    assert.ok(!(await table.grid.isVisible()));
    await table.button('Table').click();
    assert.ok((await table.grid.isVisible()) && !(await chart.isVisible()));
    await table.button('Chart').click();
    await chart.waitFor();
    assert.ok(!(await table.grid.isVisible()));
  });

  it('restores its state after a reload', async () => {
    const table = await open({ script: bars });
    await table.page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    await table.button('Table').click();
    await table.until('what is kept', async () => (await table.kept<{ views: string }>())?.views === 'both');
    await table.page.reload();
    await table.page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    assert.ok(await table.grid.isVisible());
  });

  it('goes to the row of a point', async () => {
    const table = await open({ script: bars });
    const walk = table.page.getByRole('application');
    await walk.press('ArrowRight');
    await walk.press('ArrowRight');
    await walk.press('Enter');
    await table.until('the second row', async () => (await table.active())?.row === 1);
  });

  it('shows the records of a bar, on click and on Enter', async () => {
    for (const way of ['click', 'Enter']) {
      const table = await open({ script: { ...bars, choices: 1 } });
      const chart = table.page.getByRole('img', { name: /^Bar chart/ });
      await chart.waitFor();
      if (way === 'Enter') {
        const walk = table.page.getByRole('application');
        await walk.press('ArrowRight');
        await walk.press('Enter');
      } else await chart.locator('svg path[fill]:not([fill=none])').nth(1).click({ force: true });
      await table.grid.waitFor();
      await table.until('they are asked for', async () => {
        const filters = (await table.host('asked.at(-1).query.filters')) as Record<string, string> | undefined;
        return Object.keys(filters ?? {}).join() === 'leads.c1';
      });
      await table.page.locator('.chip').getByText(/City/).waitFor();
    }
  });

  it('opens the records behind a sum', async () => {
    const table = await open({ script: { ...bars, choices: 1, sums: 1 } });
    const walk = table.page.getByRole('application');
    await walk.press('ArrowRight');
    await walk.press('Enter');
    await table.hasReceived('command', [{ name: 'openRecords', query: { filters: { 'leads.c1': 'Goa' } } }]);
    assert.ok(!(await table.grid.isVisible()));
  });

  it('shows long names in full, wrapped next to their bars', async () => {
    const table = await open({ script: { ...bars, longNames: 1 }, width: 500 });
    await table.page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    const drawn = (await table.page.locator('recordbench-chart svg text').allTextContents()).join(' ');
    assert.match(drawn, /The municipality of Pune/);
    assert.match(drawn, /with its surroundings/);
    assert.doesNotMatch(drawn, /…|\.\.\./);
  });

  it('shows a loading indicator until it is rendered, and while it reloads', async () => {
    const waiting = await open({ script: { ...bars, delay: 60_000 } });
    await waiting.page.getByText('Loading the chart…').waitFor();
    const table = await open({ script: bars });
    await table.page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    const loading = table.page.getByText('Loading the chart…');
    await loading.waitFor({ state: 'hidden' });
    await table.host('script.delay = 60_000');
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('later');
    await loading.waitFor();
    await table.host(`fail('unreachable', 'The service does not answer.')`);
    await table.host('script.delay = 0');
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('failing');
    await table.says(/does not answer/);
    await loading.waitFor({ state: 'hidden' });
  });

  it('charts the chosen columns, remembers them for the list view, and labels a guess as such', async () => {
    const table = await open({ script: { ...bars, chart: 'pie' } });
    const group = table.page.getByLabel('Group by');
    await group
      .locator('option:checked')
      .filter({ hasText: /^Automatic: City$/ })
      .waitFor({ state: 'attached' });
    await group.selectOption('Name');
    await table.page.getByRole('img', { name: /^Pie chart All leads: 40 values/ }).waitFor();
    await table.page.getByLabel('Measure').selectOption('Number of records');
    await table.page.getByRole('img', { name: /all 1$/ }).waitFor();
    const chart = { group: 'leads.c0', measure: null };
    await table.until('it is remembered', async () =>
      isDeepStrictEqual(((await table.received('layout')).at(-1) as { chart?: unknown } | undefined)?.chart, chart),
    );
    const layout = JSON.stringify((await table.received('layout')).at(-1));
    const again = await open({ script: { ...bars, chart: 'pie', layout } });
    await again.page.getByRole('img', { name: /^Pie chart All leads: 40 values, all 1$/ }).waitFor();
  });

  it('is updated after a search and a refresh', async () => {
    const table = await open({ script: { ...bars, rows: 100 } });
    await table.page.getByRole('img', { name: /^Bar chart All leads: 9 values/ }).waitFor();
    await table.host('script.cap = 3');
    await table.page.getByRole('searchbox', { name: 'Search' }).fill('few');
    await table.page.getByText('Rows with the same City are added up.').waitFor();
    await table.until(
      'a drawing of ten rows',
      async () =>
        (await table.page
          .locator('recordbench-chart')
          .evaluate((chart) => (chart as unknown as { rows: unknown[] }).rows.length)) === 10,
    );
  });

  it('reports an unknown chart type above the table', async () => {
    const table = await open({ script: { ...bars, chart: 'other', chartHelper: 'radar' } });
    await table.page.getByText('The chart type “radar” is not supported. Showing the table instead.').waitFor();
    assert.ok(await table.grid.isVisible());
    assert.ok(await table.button('Export chart').isDisabled());
  });

  it('is saved as SVG and PNG', async () => {
    const table = await open({ script: bars });
    await table.page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    for (const format of ['SVG', 'PNG']) {
      await table.button('Export chart').click();
      await table.page.getByRole('menuitem', { name: format }).click();
    }
    await table.until('two files', async () => (await table.received('saveFile')).length === 2);
    const files = (await table.received('saveFile')) as { name: string; base64: string }[];
    assert.deepEqual(files.map(({ name }) => name).toSorted(), ['All leads.png', 'All leads.svg']);
    for (const { name, base64 } of files) {
      const start = Buffer.from(base64, 'base64').subarray(0, 4).toString('latin1');
      assert.equal(start, name.endsWith('svg') ? '<svg' : '\u0089PNG');
    }
    assert.deepEqual(await table.received('badMessage'), []);
  });

  it('does not load chart code when the list view is not a chart', async () => {
    const table = await open({ script: { rows: 10, columns: 3 } });
    await table.cell(0, 0).waitFor();
    assert.equal(await table.button('Chart').count(), 0);
    const loaded = await table.page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => /chart/i.test(name)).length`,
    );
    assert.equal(loaded, 0);
    const scripts = await table.page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\\/(table|chunks\\/).*js$/.test(name))`,
    );
    assert.ok(scripts.length <= 3, `each is asked for on its own: ${scripts.join(' ')}`);
  });
});
