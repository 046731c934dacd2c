import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FileVersions } from '../../src/documents/fileVersions.ts';
import { RecordFile } from '../../src/documents/recordFile.ts';
import type { RecordFormDeps } from '../../src/features/form/host/formDeps.ts';
import { FormSession } from '../../src/features/form/host/formSession.ts';
import type { RecordAddress } from '../../src/model/address/address.ts';
import { unreadText } from '../../src/model/draft/recordText.ts';
import { schemaAddress } from '../../src/model/schema/schemaAddress.ts';
import { type FormFailure, formHost } from '../../src/features/form/formProtocol.ts';
import { DocumentEdits } from '../../src/platform/documentEdits.ts';
import { ErrorReporter } from '../../src/platform/errorReporter.ts';
import type { Log } from '../../src/platform/log.ts';
import { ControllerEntries } from '../../src/services/references/controllerEntries.ts';
import { ChosenControllers } from '../../src/services/remembered/chosenControllers.ts';
import { namedRecords } from '../support/references.ts';
import { AddedControllers } from '../../src/services/remembered/addedControllers.ts';
import { ListViewCache } from '../../src/services/lists/listViewCache.ts';
import { LastReadForms } from '../../src/services/records/lastReadForms.ts';
import { NewRecords } from '../../src/services/records/newRecords.ts';
import { Recents } from '../../src/services/remembered/recents.ts';
import { TabTitles } from '../../src/services/remembered/tabTitles.ts';
import { setTabTitle } from '../../src/platform/ui/views.ts';
import { RecordChanges } from '../../src/services/common/recordChanges.ts';
import { RecordDrafts } from '../../src/services/records/recordDrafts.ts';
import { WriteGuard } from '../../src/services/connections/writeGuard.ts';
import { noteOutcome } from '../faults/outcomes.ts';
import { times } from '../faults/size.ts';
import { hostileMessages } from '../support/hostileMessages.ts';
import { plainMemory } from '../support/memory.ts';
import { testWriter } from '../support/memoryIntents.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { MemoryByteStore, MemoryTextStore } from '../support/memoryStores.ts';
import { FakeFormPanel } from './fakeFormPanel.ts';
import { connectToLeads, type LeadConnection, setText } from './leadConnection.ts';
import { heapMiB, countLeaks, outcome } from './leftBehind.ts';
import { waitUntil } from './waitUntil.ts';
import { noStatus } from './fakePanel.ts';
import { testClients } from '../support/testClients.ts';

describe('form session', () => {
  let leads: LeadConnection;
  let parts: RecordFormDeps;
  let panel: FakeFormPanel;
  let session: FormSession;
  let document: vscode.TextDocument;
  let address: RecordAddress;
  const logged: string[] = [];
  const errors: string[] = [];
  const { extensionUri: extension } =
    vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');

  beforeEach(async () => {
    leads = await connectToLeads();
    const { connections } = memoryConnections();
    const { id } = await connections.add({ name: leads.name, baseUrl: leads.service.url }, undefined);
    assert.equal(id, leads.id);
    errors.length = 0;
    const log = {
      warn: (line: string) => logged.push(line),
      error: (error: unknown) => errors.push(String(error)),
    } as unknown as Log;
    const clients = testClients(connections);
    const guard = new WriteGuard(connections, clients);
    const changes = new RecordChanges();
    const drafts = new RecordDrafts({
      clients,
      guard,
      writer: testWriter(guard, { changes }),
      references: namedRecords(connections, clients),
      lastRead: new LastReadForms(connections, changes),
      store: new MemoryTextStore(),
      files: new MemoryByteStore(),
      schemaOf: schemaAddress,
    });
    const recents = new Recents(plainMemory(), connections);
    const listViews = new ListViewCache(connections, clients);
    parts = {
      extension,
      connections,
      connectionStatus: noStatus,
      clients,
      guard,
      drafts,
      listViews,
      added: new AddedControllers(plainMemory(), connections),
      chosen: new ChosenControllers(plainMemory(), connections),
      entries: new ControllerEntries(plainMemory(), connections, clients),
      edits: new DocumentEdits(),
      files: { open: async () => undefined, save: async () => undefined },
      tables: { embed: () => assert.fail('no related records are asked for') },
      recents,
      titles: new TabTitles<vscode.WebviewPanel>(connections, recents, listViews, setTabTitle),
      newRecords: new NewRecords(),
      submit: async () => true,
      isSavedAhead: () => false,
      rejectNextSave: () => undefined,
      retry: async () => undefined,
      errors: new ErrorReporter(log),
      log,
    };
    address = { kind: 'record', connection: id, controller: controllerName('crm', 'leads'), id: '2' };
    document = await vscode.workspace.openTextDocument(leads.uri.with({ path: '/crm/leads/2.record.json' }));
    await vscode.window.showTextDocument(document, { preview: false });
    await drafts.readDocument(address);
    panel = new FakeFormPanel();
    session = new FormSession(parts, address, document, panel.asPanel());
  });

  afterEach(async () => {
    panel.dispose();
    parts.clients.dispose();
    await leads.close();
  });

  const keyOf = (label: string): string =>
    parts.drafts.get(address)?.form.fields.find((field) => field.label === label)?.key ?? assert.fail(`no ${label}`);

  it('is sent to the page once before the page requests it, and again after a reload until the page has started', async () => {
    session.answerAhead();
    await waitUntil('it is answered', () => panel.posted.includes('reply'));
    session.showField('leads.city');
    // VS Code delivers both to the page that it loads once the tab is shown again
    panel.visible = false;
    await session.restart();
    panel.visible = true;
    const start = await panel.start();
    assert.equal(start.form.heading.name, 'Lead 2');
    assert.deepEqual(
      panel.posted.filter((name) => name !== 'state'),
      ['reply', 'focusField', 'restart', 'answered'],
    );
    assert.deepEqual([panel.restarts.length, panel.fields], [1, ['leads.city']]);
  });

  it('starts with the record and its name, also as the tab title', async () => {
    const start = await panel.start();
    assert.deepEqual([start.form.heading.name, panel.title, start.isNew], ['Lead 2', 'Lead 2', false]);
    assert.deepEqual(start.state.values?.['city'], 'Goa');
    assert.deepEqual(parts.recents.shown(), [], 'nothing but the form is drawn until that is shown');
    assert.equal(panel.iconPath, undefined);
    panel.page.notify.shown();
    await waitUntil('it is among the recents', () => parts.recents.shown()[0]?.label === 'Lead 2');
    assert.ok(panel.iconPath);
  });

  it('explains why there is no form, offers fixes, and shows the form once the record is read', async () => {
    const other: RecordAddress = { ...address, id: '3' };
    leads.service.isLocked = true;
    const unread = await vscode.workspace.openTextDocument(leads.uri.with({ path: '/crm/leads/3.record.json' }));
    const tab = new FakeFormPanel();
    void new FormSession(parts, other, unread, tab.asPanel());
    const failureNow = async (): Promise<FormFailure> => {
      await parts.drafts.readDocument(other).catch(() => undefined);
      const start = await tab.page.call.start();
      return 'failure' in start ? start.failure : assert.fail('it is a form');
    };
    const { sentence, outlook, actions } = await failureNow();
    assert.match(sentence, /the token has expired\. Set a new token/);
    assert.match(outlook, /The form opens automatically/);
    assert.deepEqual(actions, ['setToken', 'retry']);
    leads.service.isLocked = false;
    leads.service.leads.delete('3');
    const gone = await failureNow();
    assert.match(gone.outlook, /^It may have been deleted, /);
    assert.deepEqual(gone.actions, ['retry']);
    leads.service.isGone = true;
    assert.deepEqual((await failureNow()).actions, ['retry', 'showLog']);
    leads.service.isGone = false;
    leads.service.leads.set('3', { name: 'Lead 3', city: 'Agra', score: null });
    let retried = 0;
    Object.assign(parts, { retry: async () => void (retried += 1) });
    tab.page.notify.command({ name: 'retry' });
    await waitUntil('it is asked for again', () => retried === 1);
    // VS Code hasn't loaded the text yet, which says why there is no record
    await parts.drafts.readDocument(other);
    await waitUntil('it is told so', () => tab.failures.length > 0);
    assert.deepEqual(tab.failures.at(-1), { sentence: 'The record is being read.', outlook: '', actions: [] });
    await vscode.commands.executeCommand('recordbench.refresh', { connection: leads.id });
    await waitUntil('VS Code has the record', () => unread.getText().includes('Agra'));
    await waitUntil('it is the form', () => tab.restarts.length > 0);
    assert.deepEqual([tab.restarts.at(-1)?.form.heading.name, tab.title], ['Lead 3', 'Lead 3']);
    tab.dispose();
  });

  it('offers to add a missing connection, and names a hidden tab before it is shown', async () => {
    const unread = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('records://nowhere/crm/leads/4.record.json'),
    );
    const other: RecordAddress = { ...address, connection: 'nowhere', id: '4' };
    const tab = new FakeFormPanel();
    void new FormSession(parts, other, unread, tab.asPanel());
    await parts.drafts.readDocument(other).catch(() => undefined);
    const start = await tab.page.call.start();
    assert.deepEqual('failure' in start && start.failure.actions, ['addConnection', 'retry', 'showLog']);
    tab.visible = false;
    await parts.connections.add({ name: 'Nowhere', baseUrl: leads.service.url }, undefined);
    await parts.drafts.readDocument(other);
    await waitUntil('its tab has its name', () => tab.title === 'Lead 4');
    assert.deepEqual([tab.restarts, tab.failures], [[], []]);
    tab.dispose();
  });

  it('explains how to revert a text that was edited before the record could be read', async () => {
    const text = unreadText('Could not open it.').replace('}', ', "city": "Pune" }');
    const typedInto = { uri: document.uri, isDirty: true, getText: () => text };
    const tab = new FakeFormPanel();
    void new FormSession(parts, address, typedInto as unknown as vscode.TextDocument, tab.asPanel());
    const start = await tab.page.call.start();
    assert.match('failure' in start ? start.failure.sentence : '', /Revert the file to reload the record\.$/);
    tab.dispose();
  });

  it('reports that the draft is kept, even if VS Code restores it while the record is being read', async () => {
    const comingBack = { uri: document.uri, isDirty: false, getText: () => document.getText() };
    const tab = new FakeFormPanel();
    leads.service.isGone = true;
    const other: RecordAddress = { ...address, id: '6' };
    void new FormSession(parts, other, comingBack as unknown as vscode.TextDocument, tab.asPanel());
    const starting = tab.page.call.start();
    comingBack.isDirty = true;
    const start = await starting;
    assert.match('failure' in start ? start.failure.outlook : '', /^Your input is kept\./);
    tab.dispose();
  });

  it('reads the record of a restored text before saving it, even if no form requested it', async () => {
    const other: RecordAddress = { ...address, id: '5' };
    const uri = leads.uri.with({ path: '/crm/leads/5.record.json' });
    const restored = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(restored, { preview: false });
    await setText(restored, (now) => now.replace('"Goa"', '"Pune"'));
    const file = new RecordFile({ ...parts, rights: { get: () => undefined }, versions: new FileVersions() });
    leads.service.isGone = true;
    await assert.rejects(file.writeContent(uri, other, restored.getText()), /the connection was lost/);
    leads.service.isGone = false;
    // its base wasn't stored
    await assert.rejects(file.writeContent(uri, other, restored.getText()), /the previous value of “City” is unknown/);
    const text = await parts.drafts.choose(other, restored.getText(), keyOf('City'), 'mine');
    await setText(restored, text);
    await file.writeContent(uri, other, restored.getText());
    assert.deepEqual([leads.service.leads.get('5')?.city, leads.service.posts()], ['Pune', ['5']]);
  });

  it('rejects and logs messages of a compromised page', async () => {
    await panel.start();
    const text = document.getText();
    const hostile = hostileMessages(Object.keys(formHost.requests), Object.keys(formHost.events));
    logged.length = 0;
    for (const message of hostile) panel.send(message);
    await waitUntil('all is refused', () => logged.length >= hostile.length - 3); // three are replies without a request
    assert.ok(logged.every((line) => /^A form sent .+, which was dropped\.$/.test(line)));
    assert.equal(document.getText(), text);
    assert.deepEqual(leads.service.posts(), []);
    assert.equal((await panel.start()).form.heading.name, 'Lead 2');
  });

  it('ignores repeated button presses, and refuses to re-add a record that is not in doubt', async () => {
    await panel.start();
    let pressed = 0;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    Object.assign(parts, { submit: () => ((pressed += 1), promise) });
    logged.length = 0;
    const first = { kind: 'request', id: 100, name: 'submit', params: { index: 0 } };
    for (const message of [first, first, { ...first, id: 101 }]) panel.send(message);
    resolve(true);
    await waitUntil('both are refused', () => logged.length === 2);
    assert.match(logged.join(' '), /"submit" once more, .*"submit" out of turn, /);
    panel.send({ kind: 'event', name: 'command', data: { name: 'addAgain' } });
    await waitUntil('that is refused', () => errors.length === 1);
    assert.match(errors.join(), /nothing to add again/);
    assert.deepEqual([pressed, leads.service.posts()], [1, []]);
  });

  it('leaks nothing across repeated opening and closing', async function () {
    const cycles = times(20, 200);
    this.timeout(180_000 + cycles * 500);
    const before = heapMiB();
    const left = await countLeaks(cycles, async () => {
      const tab = new FakeFormPanel();
      const opened = new FormSession(parts, address, document, tab.asPanel());
      await tab.start();
      tab.dispose();
      return opened;
    });
    assert.ok(left <= 1, `${left} of ${cycles} forms are still held by something`);
    noteOutcome('leak: host of a form, opened and closed', cycles, outcome(left, heapMiB() - before));
  });

  it('shows the new name of a reloaded record, also on its tab, and avoids needless layout', async () => {
    await panel.start();
    Object.assign(leads.service.leads.get('2') ?? {}, { name: 'Lead Two', score: '5' });
    await parts.drafts.readDocument(address);
    await waitUntil('the form is told', () => panel.restarts.length > 0);
    assert.deepEqual([panel.restarts[0]?.form.heading.name, panel.title], ['Lead Two', 'Lead Two']);
    Object.assign(leads.service.leads.get('2') ?? {}, { score: '6' });
    await parts.drafts.readDocument(address);
    await waitUntil('the state is told', () => panel.states.length > 0);
    assert.equal(panel.restarts.length, 1);
  });

  it('truncates a long name only in the tab title', async () => {
    const name = `Lead 2 ${'of a long name '.repeat(20)}`.trim();
    Object.assign(leads.service.leads.get('2') ?? {}, { name });
    await parts.drafts.readDocument(address);
    const start = await panel.start();
    assert.equal(start.form.heading.name, name);
    assert.match(panel.title, /^Lead 2 of a long name .{20,40}…$/);
  });

  it('applies an edit to the text, but not to read-only fields', async () => {
    await panel.start();
    await panel.page.call.edit({ changes: [{ at: ['city'], value: 'Pune' }] });
    assert.match(document.getText(), /"city": "Pune"/);
    await assert.rejects(panel.page.call.edit({ changes: [{ at: ['name'], value: 'X' }] }), /read-only/);
    await assert.rejects(panel.page.call.edit({ changes: [{ at: ['modified'], value: 'X' }] }), /read-only/);
    assert.match(document.getText(), /"name": "Lead 2"/);
  });

  it('locks the form and names the line while the text is invalid JSON', async () => {
    await panel.start();
    const whole = document.getText();
    await setText(document, whole.replace('"city": "Goa",', '"city" "Goa",'));
    const { lock, values } = panel.states.at(-1) ?? assert.fail('nothing was told');
    const line = whole.split('\n').findIndex((text) => text.includes('"city"')) + 1;
    assert.match(lock ?? '', new RegExp(`^Line ${line} of the text has an error`));
    assert.equal(values, null);
    await assert.rejects(
      panel.page.call.edit({ changes: [{ at: ['score'], value: '9' }] }),
      new RegExp(`line ${line}`),
    );
    await setText(document, whole);
    assert.equal(panel.states.at(-1)?.lock, null);
  });

  it('explains why a field is read-only: permission level and source, or a read-only connection', async () => {
    await panel.start();
    assert.deepEqual(await panel.page.call.explain({ key: keyOf('name') }), {
      why: '“name” is read-only for you.',
      details:
        "The field itself: permission to view. Changing it requires permission to edit. The person who designs the service's forms decides that.",
    });
    const connection = parts.connections.get(leads.id) ?? assert.fail('there is no connection');
    await parts.connections.change({ ...connection, readOnly: true });
    assert.match(
      (await panel.page.call.explain({ key: keyOf('City') })).why,
      /^The connection .* is read-only\. Change that in the connection first\.$/,
    );
    await assert.rejects(panel.page.call.edit({ changes: [{ at: ['city'], value: 'Pune' }] }), /read-only/);
    assert.equal(logged.at(-1), 'A form asked for something that is not allowed, and was refused.');
    await assert.rejects(panel.page.call.explain({ key: 'leads.hat' }), /Reload the record/);
  });

  it('focuses a field at once, or as soon as the page is ready', async () => {
    session.showField('leads.city');
    assert.deepEqual(panel.fields, []);
    await panel.start();
    await waitUntil('it is told', () => panel.fields.length === 1);
    session.showField('leads.score');
    assert.deepEqual(panel.fields, ['leads.city', 'leads.score']);
  });
});
