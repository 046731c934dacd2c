import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import * as vscode from 'vscode';
import { isUnreadText } from '../../src/model/draft/recordText.ts';
import { markedToken } from '../support/markedToken.ts';
import { json } from '../support/scriptedService.ts';
import { asked, promptWithoutAnswer } from './prompts.ts';
import { connectToLeads, type LeadConnection, setText } from './leadConnection.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

describe('record that cannot be read', () => {
  let leads: LeadConnection;
  beforeEach(async () => (leads = await connectToLeads()));
  afterEach(() => leads.close());

  const address = (id: string): vscode.Uri => leads.uri.with({ path: `/crm/leads/${id}.record.json` });
  const why = (document: vscode.TextDocument): unknown =>
    (JSON.parse(document.getText()) as Record<string, unknown>)['$unread'];
  const value = (document: vscode.TextDocument, key: string): unknown =>
    (JSON.parse(document.getText()) as Record<string, unknown>)[key];
  const named = (id: string): object => ({ connection: leads.id, controller: 'crm/leads', id });
  const isReadonly = async (uri: vscode.Uri): Promise<boolean> =>
    (await vscode.workspace.fs.stat(uri)).permissions === vscode.FilePermission.Readonly;
  const newRecords = (): vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter(({ uri }) => uri.authority === leads.id && uri.path.includes('=new-'));
  /** Another request that succeeds. */
  const otherRequest = async (): Promise<unknown> => (await recordbenchApi()).index(leads.id, 'crm/leads');

  async function openForm(uri: vscode.Uri): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'recordbench.form', { preview: false });
    const title = `crm/leads ${uri.path.replace(/^.*\/|\.record\.json$/g, '')}`;
    const label = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    // the tab title set by the page: VS Code has opened our editor
    await waitUntil('it is a page of ours', () => label() === title);
    return vscode.workspace.openTextDocument(uri);
  }

  const cut = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"errors":[],"data":{"leads":{"id":"1",');
    setTimeout(() => response.destroy(), 20);
  };
  const troubles: readonly [string, (leads: LeadConnection) => void, RegExp][] = [
    [
      'whose service is gone',
      ({ service }) => (service.isGone = true),
      /Could not open record 1 of crm\/leads: the connection was lost\. Try again in a moment\./,
    ],
    ['whose token has expired', ({ service }) => (service.isLocked = true), /the token has expired.* Set a new token/],
    ['that is not there', ({ service }) => service.leads.delete('1'), /there is no such lead/],
    [
      'at which the service fails',
      ({ service }) => (service.trouble = (_, response) => (json(response, {}, 500), true)),
      /the service failed \(it responded with 500\)/,
    ],
    [
      'whose answer is cut',
      ({ service }) => (service.trouble = (_, response) => (cut(response), true)),
      /the connection was lost|can't be read/,
    ],
    [
      'whose answer is no record',
      ({ service }) => (service.trouble = (_, response) => (response.end('<html><title>Hello</title>'), true)),
      /returned the web page “Hello” instead of records/,
    ],
  ];
  for (const [which, begin, sentence] of troubles)
    it(`${which} opens as our page and as a text with the reason, is read-only, and is never sent`, async () => {
      begin(leads);
      const document = await openForm(address('1'));
      assert.match(String(why(document)), sentence);
      await waitUntil('it is read-only', () => isReadonly(address('1')));
      await vscode.commands.executeCommand('vscode.openWith', address('1'), 'default', { preview: false });
      const editor = vscode.window.activeTextEditor ?? assert.fail('there is no text');
      assert.match(editor.document.getText(), sentence);
      await vscode.commands.executeCommand('type', { text: 'x' });
      assert.equal(document.isDirty, false);
      assert.match(String(why(document)), sentence);
      assert.deepEqual(leads.service.posts(), []);
    });

  it('opens as our page from a link and from a command', async () => {
    leads.service.isLocked = true;
    const inFront = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    const isPage = (id: string): boolean =>
      inFront()?.label === `crm/leads ${id}` && inFront()?.input instanceof vscode.TabInputCustom;
    await vscode.commands.executeCommand('vscode.open', address('1'));
    await waitUntil('the link has opened it', () => isPage('1'));
    await runCommand('openRecord', named('2'));
    await waitUntil('the command has opened it', () => isPage('2'));
  });

  it('becomes the record once its service answers another request, and can be edited and saved', async () => {
    leads.service.isGone = true;
    const document = await openForm(address('2'));
    assert.ok(isUnreadText(document.getText()));
    leads.service.isGone = false;
    await otherRequest();
    await waitUntil('it is the record', () => document.getText().includes('"city": "Goa"'));
    assert.deepEqual([document.isDirty, await isReadonly(address('2'))], [false, false]);
    await waitUntil('its tab has its name', () =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === 'Lead 2')),
    );
    await setText(document, (now) => now.replace('"Goa"', '"Pune"'));
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    assert.deepEqual([leads.service.leads.get('2')?.city, leads.service.posts()], ['Pune', ['2']]);
  });

  it('becomes the record when its token is set, or on refresh', async () => {
    leads.service.isLocked = true;
    const [first, second] = [await openForm(address('1')), await openForm(address('2'))];
    assert.match(String(why(first)), /token/);
    leads.service.isLocked = false;
    const token = (): string => markedToken('new');
    await asked('showInputBox', token, () =>
      vscode.commands.executeCommand('recordbench.setToken', { connection: leads.id }),
    );
    await waitUntil('both are records', () => value(first, 'city') === 'Goa' && value(second, 'city') === 'Goa');
    leads.service.leads.delete('3');
    const third = await openForm(address('3'));
    leads.service.leads.set('3', { name: 'Lead 3', city: 'Agra', score: null });
    await vscode.commands.executeCommand('recordbench.refresh', { connection: leads.id });
    await waitUntil('it is there now', () => value(third, 'city') === 'Agra');
  });

  it('shows the latest reason', async () => {
    leads.service.isGone = true;
    const document = await openForm(address('1'));
    leads.service.isGone = false;
    leads.service.isLocked = true;
    await vscode.commands.executeCommand('recordbench.refresh', { connection: leads.id });
    await waitUntil('it is another', () => /token has expired/.test(String(why(document))));
    assert.equal(await isReadonly(address('1')), true);
  });

  it('waits for a connection that does not exist', async () => {
    const uri = vscode.Uri.parse('records://yet-to-come/crm/leads/4.record.json');
    const document = await openForm(uri);
    assert.match(String(why(document)), /There is no connection “yet-to-come”/);
    await runCommand('addConnection', {
      name: 'Yet to come',
      baseUrl: leads.service.url,
      token: markedToken('leads'),
    });
    await waitUntil('it is the record', () => value(document, 'name') === 'Lead 4');
  });

  it('is not changed by a command, which reports it', async () => {
    leads.service.trouble = ({ query }, response) => query.get('id') === '1' && (json(response, {}, 500), true);
    const document = await openForm(address('1'));
    const text = document.getText();
    leads.service.trouble = undefined;
    await vscode.env.clipboard.writeText('{"city":"Pune"}');
    const said = await promptWithoutAnswer('showErrorMessage', () =>
      vscode.commands.executeCommand('recordbench.pasteJson', address('1')),
    );
    assert.match(said.join(), /could not be loaded/);
    assert.deepEqual([document.getText(), document.isDirty], [text, false]);
  });

  it('is read again, instead of using its error text, when compared or duplicated', async () => {
    leads.service.trouble = ({ query }, response) => query.get('id') === '1' && (json(response, {}, 500), true);
    await openForm(address('1'));
    leads.service.trouble = undefined;
    await vscode.commands.executeCommand('recordbench.duplicateRecord', address('1'));
    const copy = (): vscode.TextDocument | undefined => newRecords()[0];
    await waitUntil('the copy is there', () => copy()?.isDirty === true);
    assert.deepEqual(
      Object.keys(JSON.parse(copy()?.getText() ?? '{}') as object).filter((key) => key.startsWith('$')),
      ['$schema'],
    );
    assert.equal(value(copy() ?? assert.fail('there is no copy'), 'name'), 'Lead 1');
  });

  it('becomes a new record with its initial values once its form can be read', async () => {
    leads.service.isGone = true;
    await vscode.commands.executeCommand('recordbench.addRecord', { connection: leads.id, controller: 'crm/leads' });
    const added = (): vscode.TextDocument => newRecords()[0] ?? assert.fail('there is none');
    assert.match(String(why(added())), /connection was lost/);
    assert.equal(added().isDirty, false);
    leads.service.isGone = false;
    await otherRequest();
    await waitUntil('it is unsaved', () => added().isDirty);
    assert.equal(value(added(), 'city'), 'Goa');
  });

  it('keeps the content of a record that was read before, even if a reload fails', async () => {
    await vscode.commands.executeCommand('vscode.openWith', address('5'), 'recordbench.form', { preview: false });
    const read = await vscode.workspace.openTextDocument(address('5'));
    const text = read.getText();
    leads.service.isLocked = true;
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.deepEqual([read.getText(), await isReadonly(address('5'))], [text, false]);
    await setText(read, (now) => now.replace('"Goa"', '"Pune"'));
    const revert = (): PromiseLike<unknown> =>
      vscode.commands.executeCommand('workbench.action.files.revert').then(undefined, () => undefined);
    assert.match((await promptWithoutAnswer('showErrorMessage', revert)).join(), /the token has expired/);
    assert.deepEqual([value(read, 'city'), read.isDirty], ['Pune', true], 'what was typed');
    const reload = (): Promise<unknown> => runCommand('reloadRecord', { ...named('5'), confirmed: true });
    await assert.rejects(reload(), /the token has expired/);
    assert.deepEqual([value(read, 'city'), read.isDirty], ['Pune', true], 'what was typed');
    leads.service.isLocked = false;
    assert.equal(await read.save(), true);
    assert.equal(leads.service.leads.get('5')?.city, 'Pune');
    Object.assign(leads.service.leads.get('5') ?? {}, { city: 'Agra' });
    await setText(read, (now) => now.replace('"Pune"', '"Nowhere"'));
    await reload();
    await waitUntil('it is as the service has it', () => value(read, 'city') === 'Agra' && !read.isDirty);
  });

  it('explains a diff whose sides were lost with the window', async () => {
    const side = address('1').with({ scheme: 'records-compare', query: 'watched-after' });
    const text = (await vscode.workspace.openTextDocument(side)).getText();
    assert.match(text, /^This comparison is no longer available\. Close this tab /);
  });

  it('shows the reason in a diff until it can be read', async () => {
    const sides = ['1', '2'].map((id) => address(id).with({ scheme: 'records-compare', query: 'now' }));
    const [left, right] = sides;
    leads.service.trouble = ({ query }, response) => query.get('id') === '2' && (json(response, {}, 503), true);
    await vscode.commands.executeCommand('vscode.diff', left, right, 'Both');
    const texts = await Promise.all(sides.map((uri) => vscode.workspace.openTextDocument(uri)));
    const said = (): (string | undefined)[] =>
      texts.map((text) => /"(city|\$unread)": "[^"]*/.exec(text.getText())?.[0]);
    await waitUntil('both sides are there', () => said().every((one) => one !== undefined));
    assert.match(said().join('|'), /^"city": "Goa\|"\$unread": "Could not .*record 2/);
    leads.service.trouble = undefined;
    await otherRequest();
    await waitUntil('both are records', () => said().join('|') === '"city": "Goa|"city": "Goa');
  });
});

describe('record that is slow to load', () => {
  it('keeps its tab, however long VS Code has nothing to show', async function () {
    const leads = await connectToLeads();
    try {
      const slow = Promise.withResolvers<void>();
      // longer than it takes to assume that a tab was orphaned by a crash
      const timer = setTimeout(() => slow.resolve(), 8_000);
      leads.service.trouble = (_, response) => {
        void slow.promise.then(() => json(response, {}, 404));
        return true;
      };
      const uri = leads.uri.with({ path: '/crm/leads/1.record.json' });
      const kinds = new Set<string>();
      const looking = setInterval(() => {
        const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
        for (const { input } of tabs) kinds.add(input instanceof vscode.TabInputCustom ? 'form' : 'other');
      }, 100);
      await vscode.commands.executeCommand('vscode.openWith', uri, 'recordbench.form', { preview: false });
      const label = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
      await waitUntil('it is a page of ours', () => label() === 'crm/leads 1');
      clearInterval(looking);
      clearTimeout(timer);
      assert.deepEqual([...kinds], ['form']);
    } finally {
      await leads.close();
    }
  });
});
