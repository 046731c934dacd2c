import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { ImportPanels } from '../../src/features/import/host/importPanels.ts';
import { ErrorReporter } from '../../src/platform/errorReporter.ts';
import type { SavedImport } from '../../src/features/import/importProtocol.ts';
import { type BulkParts, bulkParts } from '../support/bulkParts.ts';
import type { PreparedRun } from '../../src/services/bulk/preparedRun.ts';
import { plainMemory } from '../support/memory.ts';
import { referenceDeps } from '../support/references.ts';
import { asked, promptWithoutAnswer } from './prompts.ts';
import { noStatus } from './fakePanel.ts';
import { FakeImportPanel, openImportPage } from './fakeImportPanel.ts';
import { WitnessLog } from './hostile/hostilePanel.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { pluck } from '../support/pluck.ts';

describe('column mapping page', () => {
  let leads: LeadConnection;
  let folder: string;
  beforeEach(async () => {
    leads = await connectToLeads();
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-import-page-test-'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await leads.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const list = (): object => ({ connection: leads.id, controller: 'crm/leads' });
  const tabs = (): string[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
  const targets = ({ state }: FakeImportPanel): unknown => state?.columns.map(({ target }) => target);

  it('does not open for an unclosed quote in the last line, which is reported first', async () => {
    const source = write('leads.csv', `Town,Color\n${'Goa,red\n'.repeat(500)}"Pune,blue\n`);
    const first = (_: string, items: readonly unknown[]): unknown => items[0];
    const importing = async (): Promise<void> => {
      await assert.rejects(
        async () => runCommand('importRecords', { ...list(), source }),
        /Could not read leads\.csv: a quote in the record at line 502 is never closed\. Correct it there\./,
      );
    };
    assert.deepEqual(await asked('showQuickPick', first, importing), []);
    const paths = leads.service.received.map((request) => request.path);
    assert.ok(!paths.some((one) => one.startsWith('/crm/leads/')), `nor is the service asked: ${paths.join(' ')}`);
  });

  it('does not open for a file without records', async () => {
    const source = write('leads.csv', 'id,City\n');
    await assert.rejects(
      async () => runCommand('importRecords', { ...list(), source }),
      /Could not import leads\.csv: it has columns but no records\. Choose another file\./,
    );
  });

  it('shows samples and guessed mappings, and accepts each field once', async () => {
    const page = await openImportPage({
      ...list(),
      source: write('a.csv', 'id,Place,City,NAME\n2,Pune,Pune,x\n3,Goa,Goa,y\n'),
    });
    const start = await page.start();
    assert.equal(page.title, 'Import a.csv');
    assert.ok(
      page.webview.html.includes(`data-shown="[{&#34;name&#34;:&#34;${leads.name}`),
      'its connection is at the top',
    );
    assert.equal(start.title, 'Import a.csv into crm/leads');
    assert.deepEqual(start.columns[1], { title: 'Place', samples: ['Pune', 'Goa'] });
    assert.match(start.state.summary, /^2 records · 2 of 4 columns mapped$/);
    assert.deepEqual(pluck(start.state.remarks, 'text'), ['Not mapped, so not imported: Place']);
    page.choose(start, 'Place', 'City');
    await waitUntil('it is refused', () => page.state?.problem != null);
    assert.match(page.state?.problem ?? '', /^Column “Place”: “City” is already mapped to the column “City”/);
    await page.preview();
    assert.ok(!tabs().includes('Import a.csv'), 'there is nothing to preview');
    // the choice for this title is also remembered in other tests
    page.host.notify.choose({ column: 1, target: 'skip' });
    await waitUntil('it fits', () => page.state?.problem === null);
    page.dispose();
  });

  it('opens a single preview that writes nothing', async () => {
    const page = await openImportPage({ ...list(), source: write('a.csv', 'id,City\n2,Pune\n3,Goa\n') });
    let isClosed = false;
    page.onDidDispose(() => (isClosed = true));
    await page.start();
    await page.preview();
    await waitUntil('the preview is there', () => tabs().includes('Import a.csv'));
    assert.deepEqual([leads.service.posts(), isClosed], [[], false]);
    await page.preview();
    const previews = (): number => tabs().filter((tab) => tab === 'Import a.csv').length;
    await waitUntil('one preview takes the place of the other', () => previews() === 1);
    page.dispose();
  });

  it('reports why a preview fails, and refuses one after the connection changed its address', async () => {
    const page = await openImportPage({ ...list(), source: write('a.csv', 'id,City\n2,Pune\n') });
    await page.start();
    write('a.csv', 'id,Spot\n2,Pune\n');
    const failures = await promptWithoutAnswer('showErrorMessage', async () => {
      await page.preview();
      const start = await page.host.call.reload();
      assert.deepEqual(pluck(start.columns, 'title'), ['id', 'Spot']);
      page.choose(start, 'Spot', 'City');
      const settings = vscode.workspace.getConfiguration('recordbench');
      const all = settings.get<{ id: string; baseUrl: string }[]>('connections') ?? [];
      const moved = all.map((one) => ({ ...one, baseUrl: 'http://localhost:1' }));
      await settings.update('connections', moved, vscode.ConfigurationTarget.Global);
      await page.preview();
    });
    assert.match(
      failures[0] ?? '',
      /^Could not import a\.csv: its columns have changed since it was read\. Reload the/,
    );
    assert.match(
      failures[1] ?? '',
      /^Could not import a\.csv: it was created for http:.*, but the connection .* now points to/,
    );
    assert.deepEqual(leads.service.posts(), []);
    page.dispose();
  });

  describe('tab after a window reload', () => {
    let parts: BulkParts;
    let panels: ImportPanels;
    const previews: { readonly draft: PreparedRun; readonly panel: FakeImportPanel }[] = [];
    const opened = ({ draft }: { draft: PreparedRun }): object => {
      const panel = new FakeImportPanel();
      previews.push({ draft, panel });
      return { panel };
    };
    beforeEach(async () => {
      previews.length = 0;
      parts = await bulkParts(leads.service.url);
      const { connections, clients, guard, planner, runs } = parts;
      const { log } = new WitnessLog();
      panels = new ImportPanels({
        extension: vscode.extensions.getExtension('recordbench.recordbench')?.extensionUri ?? assert.fail(),
        ...referenceDeps(connections, clients),
        connections,
        connectionStatus: noStatus,
        guard,
        globalState: plainMemory(),
        planner,
        runs,
        bulkPanels: { get: async () => ({ open: opened }) } as never,
        errors: new ErrorReporter(log),
        log,
      });
    });
    afterEach(() => parts.end());

    const saved = (): SavedImport => ({
      source: vscode.Uri.file(path.join(folder, 'a.csv')).toString(),
      connection: parts.connections.all()[0]?.id ?? '',
      controller: 'crm/leads',
      madeFor: leads.service.url,
      titles: [],
      columns: [],
      match: null,
      mode: 'both',
    });

    it('restores the mapping', async () => {
      write('a.csv', 'Town,City,score\nPune,Goa,1\n');
      const panel = new FakeImportPanel();
      await panels.deserializeWebviewPanel(panel.asPanel(), saved());
      const start = await panel.start();
      panel.choose(start, 'Town', 'City');
      panel.host.notify.choose({ column: 1, target: 'skip' });
      panel.host.notify.match('none');
      panel.host.notify.mode('add');
      await waitUntil('it is kept', () => panel.kept?.mode === 'add');
      const before = targets(panel);
      const { kept } = panel;
      panel.dispose();
      const again = new FakeImportPanel();
      await panels.deserializeWebviewPanel(again.asPanel(), JSON.parse(JSON.stringify(kept)));
      await again.start();
      assert.deepEqual([targets(again), again.state?.match, again.state?.mode], [before, 'none', 'add']);
      again.dispose();
    });

    it('restores a tab of a version without import modes', async () => {
      write('a.csv', 'City\nGoa\n');
      const { mode: _, ...state } = saved();
      const panel = new FakeImportPanel();
      await panels.deserializeWebviewPanel(panel.asPanel(), state);
      await panel.start();
      assert.equal(panel.state?.mode, 'both');
      panel.dispose();
    });

    it('drops the mapping when the columns have changed', async () => {
      write('a.csv', 'City,score\nGoa,1\n');
      const panel = new FakeImportPanel();
      const state = { ...saved(), titles: ['Town', 'score'], columns: ['leads.city', null] };
      await panels.deserializeWebviewPanel(panel.asPanel(), state);
      await panel.start();
      assert.deepEqual(targets(panel), panel.state?.columns.map(({ target }) => target).filter(Number.isInteger));
      panel.dispose();
    });

    it('closes when its preview runs, and replaces an older preview', async () => {
      write('a.csv', 'City\nGoa\n');
      const panel = new FakeImportPanel();
      const closed: string[] = [];
      panel.onDidDispose(() => closed.push('page'));
      await panels.deserializeWebviewPanel(panel.asPanel(), { ...saved(), match: 'none' });
      await panel.start();
      await panel.preview();
      previews[0]?.panel.onDidDispose(() => closed.push('first preview'));
      await panel.preview();
      assert.deepEqual([previews.length, closed], [2, ['first preview']]);
      const { draft } = previews[1] ?? assert.fail();
      await (
        await parts.runs.begin(draft)
      ).ended;
      assert.deepEqual(closed, ['first preview', 'page']);
      assert.equal(leads.service.posts().length, 1);
      await previews[0]?.draft.discard();
    });

    it('reports why the file cannot be read, and reads it once it can', async () => {
      write('a.csv', 'City\n"Goa\n');
      const panel = new FakeImportPanel();
      await panels.deserializeWebviewPanel(panel.asPanel(), saved());
      await assert.rejects(panel.start(), /a quote in the record at line 2 is never closed/);
      write('a.csv', 'City\nGoa\n');
      assert.equal((await panel.host.call.reload()).columns.length, 1);
      panel.dispose();
    });

    it('closes when its state is missing or invalid', async () => {
      for (const state of [undefined, {}, { ...saved(), controller: 'nonsense' }, { ...saved(), columns: [7] }]) {
        const panel = new FakeImportPanel();
        let isClosed = false;
        panel.onDidDispose(() => (isClosed = true));
        await panels.deserializeWebviewPanel(panel.asPanel(), state);
        assert.ok(isClosed, JSON.stringify(state));
      }
    });
  });
});
