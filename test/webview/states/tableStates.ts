import type { Locator } from 'playwright-core';
import { type Sample, samples } from '../chartSamples.ts';
import { OpenedTable } from '../openedTable.ts';
import { hebrewName, longSentence, now, type SheetState, type SheetView, type StateName } from './sheetState.ts';

type Script = Readonly<Record<string, string | number>>;
type Show = (table: OpenedTable, view: SheetView) => Promise<void>;

const firstRow: Show = (opened) => opened.cell(0, 0).waitFor();
const waits: Show = () => Promise.resolve();

/** A narrow toolbar has the button in its menu. */
async function press(opened: OpenedTable, name: string, more: string): Promise<void> {
  if (await opened.button(name).isVisible()) return opened.button(name).click();
  await opened.button(more).click();
  await opened.page.getByRole('menuitem', { name, exact: true }).or(menuCheckbox(opened, name)).click();
}

function menuCheckbox(opened: OpenedTable, name: string): Locator {
  return opened.page.getByRole('menuitemcheckbox', { name, exact: true });
}

function table(state: StateName, script: Script, show: Show = firstRow, part?: string): SheetState {
  return {
    page: 'table',
    state,
    ...(part && { part }),
    show: async (view) => {
      await view.open({ columns: 12, ...script });
      const opened = new OpenedTable(view.page);
      await view.page.getByRole('searchbox').waitFor();
      await show(opened, view);
    },
  };
}

const conditions = [
  { column: 'leads.c2', operator: 'greater', values: ['1000'] },
  { column: 'leads.c1', operator: 'contains', values: ['a'] },
];
/** The profile of a column, with its list of repeated values. */
function profile(state: StateName, column: string, script: Script, part = 'profile'): SheetState {
  return table(
    state,
    script,
    async (opened) => {
      await (script['rows'] === 0 ? opened.page.locator('.nothing') : opened.cell(0, 0)).waitFor();
      await opened.host(`send('showProfile', { column: '${column}' })`);
      await opened.page.locator('.profile h2').waitFor();
      const repeated = opened.page.locator('.profile summary');
      if (await repeated.count()) await repeated.click();
    },
    part,
  );
}

const staged = JSON.stringify({
  '2': { 'leads.c1': { from: 'Łódź', to: 'A city that was typed' } },
  '4': { 'leads.c2': { from: '237.59', to: '1200.5' } },
});

const unsaved = JSON.stringify({
  '2': { 'leads.c2': { from: '1', to: '1200.5', problem: 'Changed.', theirs: '237.59' } },
  '4': { 'leads.c0': { from: 'Record 3', to: 'Nobody', problem: 'The service does not like this name.' } },
  '99': {
    'leads.c0': {
      from: 'Record 98',
      to: 'Somebody',
      problem: 'Someone else deleted this record.',
      isOfRecord: true,
      isGone: true,
    },
  },
});

export const tableStates: readonly SheetState[] = [
  table('as usual', { rows: 40 }),
  table(
    'as usual',
    { rows: 40 },
    async (opened) => {
      await opened.cell(0, 0).waitFor();
      await opened.cell(2, 2).click({ button: 'right' });
      await opened.page.getByRole('menu').waitFor();
    },
    'menu of a cell',
  ),
  table(
    'as usual',
    { rows: 40 },
    async (opened, view) => {
      await opened.cell(0, 0).waitFor();
      await press(opened, view.word('Columns'), view.word('More'));
      await opened.page.locator('.popover').waitFor();
    },
    'columns',
  ),
  table(
    'as usual',
    { rows: 40 },
    async (opened, view) => {
      await opened.cell(0, 0).waitFor();
      await press(opened, view.word('Filter'), view.word('More'));
      await opened.page.locator('.cell.filter input').first().fill('Ada');
      await opened.page.keyboard.press('Enter');
      await opened.page.locator('.chip').waitFor();
      await opened.page.locator('.cell.filter input').first().blur();
    },
    'filtered',
  ),
  table(
    'as usual',
    { rows: 40, query: JSON.stringify({ conditions }) },
    async (opened) => {
      await opened.cell(0, 0).waitFor();
      await opened.host("send('filtered', { state: 'reading', found: 40, read: 1200, total: 5000 })");
      await opened.page.locator('.addfilter input').focus();
      await opened.page.locator('.lookup [role=option]').first().waitFor();
    },
    'filtered here',
  ),
  table(
    'as usual',
    { rows: 40 },
    async (opened) => {
      await opened.cell(0, 0).waitFor();
      await opened.host(`setStaged(${staged})`);
      await opened.grid.locator('.cell.staged').first().waitFor();
    },
    'staged',
  ),
  table(
    'as usual',
    { rows: 5_000 },
    async (opened) => {
      await opened.cell(0, 0).waitFor();
      await opened.host(`setStaged(${staged})`);
      await opened.cell(1, 1).click();
      await opened.check(6).click({ modifiers: ['Shift'] });
      // a narrow table has no room for it
      await opened.page.locator('.statusline .figures').waitFor({ state: 'attached' });
    },
    'sums',
  ),
  table(
    'as usual',
    { rows: 5_000 },
    async (opened) => {
      await opened.cell(0, 1).click();
      await opened.page.keyboard.press('Control+a');
      await opened.page.locator('.statusline .chosen').waitFor();
    },
    'all selected',
  ),
  table(
    'as usual',
    { rows: 5_000 },
    async (opened) => {
      await opened.cell(0, 0).waitFor();
      await opened.host(`setStaged(${staged})`);
      await opened.cell(1, 0).click({ modifiers: ['Shift'], position: { x: 4, y: 4 } });
      await opened.cell(4, 2).click({ modifiers: ['Shift'] });
      await opened.cell(7, 1).click({ modifiers: ['Control'] });
      await opened.page.keyboard.press('Shift+ArrowDown');
      await opened.page.locator('.statusline .chosen .unseen').waitFor({ state: 'attached' });
    },
    'ranges of cells',
  ),
  profile('as usual', 'leads.c1', { rows: 4_000, choices: 1 }),
  profile('as usual', 'leads.c2', { rows: 4_000 }, 'profile of numbers'),
  profile('nothing', 'leads.c1', { rows: 0 }),
  profile('very many', 'leads.c5', { rows: 4_000, distinct: 1 }, 'profile, all different'),
  profile('very long', 'leads.c1', { rows: 400, longNames: 1, longValues: longSentence, codes: 'known' }),
  profile('right to left', 'leads.c1', { rows: 400, everyName: hebrewName }),
  profile('loading', 'leads.c1', { rows: 4_000, profileEnd: 'reading' }),
  profile('service gone', 'leads.c1', { rows: 4_000, profileEnd: 'down' }),
  table('nothing', { rows: 0 }, (opened) => opened.page.locator('.nothing').waitFor()),
  table('one', { rows: 1, columns: 3 }),
  table('very many', { rows: 1_000_000, columns: 60 }, async (opened) => {
    await opened.cell(0, 0).waitFor();
    await opened.cell(1, 0).click();
    await opened.check(6).click({ modifiers: ['Shift'] });
  }),
  table('very long', { rows: 40, longNames: 1, messages: longSentence }),
  table('right to left', { rows: 40, everyName: hebrewName, messages: hebrewName }),
  table('loading', { delay: 600_000 }, waits),
  table('service gone', { rows: 40, seenAt: now - 300_000 }),
  table(
    'service gone',
    {
      rows: 40,
      fails:
        'Could not list the records: the connection was refused. Check that the service is running and that the address and port are correct.',
    },
    (opened) => opened.page.locator('.statusline .failure').waitFor(),
    'nothing was seen',
  ),
  table(
    'service gone',
    { rows: 40, query: JSON.stringify({ conditions }) },
    async (opened) => {
      await opened.cell(0, 0).waitFor();
      const why = 'Could not list the records of crm/leads: nothing answers at that address.';
      await opened.host(
        `send('filtered', ${JSON.stringify({ state: 'failed', found: 40, read: 1_200, total: 5_000, why })})`,
      );
      await opened.page.locator('.statusline .failure').waitFor();
    },
    'filtered here',
  ),
  table('may not', { rows: 40, readOnly: 1 }, async (opened) => {
    await opened.cell(0, 0).waitFor();
    await opened.host(
      "fail('forbidden', 'Could not list the records: this user has no permission. Ask an administrator of the service for access.')",
    );
    await opened.host("send('refresh')");
    await opened.page.locator('.statusline .failure').waitFor();
  }),
  table('refused', { rows: 40 }, async (opened) => {
    await opened.cell(0, 0).waitFor();
    await opened.host(`setStaged(${unsaved})`);
    await opened.host("send('saved')");
    await opened.page.locator('.unresolved li').first().waitFor();
  }),
  table('conflict', { rows: 40 }, async (opened) => {
    await opened.cell(0, 0).waitFor();
    await opened.host(`setStaged(${staged})`);
    await opened.host("edits['3/3'] = '2001-02-03'");
    await opened.host("edits['1/1'] = 'Changed by someone else'");
    await opened.host("send('refresh')");
    await opened.grid.locator('.cell.changed').first().waitFor();
    await opened.cell(1, 1).click();
    await opened.page.locator('.conflictbar').waitFor();
  }),
];

/** For a list view that is a chart. */
function chart(
  state: StateName,
  own: Pick<Sample, 'kind' | 'columns' | 'rows'>,
  { part, script = {}, isDrawn = true }: { part?: string; script?: Script; isDrawn?: boolean } = {},
): SheetState {
  const { kind, columns, rows } = own;
  const drawn: Show = async ({ page }) => {
    if (isDrawn) await page.locator('recordbench-chart svg path').first().waitFor({ state: 'attached' });
    else await page.locator('.chart :is(.sentence, p:not(.loading))').first().waitFor();
  };
  const shown = table(state, { chart: kind, ...script }, 'delay' in script ? waits : drawn, part);
  return {
    ...shown,
    page: 'chart',
    show: async (view) => {
      await view.page.addInitScript(`window.ownRows = ${JSON.stringify({ columns, rows })}`);
      await shown.show(view);
    },
  };
}

/** The same chart with other names. */
function named(sample: Sample, name: (place: number) => string): Sample {
  const rows = sample.rows.map((row, place) => ({ ...row, cells: [name(place), ...row.cells.slice(1)] }));
  return { ...sample, rows };
}

const { bar, line, lines, pie, gauge, geo, other } = samples;
const manyBars = Array.from({ length: 900 }, (_, place) => bar.rows[place % bar.rows.length]).flatMap(
  (row) => row ?? [],
);

export const chartStates: readonly SheetState[] = [
  ...Object.entries({ bar, line, lines, pie, gauge, geo }).map(([part, sample]) => chart('as usual', sample, { part })),
  chart('as usual', other, { part: 'unknown', script: { chartHelper: other.helper }, isDrawn: false }),
  chart('nothing', { ...bar, rows: [] }, { isDrawn: false }),
  chart('one', { ...bar, rows: bar.rows.slice(0, 1) }),
  chart(
    'very many',
    named({ ...bar, rows: manyBars }, (place) => `Stage ${place}`),
  ),
  chart(
    'very long',
    named(bar, (place) => `${place}. ${longSentence}`),
    { part: 'bar' },
  ),
  chart(
    'very long',
    named(pie, (place) => `${place}. ${longSentence}`),
    { part: 'pie' },
  ),
  chart(
    'right to left',
    named(bar, (place) => `${hebrewName} ${place}`),
  ),
  chart('loading', bar, { script: { delay: 600_000 } }),
];
