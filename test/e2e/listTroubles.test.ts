import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { bothServices, openByName, plainList } from '../support/bothServices.ts';
import { describeJourney } from '../support/journey.ts';
import { type Received, type ScriptedService, scriptedService } from '../support/scriptedService.ts';
import type { InterfaceService } from '../support/interfaceService.ts';
import type { TableOnScreen } from '../support/table.ts';
import {
  chooseFromMenu,
  closeAllTabs,
  enter,
  notifications,
  runAndChoose,
  runByKeyboard,
  runCommand,
  saveThere,
  treeLine,
  webview,
} from '../support/workbench.ts';
import { DemoClient } from '../unit/demo/demoClient.ts';

/** A service that can go away, and what another client does with its leads. */
interface Shared {
  readonly list: string;
  /** Its place among the connections. */
  readonly place: number;
  readonly service: Pick<InterfaceService, 'isGone' | 'trouble'>;
  /** Values that a new lead needs, by column. */
  readonly required: Readonly<Record<string, string>>;
  /** A lead, and a filter that it matches. */
  readonly id: string;
  readonly filter: string;
  /** Column that identifies a lead in an exported file. */
  readonly key: RegExp;
  readonly count: () => Promise<number>;
  readonly firstName: (id: string) => Promise<unknown>;
  readonly rename: (id: string, firstName: string) => Promise<unknown>;
}

/** The page that is read when the service goes away: neither the first nor the last. */
const lostPage = 3;

function goesAwayWhileReading({ service }: Shared): void {
  service.trouble = ({ path: asked, query }, response) => {
    if (!asked.includes('/crm/leads/index') || Number(query.get('page')) < lostPage) return false;
    service.isGone = true;
    response.destroy();
    return true;
  };
}

function comesBack({ service }: Shared): void {
  service.trouble = undefined;
  service.isGone = false;
}

async function clearFilters({ frame, status }: TableOnScreen): Promise<void> {
  const filters = frame.getByRole('button', { name: /^Remove filter: / });
  while ((await filters.count()) > 0) await filters.first().click();
  await status.filter({ hasText: /^\s*1–\d+ of [\d,]+\s*$/ }).waitFor();
}

async function pick(page: Page, question: string, words: RegExp): Promise<void> {
  await page.locator('.quick-input-widget').getByPlaceholder(question).waitFor();
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: words }).first().click();
}

describe('lists in trouble', () => {
  const { settings, plain } = bothServices(250);
  let demo: DemoClient;
  let front: ScriptedService & Shared['service'];
  const trial = { id: 'trial', name: 'Trial', baseUrl: '', timeoutSeconds: 600 };
  const connections = [...(settings['recordbench.connections'] as object[]), trial];

  before(async () => {
    demo = await DemoClient.start({ records: 1_500 });
    const state: Shared['service'] = { isGone: false, trouble: undefined };
    const service = await scriptedService((request, response) => {
      if (state.isGone) return void response.destroy();
      if (state.trouble?.(request, response)) return;
      void passOn(request).then(
        ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        () => response.destroy(),
      );
    });
    front = Object.assign(state, service);
    trial.baseUrl = front.url;
  });
  after(async () => {
    await front.close();
    await demo.service.close();
  });

  async function passOn({
    method,
    path: asked,
    query,
    headers,
    body,
  }: Received): Promise<{ status: number; body: string }> {
    const type = headers['content-type'];
    const response = await fetch(`${demo.service.url}${asked}?${query.toString()}`, {
      method,
      headers: { ...demo.headers('admin'), ...(type !== undefined && { 'content-type': type }) },
      ...(method !== 'GET' && { body }),
    });
    return { status: response.status, body: await response.text() };
  }

  const shared: Readonly<Record<string, () => Shared>> = {
    'the documented interface alone': () => {
      const leads = plain().records.get('crm/leads') ?? assert.fail('there are no leads');
      return {
        list: plainList,
        place: 0,
        service: plain(),
        required: {},
        id: 'x200',
        filter: 'score > 100',
        key: /^Last Name/,
        count: async () => leads.size,
        firstName: async (id) => leads.get(id)?.['first_name'],
        rename: async (id, first_name) => Object.assign(leads.get(id) ?? {}, { first_name }),
      };
    },
    'the demo': () => ({
      list: 'All Leads',
      place: 1,
      service: front,
      required: { Priority: 'High' },
      id: '3',
      filter: 'city is not empty',
      key: /^Id/,
      count: async () => {
        const query = { current_listview: await demo.listViewId('All Leads') };
        return Number((await demo.get('/crm/leads/index.json', 'admin', query)).body.paginate.total_count);
      },
      firstName: async (id) => (await demo.leadWhere({ id }))?.['leads.first_name'],
      rename: (id, first_name) => demo.save({ id, first_name }),
    }),
  };

  describeJourney(
    'in a window with both services',
    {
      settings: { ...settings, 'recordbench.demo.autoStart': false, 'recordbench.connections': connections },
    },
    (journey) => {
      /** A file that changes one lead and adds another one. */
      function writeFile(name: string, { id, required }: Shared): void {
        const [titles, values] = [Object.keys(required), Object.values(required)];
        const lines = [
          ['id', 'First Name', 'Last Name', ...titles],
          [id, name, 'Changed', ...values],
          ['', name, 'Added', ...values],
        ];
        writeFileSync(
          path.join(journey().vsCode.folder, `${name}.csv`),
          `${lines.map((line) => line.join(',')).join('\n')}\n`,
        );
      }

      /** Waits for the error, which is one sentence, and dismisses it. */
      async function reportsOutage(): Promise<void> {
        const { page } = journey();
        const error = notifications(page).locator('.notification-list-item-message').first();
        await error.filter({ hasText: /^Could not/ }).waitFor();
        const text = (await error.textContent()) ?? '';
        assert.match(text, /^Could not list the records of crm\/leads: [^.]+\. [^.]+\.$/);
        await runCommand(page, 'Notifications: Clear All Notifications');
        await error.waitFor({ state: 'detached' });
      }

      const files = (): string[] => readdirSync(journey().vsCode.folder);

      for (const [name, of] of Object.entries(shared))
        describe(`of ${name}`, () => {
          it('add or change nothing if the mode of an import excludes it, by mouse and by keyboard', async () => {
            const { page } = journey();
            const tried = of();
            const before = await tried.count();
            await openByName(page, tried.list);
            const line = page.locator('.quick-input-widget .monaco-list-row');
            const mapping = webview(page);

            writeFile('Changing', tried);
            await treeLine(page, 'leads').nth(tried.place).click({ button: 'right' });
            await chooseFromMenu(page, 'Import…');
            await line.filter({ hasText: 'Changing.csv' }).click();
            await mapping.getByLabel('Import mode').selectOption('Change only, never add');
            await mapping.getByText('Records without one are skipped.').waitFor();
            await mapping.getByRole('button', { name: 'Preview changes' }).click();
            await mapping.getByText('1 record will change, 1 skipped. Nothing has been written yet.').waitFor();
            await mapping.getByRole('button', { name: 'Change 1 record' }).click();
            await mapping.getByText('Finished: 1 record changed').waitFor();
            assert.deepEqual([await tried.firstName(tried.id), await tried.count()], ['Changing', before]);

            await openByName(page, tried.list);
            writeFile('Adding', tried);
            await runByKeyboard(page, 'Recordbench: Import…');
            await line.filter({ hasText: 'Adding.csv' }).waitFor();
            await page.keyboard.type('Adding.csv');
            await page.keyboard.press('Enter');
            const mode = mapping.getByLabel('Import mode');
            await mode.focus();
            await page.keyboard.type('Add');
            await mapping.getByText('Records with one are skipped.').waitFor();
            await mapping.getByRole('button', { name: 'Preview changes' }).press('Enter');
            await mapping
              .getByText('1 record will be added or changed, 1 skipped. Nothing has been written yet.')
              .waitFor();
            await mapping.getByRole('button', { name: 'Import 1 record' }).press('Enter');
            await mapping.getByText('Finished: 1 record added or changed').waitFor();
            assert.deepEqual([await tried.firstName(tried.id), await tried.count()], ['Changing', before + 1]);
          });

          it('report what someone else changed in a watched search, on Check Now', async () => {
            const { page } = journey();
            const tried = of();
            const search = `Found in ${tried.list}`;
            const table = await openByName(page, tried.list);
            await table.frame.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
            await table.frame.getByRole('combobox', { name: 'Add filter' }).fill(tried.filter);
            await page.keyboard.press('Enter');
            await table.status.filter({ hasText: /Filtered locally: [\d,]+ of/ }).waitFor();
            await table.frame.getByRole('button', { name: 'Save Search As…' }).click();
            await enter(page, 'Save Search As', search);
            // it is shown in the tree once it is saved
            await treeLine(page, search).waitFor();
            await runAndChoose(page, 'Recordbench: Open Saved Search…', (box) => [
              box.locator('.monaco-list-row', { hasText: search }),
            ]);
            await page.locator('.tab.active', { hasText: search }).waitFor();
            await runCommand(page, 'Recordbench: Watch');
            const watched = page.locator('.pane', { has: page.getByRole('button', { name: /^Watched/ }) });
            const header = watched.locator('.pane-header');
            if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
            const line = watched.getByRole('treeitem');
            // its name is known after the first check
            await line.filter({ hasText: search }).waitFor();
            await tried.rename(tried.id, 'Elsewhere');
            await runByKeyboard(page, 'Recordbench: Check Now');
            const badge = page
              .locator('.activitybar')
              .getByRole('tab', { name: /1 watched record or list view has changed/ });
            await badge.waitFor();
            await line.filter({ hasText: '1 changed' }).click();
            const diff = page.locator('.monaco-diff-editor').filter({ hasText: 'Elsewhere' });
            await diff.getByText('Changing').first().waitFor();
            await badge.waitFor({ state: 'detached' });
            await line.hover();
            await line.getByRole('button', { name: 'Stop Watching' }).click();
            await line.waitFor({ state: 'detached' });
            await closeAllTabs(page);
          });

          it('leave no incomplete export or comparison if the service goes away, and work once it is back', async () => {
            const { page, vsCode } = journey();
            const tried = of();
            const total = String(await tried.count());
            const table = await openByName(page, tried.list);
            await clearFilters(table);
            const csv = path.join(vsCode.folder, `${tried.list}.csv`);
            const exportAll = async (): Promise<void> => {
              await table.frame.getByRole('button', { name: 'Export', exact: true }).press('Enter');
              await pick(page, 'Which records, with which columns?', /All [\d,]+ records.*visible/);
              await pick(page, 'In which format?', /^CSV/);
              await saveThere(page);
            };
            goesAwayWhileReading(tried);
            await exportAll();
            await reportsOutage();
            assert.deepEqual(
              files().filter((file) => file.includes(tried.list)),
              [],
            );
            comesBack(tried);
            await exportAll();
            await notifications(page)
              .getByText(new RegExp(`^Exported ${grouped(total)} records to`))
              .first()
              .waitFor();
            assert.equal(readFileSync(csv, 'utf8').trimEnd().split('\n').length, Number(total) + 1);
            await runCommand(page, 'Notifications: Clear All Notifications');

            const compare = async (): Promise<void> => {
              await runByKeyboard(page, 'Recordbench: Compare List View…');
              await pick(page, 'What do you want to compare it with?', /An exported file/);
              await page.locator('.quick-input-widget .monaco-list-row', { hasText: `${tried.list}.csv` }).click();
              await pick(page, 'Match records by which field?', tried.key);
            };
            goesAwayWhileReading(tried);
            await compare();
            const result = webview(page).getByRole('status');
            await result.filter({ hasText: 'Not complete. Different: 0 ' }).waitFor();
            await webview(page)
              .getByText(/Reading stopped after [^]* Could not list the records/)
              .waitFor();
            comesBack(tried);
            await webview(page).getByRole('button', { name: 'Compare again' }).press('Enter');
            await result.filter({ hasText: `No differences. The same: ${grouped(total)}.` }).waitFor();
            await closeAllTabs(page);
          });
        });
    },
  );
});

const grouped = (count: string): string => Number(count).toLocaleString('en');
