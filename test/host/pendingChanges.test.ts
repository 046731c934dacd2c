import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { nothingStaged } from '../../src/model/list/listView.ts';
import { stagedText } from '../../src/model/list/stagedCells.ts';
import { readPlan } from '../../src/model/plan/readPlan.ts';
import { type PendingDocument, PendingDocuments } from '../../src/platform/pendingDocuments.ts';
import { Emitter } from '../../src/services/common/emitter.ts';
import { PendingNode } from '../../src/tree/pendingNode.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { assertPlain, hostileTexts } from '../support/hostileTexts.ts';
import { acceptsPreselected, type Answer, asked, picks, promptWithoutAnswer } from './prompts.ts';
import { connectToLeads, type LeadConnection, setText, stagedCity } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

const reason = "Files, passwords, sub-table rows and changes that can't be saved stay in their tabs.";

describe('pending changes', () => {
  let leads: LeadConnection;
  let pending: PendingDocuments;
  let document: vscode.TextDocument;
  let recent: string | undefined;
  /** Where plans are saved. */
  let target: vscode.Uri;
  const window = vscode.window as { showSaveDialog: unknown };
  const { showSaveDialog } = window;

  beforeEach(async () => {
    target = vscode.Uri.file(
      path.join(mkdtempSync(path.join(os.tmpdir(), 'recordbench-pending-')), 'a.recordplan.json'),
    );
    window.showSaveDialog = async () => target;
    leads = await connectToLeads();
    pending = new PendingDocuments({ labelOf: () => recent, onDidChange: new Emitter<void>().event });
    document = await vscode.workspace.openTextDocument(leads.uri);
    await vscode.window.showTextDocument(document, { preview: false });
  });

  afterEach(async () => {
    window.showSaveDialog = showSaveDialog;
    rmSync(path.dirname(target.fsPath), { recursive: true, force: true });
    pending.dispose();
    recent = undefined;
    await leads.close();
  });

  const here = (): PendingDocument[] => pending.all.filter(({ address }) => address.connection === leads.id);
  const names = (): string[] => here().map(({ name }) => name);
  const stage = async (city: string): Promise<void> => {
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', city]));
    await waitUntil('it is pending', () => names().length === 1);
  };

  it('are listed by name until saved', async () => {
    recent = 'All Leads';
    assert.deepEqual(names(), []);
    await stage('Pune');
    assert.deepEqual(names(), ['All Leads']);
    const connections = { get: () => undefined } as unknown as Connections;
    const { item } = new PendingNode(here()[0] ?? assert.fail(), connections);
    assert.deepEqual([item.contextValue, item.description], ['pending listView', `leads · ${leads.id}`]);
    await document.save();
    await waitUntil('nothing is pending', () => names().length === 0);
  });

  it('of a table are compared by label, and the comparison follows them', async () => {
    await stage('Pune');
    await runCommand('comparePending', document.uri);
    const texts = (): string[] =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === 'records-compare' && uri.authority === leads.id)
        .toSorted((one, other) => other.uri.query.localeCompare(one.uri.query))
        .map((one) => one.getText());
    await waitUntil('both sides are shown', () => texts().length === 2);
    assert.deepEqual(texts(), ['Record 1\n  City: Goa\n', 'Record 1\n  City: Pune\n']);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.match(tab?.label ?? '', /: saved ↔ yours$/);
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', 'Agra'], ['2', 'Goa', 'Oslo']));
    const expected = 'Record 1\n  City: Agra\n\nRecord 2\n  City: Oslo\n';
    await waitUntil('it is up to date', () => texts()[1] === expected);
    await runCommand('showChangeAsJson');
    await waitUntil('it is JSON', () => texts().some((text) => text.includes('"city": "Oslo"')));
  });

  it('disappear once a run has written the same values; others remain', async () => {
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', 'Pune'], ['2', 'Goa', 'Agra']));
    await waitUntil('they are pending', () => names().length === 1);
    const run = (id: string, value: string): Promise<unknown> =>
      runCommand('bulkEdit', {
        connection: leads.id,
        controller: 'crm/leads',
        ids: [id],
        changes: [{ field: 'city', kind: 'set', value }],
        confirmed: true,
      });
    await run('1', 'Pune');
    const left = stagedCity(leads.service.url, ['2', 'Goa', 'Agra']);
    await waitUntil('the first is gone', () => document.getText() === left);
    assert.deepEqual([document.isDirty, names().length], [true, 1]);
    await run('2', 'Agra');
    await waitUntil('nothing is pending', () => names().length === 0 && !document.isDirty);
    assert.equal(document.getText(), nothingStaged);
    assert.deepEqual(leads.service.posts(), ['1', '2'], 'the cells are not sent once more');
  });

  it('are saved together; refused ones remain', async () => {
    const other = await vscode.workspace.openTextDocument(leads.uri.with({ path: '/crm/leads/=default.listview' }));
    await vscode.window.showTextDocument(other, { preview: false });
    leads.service.temper.set('2', 'refuse');
    await setText(other, stagedCity(leads.service.url, ['2', 'Goa', 'Agra']));
    await setText(document, stagedCity(leads.service.url, ['1', 'Goa', 'Pune']));
    await waitUntil('both are pending', () => names().length === 2);
    const byVsCode: string[] = [];
    const watching = vscode.workspace.onWillSaveTextDocument(({ document: { uri } }) => byVsCode.push(uri.toString()));
    let saved = 0;
    const reported = await promptWithoutAnswer('showErrorMessage', async () => {
      saved = await vscode.commands.executeCommand<number>('recordbench.savePending');
    });
    watching.dispose();
    assert.ok(saved > 0);
    await waitUntil('one is left', () => names().length === 1);
    // VS Code would show its own notification for a failed save
    assert.deepEqual(byVsCode, [document.uri.toString()]);
    assert.equal(reported.length, 1);
    assert.match(reported.join(), /^Could not save .*This city is not served/);
    assert.equal(here()[0]?.uri.toString(), other.uri.toString());
    assert.equal(leads.service.leads.get('1')?.city, 'Pune');
    assert.equal(leads.service.leads.get('2')?.city, 'Goa');
  });

  it('of the active editor are saved from outside its page, which alone shows a refusal', async () => {
    const byVsCode: string[] = [];
    const watching = vscode.workspace.onWillSaveTextDocument(({ document: { uri } }) => byVsCode.push(uri.toString()));
    const save = async (): Promise<unknown> => {
      const reported = await promptWithoutAnswer('showErrorMessage', () =>
        vscode.commands.executeCommand('recordbench.saveInFront'),
      );
      return [reported, byVsCode.length, document.isDirty];
    };
    leads.service.temper.set('1', 'refuse');
    await stage('Pune');
    assert.deepEqual(await save(), [[], 0, true]);
    leads.service.temper.clear();
    assert.deepEqual(await save(), [[], 1, false]);
    assert.equal(leads.service.leads.get('1')?.city, 'Pune');
    // no page shows this
    await setText(document, '{');
    const [reported, saved, isDirty] = (await save()) as [string[], number, boolean];
    watching.dispose();
    assert.match(reported.join(), /^Could not save .* not JSON/);
    assert.deepEqual([saved, isDirty], [1, true]);
  });

  it('are discarded after one confirmation, and kept when it is declined', async () => {
    await stage('Pune');
    const discard = (answer: Answer): Promise<string[]> =>
      asked('showQuickPick', answer, () => vscode.commands.executeCommand('recordbench.discardPending'));
    assert.equal((await discard(acceptsPreselected)).length, 1);
    assert.equal(document.isDirty, true);
    assert.match((await discard(picks('Discard Changes'))).join(), /^Discard the changes in “/);
    await waitUntil('nothing is pending', () => names().length === 0);
    assert.deepEqual([document.getText(), leads.service.posts()], ['{}\n', []]);
  });

  it('are saved as a plan, which opens, and remain unsaved', async () => {
    try {
      await stage('Pune');
      const record = await vscode.workspace.openTextDocument(leads.uri.with({ path: '/crm/leads/2.record.json' }));
      await vscode.window.showTextDocument(record, { preview: false });
      await setText(record, (now) => now.replace('"Goa"', '"Agra"'));
      await waitUntil('both are pending', () => names().length === 2);
      await vscode.commands.executeCommand('recordbench.planPending');
      const { head, operations } = readPlan(readFileSync(target.fsPath, 'utf8'));
      assert.deepEqual([head.connection, head.address], [leads.name, leads.service.url]);
      assert.deepEqual(
        operations.map(({ operation }) => operation),
        [
          ['1', 'Pune'],
          ['2', 'Agra'],
        ].map(([id, becomes]) => ({
          do: 'edit',
          id,
          name: `Lead ${id}`,
          fields: [{ field: 'city', was: 'Goa', becomes }],
        })),
      );
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert(activeTab?.input instanceof vscode.TabInputCustom);
      assert.equal(activeTab.input.viewType, 'recordbench.plan');
      assert.deepEqual([document.isDirty, record.isDirty, leads.service.posts()], [true, true, []]);
      // the button below a table applies to that table only
      await runCommand('planPending', document.uri);
      assert.equal(readPlan(readFileSync(target.fsPath, 'utf8')).operations.length, 1);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
  });

  // the others are tried without VS Code, and at the door to its UI
  for (const what of ['a command with its argument', 'line breaks', 'halves of a letter'])
    it(`are stored unmodified in a plan and shown as plain text: ${what}`, async () => {
      const hostile = hostileTexts[what] ?? assert.fail('there is no such text');
      const held = hostile.toWellFormed();
      Object.assign(leads.service.leads.get('1') ?? {}, { name: held });
      const cells = new Map([
        ['city', { from: 'Goa', to: hostile }],
        [hostile, { from: null, to: 'x' }],
      ]);
      await setText(document, stagedText(new Map([['1', cells]]), leads.service.url));
      const said = await promptWithoutAnswer('showInformationMessage', () => runCommand('planPending', document.uri));
      const [edit] = readPlan(readFileSync(target.fsPath, 'utf8')).operations;
      const fields = [{ field: 'city', was: 'Goa', becomes: hostile }];
      assert.deepEqual(edit?.operation, { do: 'edit', id: '1', name: held.trim(), fields }, what);
      assert.equal(said.length, 1, what);
      assertPlain(said[0] ?? '', `Not in the plan: “${hostile}” of ${held.trim()}. ${reason}`, what);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      assert.deepEqual(leads.service.posts(), []);
    });
});
