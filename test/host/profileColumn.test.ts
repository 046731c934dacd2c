import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { asked, picks } from './prompts.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { TableBench } from './tableBench.ts';
import { waitUntil } from './waitUntil.ts';

describe('column profile in the table host', () => {
  let bench: TableBench;
  beforeEach(async () => (bench = await TableBench.open()));
  afterEach(() => bench.close());

  const column = 'leads.city';
  const isComplete = (): Promise<void> =>
    waitUntil('everything is counted', () => bench.panel.profiles.at(-1)?.state.end?.kind === 'complete');

  it('counts the records of the search, and continues while the page is hidden', async () => {
    bench.service.leads.set('4', { name: 'Lead 4', city: null, score: '4' });
    await bench.rows();
    await bench.panel.page.call.profile({ column, query: {} });
    bench.panel.reload();
    await bench.panel.page.call.start();
    await isComplete();
    const [{ profile, total }] = [bench.panel.profiles.at(-1)?.state ?? assert.fail('nothing was counted')];
    assert.deepEqual([profile.read, profile.empty, profile.distinct, total], [5, 1, 1, 5]);
    const before = bench.listed();
    const again = await bench.panel.page.call.profile({
      column,
      query: { sort: { columnName: column, direction: 'ASC' } },
    });
    assert.deepEqual([again.state.end?.kind, bench.listed()], ['complete', before], 'it is not read again');
    await bench.panel.page.call.profile({ column, query: { search: 'Lead 2' } });
    await isComplete();
    assert.ok(bench.service.received.some(({ query }) => query.get('search_basic') === 'Lead 2'));
  });

  it('reports why a column cannot be profiled', async () => {
    await bench.rows();
    await assert.rejects(bench.panel.page.call.profile({ column: 'leads.nothing', query: {} }), /no longer exists/);
    bench.service.isGone = true;
    await assert.rejects(
      bench.panel.page.call.profile({ column, query: {} }),
      /^RemoteError: Could not list the records/,
    );
    bench.service.isGone = false;
    await bench.panel.page.call.profile({ column, query: {} });
    await isComplete();
  });

  it('reports nothing for a previous column, or after it is closed', async () => {
    await bench.rows();
    await bench.panel.page.call.profile({ column: 'leads.name', query: {} });
    const { task } = await bench.panel.page.call.profile({ column, query: {} });
    await isComplete();
    assert.deepEqual(
      [...new Set(bench.panel.profiles.filter(({ state }) => state.end).map((one) => one.task))],
      [task],
    );
    const { length } = bench.panel.profiles;
    await bench.panel.page.call.profile({ column, query: {}, isFresh: true });
    bench.panel.page.notify.changeProfile('close');
    await bench.rows();
    assert.equal(bench.panel.profiles.length, length);
  });
});

describe('Profile Column', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());
  const list = (): { connection: string; controller: string; listView: string } => ({
    connection: leads.id,
    controller: 'crm/leads',
    listView: 'all',
  });
  const reads = (search: string): number =>
    leads.service.received.filter(
      ({ path, query }) => path === '/crm/leads/index.json' && (query.get('search_basic') ?? '') === search,
    ).length;

  it('opens the table with the search and profiles the named column', async () => {
    await runCommand('profileColumn', { ...list(), column: 'city', query: { search: 'Lead 2' } });
    // for the rows, and for the profile: its columns and its records
    await waitUntil('the profile is read', () => reads('Lead 2') >= 3);
    await assert.rejects(
      async () => runCommand('profileColumn', { ...list(), column: 'nothing' }),
      /Could not profile the column: the list view has no column “nothing”\./,
    );
  });

  it('prompts for a column of the active table', async () => {
    await vscode.commands.executeCommand('vscode.open', leads.uri);
    await waitUntil('the table is read', () => reads('') > 0);
    const before = reads('');
    const questions = await asked('showQuickPick', picks('CITY'), () =>
      vscode.commands.executeCommand('recordbench.profileColumn'),
    );
    assert.deepEqual(questions, ['Which column?']);
    await waitUntil('the profile is read', () => reads('') >= before + 3);
  });
});
