import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openListView, tableOnScreen } from '../support/table.ts';
import {
  chooseFromMenu,
  enter,
  openView,
  runAndChoose,
  runCommand,
  saveThere,
  tree,
  treeLine,
  webview,
} from '../support/workbench.ts';

/** Environment of the window. */
export interface Surroundings {
  /** The open folder. */
  readonly folder: string;
  /** A second service with all or most of the demo's initial records. */
  readonly staging: { readonly url: string; readonly token: string };
}

/** A state to show, reached from the previous scenes' window. */
export interface Scene {
  readonly name: string;
  readonly show: (page: Page, around: Surroundings) => Promise<void>;
}

const charts = ['Leads by Month', 'Leads by Source', 'Pipeline by Stage', 'Share Won', 'Leads by Country'];

export const scenes: readonly Scene[] = [
  { name: 'tree', show: leads },
  {
    name: 'table',
    show: async (page) => {
      const table = await openListView(page, 'All Leads');
      await table.grid.getByText('LD-0000001').waitFor();
    },
  },
  {
    name: 'table-staged',
    show: async (page) => {
      const table = await tableOnScreen(page);
      await (await table.cell(7, 'First Name')).click();
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Nobody');
      await page.keyboard.press('Enter');
      await table.grid.getByText('Nobody').waitFor();
      await table.check(9).click();
      await table.check(12).click({ modifiers: ['Shift'] });
    },
  },
  {
    name: 'table-refused',
    show: async (page) => {
      const table = await tableOnScreen(page);
      await (await table.cell(5, 'Last Name')).click();
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+S');
      await table.grid.locator('.cell.refused').first().waitFor();
      await (await table.cell(5, 'Last Name')).hover();
    },
  },
  {
    name: 'row-menu',
    show: async (page) => {
      const table = await tableOnScreen(page);
      await (await table.cell(3, 'First Name')).click({ button: 'right' });
      await table.frame.getByRole('menu').waitFor();
    },
  },
  {
    name: 'table-empty',
    show: async (page) => {
      await page.keyboard.press('Escape'); // close the menu
      await runCommand(page, 'Notifications: Clear All Notifications');
      const table = await tableOnScreen(page);
      await table.search.fill('nobody has this name');
      await table.frame.getByText('No records', { exact: false }).first().waitFor();
    },
  },
  ...charts.map((chart) => ({
    name: `chart-${chart.toLowerCase().replaceAll(' ', '-')}`,
    show: async (page: Page) => {
      await closeEditors(page);
      const { frame } = await openListView(page, chart);
      await frame.locator('recordbench-chart svg path').first().waitFor({ state: 'attached' });
      await page.waitForTimeout(600); // wait for the chart animation
    },
  })),
  {
    name: 'form',
    show: async (page) => {
      await closeEditors(page);
      const table = await openListView(page, 'All Leads');
      await (await table.cell(7, 'First Name')).dblclick();
      await webview(page).getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'form-changed',
    show: async (page) => {
      const field = webview(page).getByRole('textbox').first();
      await field.fill('Something else');
      await field.press('Tab');
      await page.locator('.tab.dirty').first().waitFor();
    },
  },
  {
    name: 'form-refused',
    show: async (page) => {
      const field = webview(page).getByRole('textbox', { name: 'Last Name' });
      await field.fill('');
      await field.press('Control+S');
      await webview(page).getByText('must not be empty').first().waitFor();
    },
  },
  {
    name: 'form-as-text',
    show: async (page) => {
      await webview(page).getByRole('button', { name: 'Open as text' }).click();
      await page.locator('.monaco-editor .view-line').first().waitFor();
    },
  },
  {
    name: 'form-unread',
    show: async (page) => {
      await closeEditors(page);
      await runAndChoose(page, 'Open Record…', (box) => [
        box.locator('.monaco-list-row', { hasText: 'leads' }).first(),
      ]);
      await enter(page, 'Open Record: crm/leads', 'nobody');
      await webview(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'bulk',
    show: async (page) => {
      await closeEditors(page);
      const table = await openListView(page, 'All Leads');
      await (await table.cell(1, 'First Name')).click();
      await table.check(6).click({ modifiers: ['Shift'] });
      const edit = table.frame.getByRole('button', { name: 'Edit selected' });
      if (await edit.isVisible()) await edit.click();
      else {
        await table.frame.getByRole('button', { name: 'More' }).click();
        await table.frame.getByRole('menuitem', { name: 'Edit selected' }).click();
      }
      await webview(page).getByLabel('Field to change').waitFor();
    },
  },
  {
    name: 'bulk-preview',
    show: async (page) => {
      const bulk = webview(page);
      await bulk.getByLabel('Field to change').selectOption({ label: 'City' });
      await bulk.getByRole('group', { name: 'City' }).getByLabel('New value').fill('Pune');
      await bulk.getByRole('button', { name: 'Preview' }).click();
      await bulk.getByText('Nothing has been written yet', { exact: false }).waitFor();
    },
  },
  {
    name: 'plan',
    show: async (page, { folder }) => {
      await webview(page).getByRole('button', { name: 'Save as plan…' }).click();
      const place = page.locator('.quick-input-widget input[type=text]');
      while (!(await place.inputValue()).endsWith('.recordplan.json')) await page.waitForTimeout(50);
      const file = path.join(folder, 'pune.recordplan.json');
      await place.fill(file);
      await saveThere(page);
      await page.getByText('Saved pune.recordplan.json').first().waitFor();
      await page.getByRole('tab', { name: 'pune.recordplan.json' }).waitFor();
      await openView(page, 'Explorer');
      await webview(page).getByText('Nothing has been written yet', { exact: false }).waitFor();
      writeFileSync(file, asOfLastWeek(readFileSync(file, 'utf8')));
      await webview(page).getByRole('button', { name: 'Reload' }).click();
      await webview(page).getByText('changed since the plan was made', { exact: false }).first().waitFor();
      // the rows follow the summary
      await webview(page).locator('.list .rows').getByText('Not found').waitFor();
    },
  },
  {
    name: 'bulk-run',
    show: async (page) => {
      await runCommand(page, 'View: Close Editor');
      await page.getByRole('tab', { name: 'pune.recordplan.json' }).waitFor({ state: 'detached' });
      const bulk = webview(page);
      await bulk.getByRole('button', { name: /^Change \d+ records?$/ }).click();
      await bulk.getByText('Finished: ', { exact: false }).waitFor();
    },
  },
  {
    name: 'import',
    show: async (page, { folder }) => {
      await closeEditors(page);
      const rows = ['ada@example.com;Umbra Tools;12', 'grace@example.com;Nordlicht Foods;twelve'];
      writeFileSync(path.join(folder, 'leads.csv'), ['E-mail;Firma;Score', ...rows].join('\n'));
      await leads(page);
      await treeLine(page, 'All Leads').click({ button: 'right' });
      await chooseFromMenu(page, 'Import…');
      await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'leads.csv' }).click();
      await webview(page).getByLabel('Match records by').waitFor();
    },
  },
  {
    name: 'history',
    show: async (page) => {
      await closeEditors(page);
      const table = await openListView(page, 'All Leads');
      await (await table.cell(1, 'Company')).click();
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Umbra Tools GmbH');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+S');
      await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
      await (await table.cell(1, 'First Name')).dblclick();
      const form = webview(page);
      await form.getByRole('textbox', { name: 'First Name' }).fill('Ada');
      await form.getByRole('textbox', { name: 'First Name' }).press('Control+S');
      await form.getByText('Saved', { exact: true }).waitFor();
      await runCommand(page, 'Show History…');
      await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'City' }).waitFor();
    },
  },
  {
    name: 'history-diff',
    show: async (page) => {
      await page.keyboard.press('Enter');
      await page.locator('.monaco-diff-editor .view-line').first().waitFor();
    },
  },
  {
    name: 'comparison',
    show: async (page, { staging }) => {
      await closeEditors(page);
      const table = await openListView(page, 'All Leads');
      await table.grid.getByText('LD-0000001').waitFor();
      await treeLine(page, 'leads').first().click(); // so that both connections are visible
      await treeLine(page, 'All Leads').waitFor({ state: 'detached' });
      await runCommand(page, 'Add Connection…');
      await enter(page, 'Add Connection: Address', staging.url);
      await enter(page, 'Add Connection: Name', 'Staging');
      await enter(page, 'Add Connection: Token', staging.token);
      await treeLine(page, 'Staging').waitFor();
      await runCommand(page, 'Compare List View…');
      for (const answer of [/another connection/, /^Staging/, /^Id/])
        await page.locator('.quick-input-widget .monaco-list-row', { hasText: answer }).first().click();
      await webview(page).getByText('Different: ', { exact: false }).first().waitFor();
      await runCommand(page, 'Notifications: Clear All Notifications');
    },
  },
  {
    name: 'search',
    show: async (page) => {
      await closeEditors(page);
      await runCommand(page, 'Search Records');
      await page.locator('.quick-input-widget input').fill('Smith');
      await page.locator('.quick-input-widget .monaco-list-row').nth(2).waitFor();
    },
  },
  {
    name: 'license',
    show: async (page) => {
      await page.keyboard.press('Escape');
      await runCommand(page, 'Show License');
      await webview(page).getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'sign-up',
    show: async (page) => {
      await closeEditors(page);
      await treeLine(page, 'Demo').click({ button: 'right' });
      await chooseFromMenu(page, 'Sign Up');
      await webview(page).getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'requests',
    show: async (page) => {
      await runCommand(page, 'Show Requests');
      await page.locator('.panel').getByRole('treeitem').first().waitFor();
    },
  },
];

async function leads(page: Page): Promise<void> {
  await openView(page, 'Recordbench');
  const line = tree(page).and(page.locator('[aria-level="2"]')).filter({ hasText: 'leads' }).first();
  await line.waitFor();
  if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click();
  await treeLine(page, 'All Leads').waitFor();
}

/** A plan that has aged: one of its records has another value now, one already has the plan's value, one is gone. */
function asOfLastWeek(text: string): string {
  const plan = JSON.parse(text) as { operations: { id: string; fields: { city: { was: string; becomes: string } } }[] };
  const [, changed, done, gone] = plan.operations;
  if (!changed || !done || !gone) throw new Error('The plan is too short.');
  changed.fields.city.was = 'Agra';
  done.fields.city.becomes = done.fields.city.was;
  gone.id = '0';
  return JSON.stringify(plan);
}

/** Discards changes. */
async function closeEditors(page: Page): Promise<void> {
  // a page that has just opened takes the focus from the palette, which then closes
  await page.waitForTimeout(1000);
  await runCommand(page, 'File: Revert File');
  await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(1000);
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
}
