import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { BulkPanel } from '../../src/features/bulk/host/bulkPanels.ts';
import type { BulkSubject } from '../../src/features/bulk/host/bulkSubject.ts';
import { readPlan } from '../../src/model/plan/readPlan.ts';
import { type PlanHead, type PlanOperation, writePlan } from '../../src/model/plan/recordPlan.ts';
import { ConnectionStatus } from '../../src/platform/connectionStatus.ts';
import { ErrorReporter } from '../../src/platform/errorReporter.ts';
import { planFileAt } from '../../src/platform/planFile.ts';
import { ListViewCache } from '../../src/services/lists/listViewCache.ts';
import { type BulkParts, bulkParts, leadsController } from '../support/bulkParts.ts';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { CommandLine } from '../support/commandLine.ts';
import { markedToken } from '../support/markedToken.ts';
import { inProject } from '../support/projectPaths.ts';
import { referenceDeps } from '../support/references.ts';
import { acceptsPreselected, asked, inWindow } from './prompts.ts';
import { HostilePanel, WitnessLog } from './hostile/hostilePanel.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { pluck } from '../support/pluck.ts';

const toPune = (id: string): PlanOperation => ({
  do: 'edit',
  id,
  name: `Lead ${id}`,
  fields: [{ field: 'city', was: 'Goa', becomes: 'Pune' }],
});

describe('plan file', () => {
  let service: BulkService;
  let folder: string;
  let uri: vscode.Uri;

  beforeEach(async () => {
    await recordbenchApi();
    service = await bulkService(6);
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-plans-'));
    uri = vscode.Uri.file(path.join(folder, 'cities.recordplan.json'));
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  });

  const planText = (operations: readonly PlanOperation[], head: Partial<PlanHead> = {}): string =>
    [
      ...writePlan(
        {
          connection: 'Test',
          address: service.url,
          controller: leadsController,
          madeBy: 'someone',
          madeAt: '2026-01-01T00:00:00.000Z',
          why: 'to see',
          ...head,
        },
        operations,
      ),
    ].join('');
  const write = (operations: readonly PlanOperation[], head?: Partial<PlanHead>): void =>
    writeFileSync(uri.fsPath, planText(operations, head));

  describe('in the editor', () => {
    const input = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const setting = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('recordbench');
    let reads: string[];

    beforeEach(async () => {
      reads = [];
      service.onRead = (id) => void reads.push(id);
      await runCommand('addConnection', { name: 'Test', baseUrl: service.url, token: markedToken('plan') });
    });

    afterEach(async () => {
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await setting().update('connections', [], vscode.ConfigurationTarget.Global);
    });

    it('opens as a page that reads its records and sends nothing, as text, and back', async () => {
      write(['1', '2'].map(toPune));
      await vscode.commands.executeCommand('vscode.open', uri);
      await waitUntil('the page is there', () => input() instanceof vscode.TabInputCustom);
      assert.equal((input() as vscode.TabInputCustom).viewType, 'recordbench.plan');
      await waitUntil('its records were looked at', () => reads.includes('1') && reads.includes('2'));
      await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
      await waitUntil('its text is there', () => input() instanceof vscode.TabInputText);
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.languageId, 'recordplan');
      const autoSave = vscode.workspace.getConfiguration('files', document).get('autoSave');
      assert.equal(autoSave, 'off');
      await vscode.commands.executeCommand('recordbench.showPlan', uri);
      await waitUntil('the page is back', () => input() instanceof vscode.TabInputCustom);
      assert.equal(service.posts(), 0);
    });

    it('sends no requests when it names an unknown service', async () => {
      write(['1'].map(toPune), { connection: 'Another', address: 'https://another.example' });
      const before = service.received.length;
      await vscode.commands.executeCommand('vscode.open', uri);
      await waitUntil('the page is there', () => input() instanceof vscode.TabInputCustom);
      assert.deepEqual([reads, service.received.length - before], [[], 0]);
    });

    it('is validated by its schema as text, and shown as a page even if unsaved', async () => {
      const wrong = planText(['3'].map(toPune)).replace('"becomes":"Pune"', '"becomse":"Pune"');
      const unsaved = vscode.Uri.file(path.join(folder, 'new.recordplan.json')).with({ scheme: 'untitled' });
      const document = await vscode.workspace.openTextDocument(unsaved);
      await vscode.window.showTextDocument(document);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(unsaved, new vscode.Position(0, 0), wrong);
      await vscode.workspace.applyEdit(edit);
      await waitUntil('the schema objects', () =>
        vscode.languages.getDiagnostics(unsaved).some(({ message }) => message.includes('becomes')),
      );
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const mended = new vscode.WorkspaceEdit();
      mended.replace(unsaved, whole, planText(['3'].map(toPune)));
      await vscode.workspace.applyEdit(mended);
      await vscode.commands.executeCommand('recordbench.showPlan', unsaved);
      await waitUntil('its record was looked at', () => reads.includes('3'));
      assert.equal(service.posts(), 0);
    });
  });

  describe('on its page', () => {
    let parts: BulkParts;
    let panel: HostilePanel;
    let page: BulkPanel;
    const { extensionUri: extension } =
      vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');

    beforeEach(async () => (parts = await bulkParts(service.url)));

    afterEach(() => {
      panel.dispose();
      parts.end();
    });

    async function open(subject: BulkSubject = { kind: 'plan', file: planFileAt(uri), uri }): Promise<void> {
      panel = new HostilePanel();
      const { log } = new WitnessLog();
      const listViews = new ListViewCache(parts.connections, parts.clients);
      const { chosen, added, entries } = referenceDeps(parts.connections, parts.clients);
      const sources = { listViews, added, chosen, entries, connectionStatus: new ConnectionStatus(parts.connections) };
      const deps = { ...parts, ...sources, extension, errors: new ErrorReporter(log), log };
      page = new BulkPanel(panel.asPanel(), subject, deps);
      await page.session.opened;
      await panel.ask('start');
    }

    const state = () => page.session.state;
    const city = (id: string): unknown => service.leads.get(id)?.city;
    const ended = (): Promise<void> => waitUntil('the run has ended', () => page.session.accepts('undo'));

    it('shows the current name of its connection everywhere', async () => {
      write(['1'].map(toPune));
      await open();
      const [connection = assert.fail()] = parts.connections.all();
      await parts.connections.change({ ...connection, name: 'Production', color: 'red' });
      assert.deepEqual(panel.connections, [{ name: 'Production', color: 'red', readOnly: false }]);
      assert.deepEqual([state().connection, state().plan?.connection], ['Production', 'Production']);
    });

    it('marks records changed since it was made, runs the others, and is undone', async () => {
      write(['1', '2', '3'].map(toPune));
      Object.assign(service.leads.get('2') ?? {}, { city: 'Agra' });
      await open();
      const { counts, plan, title } = state();
      assert.deepEqual([counts?.waiting, counts?.changed, title], [2, 1, 'Plan cities.recordplan.json']);
      assert.deepEqual([plan?.madeBy, plan?.why], ['someone', 'to see']);
      assert.equal(service.posts(), 0);
      panel.notify('begin', { typed: null });
      await ended();
      assert.deepEqual([city('1'), city('2'), city('3')], ['Pune', 'Agra', 'Pune']);
      panel.notify('undo');
      await waitUntil('there is a preview', () => state().step === 'preview');
      panel.notify('begin', { typed: null });
      await waitUntil('it is undone', () => city('1') === 'Goa' && city('3') === 'Goa');
      assert.equal(city('2'), 'Agra');
    });

    it('lists the records read so far while it reads the others', async () => {
      write(['1', '2', '3', '4', '5', '6'].map(toPune));
      const seen: unknown[] = [];
      service.onRead = (id) => {
        const { counts, step } = state();
        if (id === '6') seen.push(step, (counts?.waiting ?? 0) > 0, page.session.ledger?.get('1')?.name);
      };
      await open();
      assert.deepEqual(seen, ['working', true, 'Lead 1']);
      assert.deepEqual([state().step, state().counts?.waiting], ['preview', 6]);
    });

    it('lets the user include records changed since', async () => {
      write([toPune('2')]);
      Object.assign(service.leads.get('2') ?? {}, { city: 'Agra' });
      await open();
      const { rows } = (await panel.ask('rows', { filter: 'changed', from: 0, count: 10 })).result as {
        rows: { why: string; cells: unknown[] }[];
      };
      assert.equal(rows[0]?.why, '“City” was “Goa” in the plan');
      assert.deepEqual(rows[0]?.cells, [{ label: 'City', before: 'Agra', after: 'Pune' }]);
      panel.notify('begin', { typed: null });
      await waitUntil('nothing was begun', () => page.session.accepts('setExcluded'));
      panel.notify('setExcluded', { ids: ['2'], isDropped: false });
      assert.equal(state().counts?.waiting, 1);
      panel.notify('begin', { typed: null });
      await ended();
      assert.deepEqual([city('2'), service.posts()], ['Pune', 1]);
    });

    it('does not run entries that its file no longer contains', async () => {
      write([toPune('1')]);
      await open();
      write([toPune('2')]);
      panel.notify('begin', { typed: null }); // before VS Code reports the change, if it ever does
      await waitUntil('that is told', () => /changed since it was loaded/.test(state().problem ?? ''));
      await waitUntil('nothing was begun', () => page.session.accepts('readAgain'));
      assert.equal(state().step, 'preview');
      panel.notify('readAgain');
      await waitUntil(
        'it was read again',
        () => state().step === 'preview' && page.session.ledger?.get('2') !== undefined,
      );
      assert.deepEqual([state().problem, service.posts()], [null, 0]);
      panel.notify('begin', { typed: null });
      await ended();
      assert.deepEqual([city('1'), city('2')], ['Goa', 'Pune']);
    });

    it('shows no warning about entries that a reload has replaced', async () => {
      write([toPune('1')]);
      await open();
      write([toPune('2')]);
      page.session.planChanged(); // the check of the old entries ends during the reload
      panel.notify('readAgain');
      await waitUntil(
        'it was read again',
        () => state().step === 'preview' && page.session.ledger?.get('2') !== undefined,
      );
      assert.equal(state().problem, null);
    });

    it('explains in one sentence why it cannot be opened', async () => {
      const sentences: [string, RegExp][] = [
        [planText([toPune('1')]).slice(0, -40), /Could not read line \d+ of the plan: the file is truncated there\./],
        ['nonsense', /Could not read line 1 of the plan: it is not a JSON object\./],
        [
          planText([toPune('1')], { connection: 'Another', address: 'https://a.example' }),
          /this window has no connection Another \(https:\/\/a\.example\)\. Choose the connection to run it on\./,
        ],
        [
          planText([toPune('1')], { address: 'https://a.example' }),
          /it was made for https:\/\/a\.example, but the connection Test points to http.*Choose the connection/,
        ],
      ];
      for (const [text, sentence] of sentences) {
        writeFileSync(uri.fsPath, text);
        await open();
        assert.deepEqual([state().step, state().canWrite], ['choose', false]);
        assert.match(state().problem ?? '', sentence);
        panel.notify('begin', { typed: null });
        panel.dispose();
      }
      assert.equal(service.posts(), 0);
    });

    it('runs on another connection when the user chooses it, and says so at the top', async () => {
      write([toPune('1')], { connection: 'Another', address: 'https://a.example' });
      await open();
      const questions = await asked('showQuickPick', acceptsPreselected, async () => {
        panel.notify('chooseConnection');
        await waitUntil('there is a preview', () => state().step === 'preview');
      });
      assert.deepEqual(questions, ['On which connection?', 'How should its records be matched there?']);
      assert.equal(
        state().note,
        `This plan was made for Another (https://a.example). It would run on Test (${service.url}), on the records with the same ids.`,
      );
      assert.equal(service.posts(), 0);
      panel.notify('begin', { typed: null });
      await ended();
      assert.equal(city('1'), 'Pune');
    });

    /** Saves the plan of the preview, and returns its text. */
    async function save(name: string): Promise<string> {
      const target = vscode.Uri.file(path.join(folder, name));
      const saved = `${target.fsPath}.recordplan.json`;
      await inWindow({ showSaveDialog: async () => target }, async () => {
        panel.notify('savePlan');
        await waitUntil('it is there', () => existsSync(saved) && readFileSync(saved, 'utf8').endsWith('}\n'));
      });
      return readFileSync(saved, 'utf8');
    }

    it('is saved from a preview, and shows the same when reopened', async () => {
      write(['1', '2'].map(toPune));
      await open();
      const saved = readPlan(await save('again'));
      assert.deepEqual(pluck(saved.operations, 'operation'), ['1', '2'].map(toPune));
      assert.deepEqual([saved.head.connection, saved.head.address], ['Test', service.url]);
    });

    it('has the same bytes from the editor and the command line, and each runs those of the other', async () => {
      const program = new CommandLine(inProject('dist', 'cli', 'recordbench.js'));
      const run = async (...args: string[]): Promise<string> => {
        const { code, stdout, stderr } = await program.run([...args, '--url', service.url], { workingFolder: folder });
        return `${code} ${stdout}${stderr}`;
      };
      /** The text without the facts about who made it, when and why. */
      const withoutFacts = (text: string): string =>
        text.replaceAll(/^( {2}"(?:connection|madeAt|why)": )".*",$/gm, '$1"…",');
      const [connection = assert.fail()] = parts.connections.all();
      const ids = ['1', '2', '3'];
      try {
        const target = { connection: connection.id, controller: leadsController, madeFor: service.url, ids };
        await open({ kind: 'edit', target });
        panel.notify('plan', [{ field: 'city', kind: 'set', value: 'Pune' }]);
        await waitUntil('there is a preview', () => state().step === 'preview');
        const ofEditor = await save('editor');
        panel.dispose();
        writeFileSync(path.join(folder, 'cities.csv'), `id,City\n${ids.map((id) => `${id},Pune\n`).join('')}`);
        for (const command of [
          ['import', 'cities.csv', 'crm/leads'],
          ['compare', 'crm/leads', 'cities.csv'],
        ]) {
          const said = await run(...command, '--plan', path.basename(uri.fsPath));
          assert.match(said, /Wrote the plan cities\.recordplan\.json\./);
          const ofProgram = readFileSync(uri.fsPath, 'utf8');
          assert.notEqual(ofProgram, ofEditor);
          assert.equal(withoutFacts(ofProgram), withoutFacts(ofEditor));
          await open();
          assert.deepEqual([state().problem, state().counts?.waiting], [null, 3]);
          assert.equal(withoutFacts(await save(`of ${command[0]}`)), withoutFacts(ofEditor), 'and is saved unchanged');
          panel.dispose();
        }
        assert.equal(service.posts(), 0);
        assert.match(await run('apply', 'editor.recordplan.json', '--journal', 'journal'), /^0 .*: 3 done\./);
        assert.deepEqual(ids.map(city), ['Pune', 'Pune', 'Pune']);
        Object.assign(service.leads.get('1') ?? {}, { city: 'Goa' });
        await open();
        panel.notify('begin', { typed: null });
        await ended();
        assert.deepEqual([city('1'), service.posts()], ['Pune', 4]);
      } finally {
        program.close();
      }
    });
  });
});
