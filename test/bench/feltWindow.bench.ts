import { findBrowser, launchBrowser } from '../support/browser.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { Progress } from '../support/progress.ts';
import { startVsCode } from '../support/vsCodeForTests.ts';
import { openView, openWorkbench, showTab, webview } from '../support/workbench.ts';
import { installVsCode } from '../vscode/install.ts';
import type { Report } from './benchLine.ts';
import { feltService, fields, leadValue } from './feltService.ts';
import { reportFelt, slowdowns } from './feltLines.ts';
import { FeltWindow, onScreen, operations } from './feltWindow.ts';
import { staticForm } from './longForm.ts';
import { benchExtension, Stopwatch } from './stopwatch.ts';

const turns = 6;
/** As many as Recordbench sends at once for a plan. */
const atOnce = 4;
const lastField = `Record ${fields - 1}`;

interface Line {
  readonly name: string;
  readonly limits: readonly [p50: number, p95: number];
  /** Milliseconds from an input to the frame that shows its effect. */
  readonly ours: (window: FeltWindow) => Promise<number>;
  readonly theirs: (window: FeltWindow) => Promise<number>;
  /** The same by a document editor that does nothing else: what VS Code itself takes for a document. */
  readonly leastEditor?: (window: FeltWindow) => Promise<number>;
}

/** Limits of a line ÷ the least document editor. */
const leastLimits = [1.25, 1.5] as const;

const lines: readonly Line[] = [
  {
    name: 'click a record in a table → its form painted ÷ one bare request and a static form',
    limits: [1.25, 1.5],
    ours: async (window) => {
      const table = await window.openTable();
      const row = window.nextRow();
      const name = (await table.cell(row, 'NAME')).getByText(`Lead ${row}`, { exact: true });
      return window.time('dblclick', `felt.shows('Lead ${row}', '${lastField}')`, () => name.dblclick());
    },
    theirs: async (window) => {
      const id = window.nextRow();
      const opens = `<h1>Lead ${id}</h1>${staticForm(fields)}`;
      await window.openBare({ body: bareRows, opens, jobs: [[window.read(id)]] });
      const name = webview(window.page).getByText('Lead 1', { exact: true });
      return window.time('dblclick', `felt.shows('Lead ${id}', '${lastField}')`, () => name.dblclick());
    },
    leastEditor: async (window) => {
      const id = window.nextRow();
      const opens = `<h1>Lead ${id}</h1>${staticForm(fields)}`;
      await window.openBare({ body: bareRows, opens, jobs: [[window.read(id)]], isDocument: true });
      const name = webview(window.page).getByText('Lead 1', { exact: true });
      return window.time('dblclick', `felt.shows('Lead ${id}', '${lastField}')`, () => name.dblclick());
    },
  },
  {
    name: 'back to the tab of a table → its rows painted, same place ÷ switching between two static webviews',
    limits: [1.1, 1.3],
    ours: async (window) => {
      const table = await window.openTable();
      const row = 300;
      const name = table.grid.getByText(`Lead ${row}`, { exact: true });
      await table.grid.hover();
      await window.page.mouse.wheel(0, 24 * row);
      await name.dblclick();
      await window.shows('Lead 300', lastField);
      return window.time('mousedown', `felt.shows('Lead ${row}', 'Lead ${row + 5}', '${leadValue(1, 1)}')`, () =>
        showTab(window.page, 'All leads'),
      );
    },
    theirs: async (window) => {
      await window.openBare({ body: bareRows, title: 'Bare rows' });
      await window.shows('Lead 1', 'Lead 6');
      await window.openBare({ body: staticForm(fields), title: 'Bare form' });
      await window.shows(lastField);
      return window.time('mousedown', `felt.shows('Lead 1', 'Lead 6')`, () => showTab(window.page, 'Bare rows'));
    },
  },
  {
    name: 'Ctrl+S in a form → saved ÷ the bare requests: a read, a POST, a read',
    limits: [1.15, 1.4],
    ours: async (window) => {
      const id = window.nextRow();
      await window.stopwatch.ask('/form', `records://leads/crm/leads/${id}.record.json`);
      await window.shows(`Lead ${id}`, lastField);
      await webview(window.page).getByLabel('Record 0', { exact: true }).fill(window.nextText());
      await window.isDirty();
      return window.save();
    },
    theirs: (window) => window.saveBare([window.lastSave()]),
    leastEditor: (window) => window.saveDocument([window.lastSave()]),
  },
  {
    // one record after the other, like ours; only the table reads its rows again, later
    name: 'Ctrl+S of ten staged cells → saved ÷ the bare requests at the same concurrency',
    limits: [1.15, 1.4],
    ours: async (window) => {
      const table = await window.openTable();
      await (await table.cell(1, 'FIELD_0')).click();
      await window.page.keyboard.press('F2');
      await window.page.keyboard.type(window.nextText());
      await window.page.keyboard.press('Enter');
      await window.isDirty();
      await (await table.cell(1, 'FIELD_0')).click();
      for (let row = 1; row < 10; row++) await window.page.keyboard.press('Shift+ArrowDown');
      await window.page.keyboard.press('Control+D');
      await table.frame
        .getByText(/^10 changes/)
        .first()
        .waitFor();
      return window.save();
    },
    theirs: (window) => window.saveBare(Array.from({ length: 10 }, () => window.lastSave().slice(0, 2))),
    leastEditor: (window) => window.saveDocument(Array.from({ length: 10 }, () => window.lastSave().slice(0, 2))),
  },
  {
    name: 'key in Search Records → first hit painted ÷ one bare request and a quick pick',
    limits: [1.2, 1.5],
    ours: (window) => window.search(() => window.stopwatch.ask('/command', 'recordbench.searchAllRecords')),
    theirs: (window) => window.search(() => window.stopwatch.ask('/pick', window.listUrl())),
  },
  {
    name: "key in a table's search → rows painted ÷ one bare request and static rows",
    limits: [1.25, 1.5],
    ours: async (window) => {
      const { search } = await window.openTable();
      await search.focus();
      return window.time('keydown', 'felt.shows("Lead 89")', () => window.page.keyboard.press('9'));
    },
    theirs: async (window) => {
      await window.openBare({ body: `<input id="search" />${bareRows}`, jobs: [[{ url: window.listUrl() }]] });
      await webview(window.page).locator('#search').focus();
      return window.time('keydown', 'felt.shows("Lead 89")', () => window.page.keyboard.press('9'));
    },
  },
  {
    name: 'expand a connection in the tree → its lines shown ÷ a bare tree provider with one request',
    limits: [1.2, 1.5],
    ours: async (window) => {
      await openView(window.page, 'Recordbench');
      return window.expand('Leads', 'leads', () => window.stopwatch.ask('/command', 'recordbench.refreshAll'));
    },
    theirs: async (window) => {
      await openView(window.page, 'Bare');
      return window.expand('Bare service', 'bare All leads', () =>
        window.stopwatch.ask('/tree', `${window.service.url}/core/listviews/index.json`),
      );
    },
  },
  {
    name: `open a plan of ${operations.toLocaleString('en')} operations → first rows of its preview ÷ bare reads of the first screen`,
    limits: [1.5, 2],
    ours: (window) => window.timeOpen('/plan', window.plan, `felt.shows('Lead 1', 'Lead ${onScreen.rows}')`),
    theirs: (window) => {
      const jobs = Array.from({ length: onScreen.rows }, (_, index) => [window.read(index + 1)]);
      const opened = JSON.stringify({ opens: bareRows, jobs, atOnce });
      return window.timeOpen('/felt', opened, `felt.shows('Lead 1', 'Lead ${onScreen.rows}')`);
    },
  },
];

const bareRows = `<table><tbody>${Array.from({ length: onScreen.rows }, (_, index) => {
  const cells = Array.from({ length: onScreen.columns }, (_cell, column) => `<td>${leadValue(index + 1, column)}</td>`);
  return `<tr>${cells.join('')}</tr>`;
}).join('')}</tbody></table>`;

/** One window of the real VS Code; ours and the bare ones in turns. */
export default async function feltWindow(report: Report): Promise<void> {
  const progress = new Progress();
  await buildPackage();
  await installVsCode(progress);
  const service = await feltService();
  const port = 40_000 + (process.pid % 20_000); // the extension listens on this port
  const vsCode = await startVsCode({
    settings: {
      'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: service.url }],
      'recordbenchBench.port': port,
    },
    extensions: { 'recordbench-test.stopwatch-0.0.0': benchExtension('stopwatch') },
  });
  const browser = await launchBrowser(await findBrowser(progress));
  try {
    const page = await openWorkbench(browser, vsCode);
    const window = await FeltWindow.open(page, new Stopwatch(page, port), service);
    for (const rate of slowdowns) {
      await window.throttle(rate);
      for (const { name, limits, ours, theirs, leastEditor } of lines) {
        const timed = (what: Line['ours']) => async () => {
          await window.clear();
          return [await what(window)];
        };
        const least = leastEditor && {
          name: name.replace(/ ÷ .*/, ' ÷ by the least document editor'),
          limits: leastLimits,
          take: timed(leastEditor),
        };
        await reportFelt(report, { name, limits, rate, turns, ...(least && { least }) }, timed(ours), timed(theirs));
      }
    }
  } finally {
    await browser.close();
    await vsCode.end();
    await service.close();
  }
}
