import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { dice } from '../faults/dice.ts';
import { slowSaves } from '../faults/kills/slowSaves.ts';
import { noteOutcome } from '../faults/outcomes.ts';
import { times } from '../faults/size.ts';
import { type BulkLead, type BulkService, bulkService } from '../support/bulkService.ts';
import { extensionHostComesBack, killExtensionHost } from '../support/extensionHost.ts';
import { type FormOnScreen, formOnScreen, holds } from '../support/form.ts';
import { describeJourney } from '../support/journey.ts';
import { timeToComeBack } from '../support/remembered.ts';
import { openListView } from '../support/table.ts';
import { closeAllTabs, runCommand, webview } from '../support/workbench.ts';
import { seed } from '../support/seed.ts';

const kills = Number(process.env['RECORDBENCH_FAULT_HOST_KILLS'] ?? times(0, 12));
const settings = {
  'recordbench.requestTimeout': 5, // also how long requests from a killed host are waited for
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

const newTitle = /New Lead|New record in|=new-/;
const addedTitle = /^(Lead |crm\/leads )?\d+/;

// restarting the extension host takes seconds, so the short form kills other processes instead
if (kills > 0)
  describe(`extension host killed ${kills} times each during edits, saves and adds (seed ${seed})`, () => {
    const random = dice(seed);
    const leads: { service?: BulkService; atRest?: () => Promise<void> } = {};
    /** Starts at 100: with three digits each, no name is part of another. */
    let next = 100;

    before(async () => {
      leads.service = await bulkService(900);
      leads.service.longestCity = 100;
      leads.atRest = slowSaves(leads.service, random, 0.4);
      const [connection] = settings['recordbench.connections'];
      if (connection) connection.baseUrl = leads.service.url;
    });
    after(() => leads.service?.close());

    describeJourney('of a real VS Code', { settings }, (journey) => {
      const lead = (id: number): BulkLead =>
        leads.service?.leads.get(String(id)) ?? assert.fail(`there is no lead ${id}`);
      const dirty = (page: Page, id: number): Locator => page.locator('.tab.dirty', { hasText: `Lead ${id}` });

      async function open(id: number): Promise<FormOnScreen> {
        const { page } = journey();
        const table = await openListView(page, 'All Leads');
        await table.search.fill(`Lead ${id}`);
        await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
        await (await table.cell(1, 'NAME')).getByText(`Lead ${id}`, { exact: true }).dblclick();
        const form = await formOnScreen(page, `Lead ${id}`);
        await holds(form.field('City'), 'Goa');
        await markOld(form);
        return form;
      }

      const markOld = (form: FormOnScreen): Promise<void> =>
        form.field('City').evaluate((field) => field.ownerDocument.documentElement.setAttribute('data-old', ''));

      /** Whether the service has the new record, or the user is told that the outcome is unknown. */
      async function addedOrReported(): Promise<'added' | 'reported'> {
        const { page } = journey();
        const isOpen = async (state: string): Promise<boolean> =>
          (await page.locator(`.tab${state}`, { hasText: newTitle }).count()) > 0;
        // its own tab opens before the new record's tab closes, and the kill may come in between
        const record = page.locator('.tab', { hasText: addedTitle });
        const front = webview(page);
        for (let turn = 0; turn < 90; turn++) {
          if (!(await isOpen('')) || (await record.count()) > 0) return 'added';
          const isBack = await front.locator('html:not([data-old]) .field').first().isVisible();
          if (isBack && (await front.getByText('may have been added already').first().isVisible())) return 'reported';
          if (isBack && (await isOpen('.dirty'))) {
            await front.getByLabel('City', { exact: true }).focus();
            await page.keyboard.press('Control+S');
          }
          await page.waitForTimeout(1_000);
        }
        return assert.fail('the new record is neither added nor reported');
      }

      /** A restored tab becomes the record's tab as soon as it is shown. */
      async function leavesNoTab(): Promise<void> {
        const { page } = journey();
        const left = page.locator('.tab', { hasText: newTitle });
        const deadline = Date.now() + timeToComeBack / 2;
        while ((await left.count()) > 0) {
          assert.ok(Date.now() < deadline, 'the tab of a record that was added stays');
          await left
            .first()
            .click({ timeout: 1_000 })
            .catch(() => undefined); // it may disappear at this moment
          await page.waitForTimeout(500);
        }
        await page.locator('.tab', { hasText: addedTitle }).first().waitFor();
      }

      /** Waits for the page that the next host puts into the tab. */
      async function comesBack(id: number): Promise<FormOnScreen> {
        const { page } = journey();
        await extensionHostComesBack(journey());
        const form = await formOnScreen(page, `Lead ${id}`);
        await form.frame
          .locator('html:not([data-old]) .field')
          .first()
          .waitFor({ timeout: timeToComeBack / 2 });
        return formOnScreen(page, `Lead ${id}`);
      }

      /** The form's value is saved, or the tab is dirty: it is in the page before it is in the document. */
      async function isSavedOrDirty(id: number, text: string): Promise<'clean' | 'dirty'> {
        const deadline = Date.now() + timeToComeBack / 2;
        while (Date.now() < deadline) {
          if ((await dirty(journey().page, id).count()) > 0) return 'dirty';
          if (lead(id).city === text) return 'clean';
          await journey().page.waitForTimeout(100);
        }
        return assert.fail(`Lead ${id} looks saved, and is not`);
      }

      /** Saves like a user who sees that the tab is still dirty. */
      async function saveUntilClean(id: number, form: FormOnScreen): Promise<void> {
        const { page } = journey();
        for (let turn = 0; turn < 20; turn++) {
          if ((await dirty(page, id).count()) === 0) return;
          await form.field('City').focus();
          await page.keyboard.press('Control+S');
          await dirty(page, id)
            .first()
            .waitFor({ state: 'detached', timeout: 10_000 })
            .catch(() => undefined);
        }
        assert.fail(`Lead ${id} is still not saved`);
      }

      it('loses nothing that was typed, and saves it once', async function () {
        this.timeout(kills * timeToComeBack);
        for (let turn = 0; turn < kills; turn++) {
          const { page, vsCode } = journey();
          const id = next++;
          const text = `Typed at ${turn} of ${id}`;
          const form = await open(id);
          await form.field('City').fill('');
          await form.field('City').click();
          const killed = page.waitForTimeout(random() * text.length * 30).then(() => killExtensionHost(vsCode));
          await page.keyboard.type(text, { delay: 20 });
          await killed;
          const again = await comesBack(id);
          await holds(again.field('City'), text);
          // the page has the text before the document does
          await dirty(page, id).first().waitFor();
          await saveUntilClean(id, again);
          await leads.atRest?.();
          assert.deepEqual([lead(id).city, lead(id).writes], [text, 1], `Lead ${id}`);
          await closeAllTabs(page);
        }
        noteOutcome('extension host killed in an edit', kills, 'every letter is there, and saved once');
      });

      it('writes a save once, with the typed value', async function () {
        this.timeout(kills * timeToComeBack);
        const reported = { clean: 0, dirty: 0 };
        for (let turn = 0; turn < kills; turn++) {
          const { page, vsCode } = journey();
          const id = next++;
          const text = `Saved at ${turn} of ${id}`;
          const form = await open(id);
          await form.field('City').fill(text);
          await page.keyboard.press('Control+S');
          await page.waitForTimeout(random() * 1_000);
          killExtensionHost(vsCode);
          const again = await comesBack(id);
          await holds(again.field('City'), text);
          reported[await isSavedOrDirty(id, text)] += 1;
          await saveUntilClean(id, again);
          await leads.atRest?.();
          assert.deepEqual([lead(id).city, lead(id).writes], [text, 1], `Lead ${id}`);
          await closeAllTabs(page);
        }
        const outcome = `each written once: ${reported.clean} were saved when it came back, ${reported.dirty} saved again by the person`;
        noteOutcome('extension host killed in a save', kills, outcome);
      });

      it('adds a new record once, or reports that it may exist and keeps the typed values', async function () {
        this.timeout(kills * timeToComeBack);
        const counts = { added: 0, reported: 0 };
        for (let turn = 0; turn < kills; turn++) {
          const { page, vsCode } = journey();
          const text = `Added at ${turn}`;
          await openListView(page, 'All Leads');
          await runCommand(page, 'Recordbench: Add Record');
          const form = await formOnScreen(page, 'New Lead');
          await markOld(form);
          await form.field('City').fill(text);
          await page.keyboard.press('Control+S');
          await page.waitForTimeout(random() * 1_000);
          killExtensionHost(vsCode);
          await extensionHostComesBack(journey());
          const outcome = await addedOrReported();
          counts[outcome] += 1;
          await leads.atRest?.();
          const found = [...(leads.service?.leads.values() ?? [])].filter(({ city }) => city === text).length;
          assert.ok(found === 1 || (outcome === 'reported' && found === 0), `“${text}” is there ${found} times`);
          if (outcome === 'reported') await holds((await formOnScreen(page, 'New Lead')).field('City'), text);
          else await leavesNoTab();
          await closeAllTabs(page);
        }
        const { added, reported: asked } = counts;
        const outcome = `${added} added once; ${asked} times the person is told to look first`;
        noteOutcome('extension host killed in an add', kills, outcome);
      });

      it('shows a record that was being opened as text, since VS Code cannot restore its form', async function () {
        this.timeout(timeToComeBack);
        const { page, vsCode } = journey();
        const service = leads.service ?? assert.fail('there is no service');
        const id = String(next++);
        const table = await openListView(page, 'All Leads');
        await table.search.fill(`Lead ${id}`);
        await table.status.filter({ hasText: '1–1 of 1' }).waitFor();
        const killed = new Promise<void>((resolve) => {
          service.onRead = (read) => {
            if (read !== id) return;
            service.onRead = () => undefined;
            killExtensionHost(vsCode);
            resolve();
          };
        });
        await (await table.cell(1, 'NAME')).getByText(`Lead ${id}`, { exact: true }).dblclick();
        await page.locator('.tab', { hasText: id }).waitFor();
        await killed;
        await extensionHostComesBack(journey());
        const toast = page.locator('.notifications-toasts').getByText('is shown as text');
        await toast.first().waitFor({ timeout: timeToComeBack / 2 });
        await page.locator('.monaco-editor').getByText('"Goa"').first().waitFor();
        noteOutcome('extension host killed while a record opens', 1, 'it is shown as text, and a reload is offered');
      });
    });
  });
