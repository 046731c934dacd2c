import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { dice } from '../faults/dice.ts';
import { slowSaves } from '../faults/kills/slowSaves.ts';
import { noteOutcome } from '../faults/outcomes.ts';
import { times } from '../faults/size.ts';
import type { BulkLedger } from '../../src/model/bulk/bulkLedger.ts';
import { JournalFolder } from '../../src/services/bulk/journalFolder.ts';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { extensionHostComesBack, killExtensionHost } from '../support/extensionHost.ts';
import { describeJourney } from '../support/journey.ts';
import { timeToComeBack } from '../support/remembered.ts';
import { openListView } from '../support/table.ts';
import {
  closeAllTabs,
  chooseFromMenu,
  pressInNotification,
  previewImport,
  runCommand,
  tree,
  webview,
} from '../support/workbench.ts';
import { seed } from '../support/seed.ts';

const kills = Number(process.env['RECORDBENCH_FAULT_HOST_KILLS'] ?? times(0, 12));
/** Each file changes this many records and adds as many. */
const records = 15;
const settings = {
  'recordbench.requestTimeout': 5, // also how long requests from a killed host are waited for
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

// restarting the extension host takes seconds, so the short form kills other processes instead
if (kills > 0)
  describe(`extension host killed ${kills} times during imports (seed ${seed})`, () => {
    const random = dice(seed);
    const leads: { service?: BulkService; atRest?: () => Promise<void> } = {};
    const service = (): BulkService => leads.service ?? assert.fail('there is no service');

    before(async () => {
      leads.service = await bulkService(records);
      leads.atRest = slowSaves(leads.service, random, 0.1);
      const [connection] = settings['recordbench.connections'];
      if (connection) connection.baseUrl = leads.service.url;
    });
    after(() => leads.service?.close());

    describeJourney('of a real VS Code', { settings }, (journey) => {
      const bulk = (): FrameLocator => webview(journey().page);
      const nameOf = (turn: number): string => `file-${turn}.csv`;

      /** Each file sets other values on the same records, and adds new ones that no other file has. */
      function writeFile(turn: number): void {
        const rows = Array.from({ length: records }, (_, at) => [
          `${at + 1};City ${turn};${turn}${String(at).padStart(3, '0')}1`,
          `;New ${turn};${turn}${String(at).padStart(3, '0')}2`,
        ]);
        const text = ['id;City;Score', ...rows.flat()].join('\n');
        writeFileSync(path.join(journey().vsCode.folder, nameOf(turn)), text);
      }

      async function chooseFile(turn: number): Promise<void> {
        const { page } = journey();
        await tree(page).filter({ hasText: 'All Leads' }).first().click({ button: 'right' });
        await chooseFromMenu(page, 'Import…');
        await page.locator('.quick-input-widget .monaco-list-row', { hasText: nameOf(turn) }).click();
        await previewImport(page);
      }

      const pressImport = (): Promise<void> =>
        bulk()
          .getByRole('button', { name: `Import ${records * 2} records` })
          .click();

      /** The file's run, as stored on disk. */
      async function runOf(turn: number): Promise<BulkLedger | undefined> {
        const storage = path.join(journey().vsCode.userData, 'User', 'globalStorage', 'recordbench.recordbench');
        const journals = new JournalFolder(path.join(storage, 'bulk'));
        for (const run of await journals.list()) {
          const ledger = (await journals.readJournal(run))?.ledger;
          if (ledger?.isReady && ledger.plan.title.includes(nameOf(turn))) return ledger;
        }
        return undefined;
      }

      /** Waits until the run's end is in the journal, whichever host finished it. */
      async function ended(turn: number): Promise<BulkLedger> {
        for (let waited = 0; waited < 1_200; waited++) {
          const ledger = await runOf(turn);
          if (ledger?.ended === 'finished') return ledger;
          await journey().page.waitForTimeout(100);
        }
        return assert.fail(`${nameOf(turn)} never came to an end`);
      }

      it('changes each record once, and adds each once or reports that it may exist', async function () {
        this.timeout(kills * timeToComeBack);
        const reported = { planned: 0, resumed: 0, over: 0, unclear: 0 };
        await openListView(journey().page, 'All Leads');
        for (let turn = 1; turn <= kills; turn++) {
          const { page, vsCode } = journey();
          writeFile(turn);
          const before = service().posts();
          await chooseFile(turn);
          const isPlanning = random() < 0.2;
          if (!isPlanning) await pressImport();
          await page.waitForTimeout(random() * (isPlanning ? 300 : 1_500));
          killExtensionHost(vsCode);
          await extensionHostComesBack(journey());
          const found = await runOf(turn);
          if (!found) {
            // nothing was started, so the user starts again
            assert.equal(service().posts(), before);
            reported.planned += 1;
            await tree(page).filter({ hasText: 'All Leads' }).first().waitFor();
            // its page has lost its host
            await closeAllTabs(page);
            await chooseFile(turn);
            await pressImport();
          } else if (found.isInterrupted) {
            reported.resumed += 1;
            await page.getByText('was interrupted').first().waitFor({ timeout: 60_000 });
            await pressInNotification(page, 'Resume');
          } else reported.over += 1;
          const ledger = await ended(turn);
          await leads.atRest?.();
          reported.unclear += look(service(), ledger, turn);
          await closeAllTabs(page);
          // VS Code has no room for more than a few
          await runCommand(page, 'Notifications: Clear All Notifications');
        }
        console.log(`      ${JSON.stringify(reported)}`);
        const { planned, resumed, over, unclear } = reported;
        noteOutcome(
          'extension host killed in an import',
          kills,
          `each written once (${resumed} resumed, ${planned} begun again, ${over} were over); ${unclear} new records to be looked for first`,
        );
      });
    });
  });

/**
 * Checks that the service's data matches the reported outcome; returns how many new records have an unknown outcome.
 */
function look({ leads }: BulkService, { entries, counts }: BulkLedger, turn: number): number {
  assert.equal(entries.length, records * 2);
  for (const { id, name, action, cells, state } of entries) {
    const of = `${name} of file ${turn}`;
    const [city, score] = ['city', 'score'].map((key) => cells.find(({ at }) => at.join() === key)?.after);
    const found = [...leads].filter(([key, lead]) => (action === 'edit' ? key === id : lead.score === score));
    const values = found.map(([, lead]) => [lead.city, lead.score, lead.writes]);
    // every file changes each existing record once
    const once = [[city, score, action === 'edit' ? turn : 1]];
    if (state === 'unclear' && action === 'add') assert.ok(values.length === 0 || same(values, once), of);
    else assert.deepEqual([state, values], ['done', once], of);
  }
  return counts.unclear;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
