import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { extensionHostComesBack, killExtensionHost } from '../support/extensionHost.ts';
import { describeJourney } from '../support/journey.ts';
import { leadHeader, leadPage } from '../support/leadAnswers.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { reloadWindow, timeToComeBack } from '../support/remembered.ts';
import { json } from '../support/scriptedService.ts';
import { openListView } from '../support/table.ts';
import { chooseFromMenu, runByKeyboard, saveThere, showTab, tree, webview } from '../support/workbench.ts';

const services: { live?: LeadService; test?: LeadService } = {};
const connections = [
  { id: 'live', name: 'Live', baseUrl: 'http://127.0.0.1:1' },
  { id: 'test', name: 'Test', baseUrl: 'http://127.0.0.1:1' },
];

/** Waits for a question and picks the first item with this text. */
async function pick(page: Page, question: string, words: RegExp): Promise<void> {
  await page.locator('.quick-input-widget').getByPlaceholder(question).waitFor();
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: words }).first().click();
}

describe('list view on two services', () => {
  before(async () => {
    services.live = await leadService(5);
    services.test = await leadService(5);
    Object.assign(connections[0] ?? {}, { baseUrl: services.live.url });
    Object.assign(connections[1] ?? {}, { baseUrl: services.test.url });
  });
  after(async () => {
    await services.live?.close();
    await services.test?.close();
  });

  describeJourney('of one VS Code', { settings: { 'recordbench.connections': connections } }, (journey) => {
    it('is compared and planned, and has no differences after the plan has run', async function () {
      const { page, vsCode } = journey();
      Object.assign(services.test?.leads.get('3') ?? {}, { city: 'Pune' });
      await openListView(page, 'All Leads');
      await tree(page).filter({ hasText: 'All Leads' }).first().click({ button: 'right' });
      await chooseFromMenu(page, 'Compare List View…');
      await pick(page, 'What do you want to compare it with?', /another connection/);
      await pick(page, 'On which connection?', /^Test/);
      await pick(page, 'Match records by which field?', /^Id/);
      const found = webview(page);
      await found.getByText('Different: 1 · Only in Live: 0 · Only in Test: 0 · The same: 4').waitFor();
      await found.getByText('CITY: Goa ↔ Pune').waitFor();

      await found.getByRole('button', { name: 'Make a plan…' }).click();
      await pick(page, 'Which side should the plan change? Nothing is written yet.', /Change All Leads \(Test\)/);
      await page.locator('.quick-input-widget').getByPlaceholder('Which changes should the plan make?').waitFor();
      await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'CITY' }).waitFor();
      await page.locator('.quick-input-widget').getByPlaceholder('Which changes should the plan make?').press('Enter');
      const place = page.locator('.quick-input-widget input[type=text]');
      while (!(await place.inputValue()).endsWith('.recordplan.json')) await page.waitForTimeout(50);
      await place.fill(path.join(vsCode.folder, 'like-live.recordplan.json'));
      await saveThere(page);
      await page.getByRole('tab', { name: 'like-live.recordplan.json' }).waitFor();
      const plan = JSON.parse(readFileSync(path.join(vsCode.folder, 'like-live.recordplan.json'), 'utf8')) as {
        operations: readonly object[];
      };
      assert.deepEqual(plan.operations, [
        { do: 'edit', id: '3', name: 'Lead 3', fields: { city: { was: 'Pune', becomes: 'Goa' } } },
      ]);
      assert.equal(services.test?.leads.get('3')?.city, 'Pune', 'a plan changes nothing by itself');
      await webview(page).getByRole('button', { name: 'Change 1 record' }).click();
      while (services.test?.leads.get('3')?.city !== 'Goa') await page.waitForTimeout(50);

      await showTab(page, /All Leads \(Live\) ↔/);
      await webview(page).getByRole('button', { name: 'Compare again' }).click();
      await webview(page).getByText('No differences. The same: 5.').waitFor();
    });

    it('keeps its comparison after a window reload and an extension host crash', async function () {
      this.timeout(timeToComeBack);
      const { page, vsCode } = journey();
      Object.assign(services.test?.leads.get('2') ?? {}, { city: 'Agra' });
      await webview(page).getByRole('button', { name: 'Compare again' }).click();
      await webview(page).getByText('CITY: Goa ↔ Agra').waitFor();
      await reloadWindow(journey(), /recordbench\.compare.*id[\\":]+[0-9a-f]{8}-/);
      // the active tab may not have been persisted yet
      await showTab(page, /All Leads \(Live\) ↔/);
      await webview(page).getByText('CITY: Goa ↔ Agra').waitFor();
      // the page left by the crash stays on screen until a new one replaces it
      await webview(page)
        .locator('body')
        .evaluate((body) => body.setAttribute('data-old', ''));
      killExtensionHost(vsCode);
      await extensionHostComesBack(journey());
      await webview(page).locator('body:not([data-old])').getByText('CITY: Goa ↔ Agra').waitFor();
      await webview(page).getByRole('button', { name: 'Compare again' }).click();
      await webview(page).getByText('CITY: Goa ↔ Agra').waitFor();
    });

    it('reports that nothing was compared when the lists share no field, by mouse and by keyboard', async () => {
      const { page } = journey();
      const { test } = services;
      assert.ok(test);
      // the other service shows entirely different columns of the same records
      test.trouble = (request, response) => {
        if (request.path !== '/crm/leads/index.json') return false;
        const row = (id: string): object => ({ 'leads.id': id, 'leads.phone': `555-${id}`, is_edit: true });
        json(response, leadPage(test.leads, request, [leadHeader('phone')], row));
        return true;
      };
      const noneCompared = webview(page).getByText(
        'No values were compared: the lists have no field in common except “id”. Only in Live: 0 · Only in Test: 0 · In both, not compared: 5',
      );
      await page.getByRole('tab', { name: /All Leads \(Live\) ↔/ }).click({ button: 'middle' });
      await openListView(page, 'All Leads');
      await tree(page).filter({ hasText: 'All Leads' }).first().click({ button: 'right' });
      await chooseFromMenu(page, 'Compare List View…');
      await pick(page, 'What do you want to compare it with?', /another connection/);
      await pick(page, 'On which connection?', /^Test/);
      await pick(page, 'Match records by which field?', /^Id/);
      await noneCompared.waitFor();
      await webview(page).getByText('Fields only in Test: PHONE').waitFor();
      await page.getByRole('tab', { name: /All Leads \(Live\) ↔/ }).click({ button: 'middle' });
      await showTab(page, /^All Leads(?! \()/);
      await runByKeyboard(page, 'Recordbench: Compare List View…');
      for (const question of [
        'What do you want to compare it with?',
        'On which connection?',
        'Match records by which field?',
      ]) {
        const asked = page.locator('.quick-input-widget').getByPlaceholder(question);
        await asked.waitFor();
        await page.locator('.quick-input-widget .monaco-list-row.focused').waitFor();
        await asked.press('Enter');
      }
      await noneCompared.waitFor();
    });
  });
});
