import { isPlainFind } from '../../src/service/documented/findQuery.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { targetsIn, TextLinks } from '../../src/documents/textLinks/textLinks.ts';
import { registerTextLinks } from '../../src/documents/textLinks/registerTextLinks.ts';
import { RecordChanges } from '../../src/services/common/recordChanges.ts';
import { RecordForms } from '../../src/services/records/recordForms.ts';
import { Emitter } from '../../src/services/common/emitter.ts';
import { schemes } from '../../src/manifest.ts';
import { interfaceService } from '../support/interfaceService.ts';
import { referenceDeps } from '../support/references.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { waitUntil } from './waitUntil.ts';
import { testClients } from '../support/testClients.ts';

describe('references to records in text', () => {
  let leads: LeadConnection;
  before(async () => (leads = await connectToLeads()));
  after(() => leads.close());
  afterEach(() => wantPlainIds(undefined));

  const wantPlainIds = (wanted: boolean | undefined): Thenable<void> =>
    vscode.workspace
      .getConfiguration('recordbench')
      .update('links.plainIds', wanted, vscode.ConfigurationTarget.Global);

  const open = (content: string): Thenable<vscode.TextDocument> => vscode.workspace.openTextDocument({ content });

  async function linksOf(content: string): Promise<string[]> {
    const { uri } = await open(content);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
    return links
      .map(({ target }) => target?.toString(true) ?? '')
      .filter((target) => /^(records|command)/.test(target));
  }

  it('are links', async () => {
    const address = `records://${leads.id}/crm/leads/3.record.json`;
    assert.deepEqual(await linksOf(`first line\nsee ${address}, and more.`), [address]);
  });

  it('are links only if their connection exists', async () => {
    const { connections } = memoryConnections();
    await connections.add({ name: 'Here', baseUrl: 'https://records.example.com' }, undefined);
    const [here, elsewhere] = ['here', 'nowhere'].map((id) => `records://${id}/crm/leads/3.record.json`);
    const found = targetsIn(`${elsewhere} ${here}`, {
      connections,
      listViews: { knownControllers: () => [] },
      isPlainQuery: isPlainFind,
    });
    assert.deepEqual(
      found.map(({ address }) => address?.connection),
      ['here'],
    );
  });

  it('are found without reading the settings for each one', async () => {
    const { connections, store } = memoryConnections();
    await connections.add({ name: 'Here', baseUrl: 'https://records.example.com' }, undefined);
    const { readConnections: read } = store;
    let readings = 0;
    store.readConnections = () => {
      readings += 1;
      return read();
    };
    const text = 'records://here/crm/leads/3.record.json https://records.example.com/crm/leads/view?id=3 '.repeat(500);
    const found = targetsIn(text, {
      connections,
      listViews: { knownControllers: () => [] },
      isPlainQuery: isPlainFind,
    });
    assert.deepEqual([found.length, readings], [1_000, 1]);
  });

  it('are links in the format of Copy Link', async () => {
    const link = `vscode://recordbench.recordbench/open/${leads.id}/crm/leads/3.record.json`;
    assert.ok((await linksOf(`"${link}"`)).includes(`records://${leads.id}/crm/leads/3.record.json`));
  });

  it('are links for URLs of the service, since a browser has no token for them', async () => {
    const { url } = leads.service;
    assert.deepEqual(await linksOf(`GET ${url}/crm/leads/view?id=3 200`), [
      `records://${leads.id}/crm/leads/3.record.json`,
    ]);
  });

  it('are links for plain ids only if enabled', async () => {
    const text = 'id 123e4567-e89b-12d3-a456-426614174000';
    assert.deepEqual(await linksOf(text), []);
    await wantPlainIds(true);
    await waitUntil('the setting has arrived', async () => (await linksOf(text)).length === 1);
    assert.match((await linksOf(text))[0] ?? '', /^command:recordbench\.goToRecord\?/);
  });

  it('are updated in open documents once the controllers of a connection are known', async () => {
    await wantPlainIds(true);
    const { connections } = memoryConnections();
    const learned = new Emitter<void>();
    let asked = 0;
    const forms = new RecordForms(
      { get: () => Promise.reject(new Error('nobody asks')) },
      new RecordChanges(),
      connections,
    );
    const clients = testClients(connections);
    const links = new TextLinks({
      ...referenceDeps(connections, clients),
      connections,
      forms,
      isPlainQuery: isPlainFind,
    });
    const registered = registerTextLinks(connections, { onDidLearn: learned.event }, async () => {
      asked += 1;
      return links;
    });
    try {
      await vscode.window.showTextDocument(await open('crm/leads/17'));
      await waitUntil('the text was looked at', () => asked > 0);
      // more often than VS Code would on its own
      for (const turn of ['again', 'a third time', 'a fourth time']) {
        const before = asked;
        learned.fire();
        await waitUntil(`the text is looked at ${turn}`, () => asked > before);
      }
    } finally {
      registered.dispose();
    }
  });

  it('show a card of the record on hover, and read it only then', async () => {
    leads.service.leads.set('3', { name: 'Ada *Lovelace*', city: 'Łódź', score: null });
    leads.service.received.splice(0);
    const { uri } = await open(`see records://${leads.id}/crm/leads/3.record.json`);
    assert.deepEqual(leads.service.received, []);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      new vscode.Position(0, 10),
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value))
      .join('\n');
    assert.match(text, /\*\*Ada \\\*Lovelace\\\*\*\*/);
    assert.match(text, /City\\: Łódź/);
  });

  it('explain in the card why a record cannot be read', async () => {
    const { uri } = await open(`records://${leads.id}/crm/leads/999.record.json`);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      new vscode.Position(0, 3),
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value))
      .join('\n');
    assert.match(text, /there is no such lead/);
  });

  it('are links for the references of a record, by id and by name, also in a diff', async () => {
    const service = await interfaceService({ temperament: 'loose' });
    const { connections } = memoryConnections();
    await connections.add({ name: 'Letter', baseUrl: service.url }, undefined);
    const clients = testClients(connections);
    const deps = { ...referenceDeps(connections, clients), connections };
    const forms = new RecordForms(clients, new RecordChanges(), connections);
    const text = JSON.stringify({ owner_id: 17, __owner_id: 'Carla Moss', owner_id_model: 'users' }, null, 2);
    const { document, range } = await open(text).then((found) => ({ document: found, range: found.lineAt(2).range }));
    // only the URI differs
    const asRecord = (scheme: string): vscode.TextDocument => ({
      ...document,
      uri: vscode.Uri.parse(`${scheme}://letter/crm/leads/l1.record.json`),
    });
    try {
      const links = new TextLinks({ ...deps, forms, isPlainQuery: isPlainFind });
      for (const scheme of [schemes.records, schemes.compared]) {
        const found = await links.inDocument(asRecord(scheme));
        assert.deepEqual(
          found.map(({ range: place, target }) => [document.getText(place), target?.toString()]),
          ['17', '"Carla Moss"'].map((shown) => [shown, 'records://letter/access_controls/users/17.record.json']),
        );
      }
      assert.deepEqual(await links.inDocument(document), []);
      const hover = await links.hover.provideHover(asRecord(schemes.records), range.end.translate(0, -4));
      const [card] = hover?.contents ?? [];
      assert.match((card as vscode.MarkdownString).value, /\*\*Carla Moss\*\*/);
    } finally {
      clients.dispose();
      await service.close();
    }
  });

  it('open a list view with its search from the terminal', async () => {
    const { connections } = memoryConnections();
    await connections.add({ name: 'Here', baseUrl: 'https://records.example.com' }, undefined);
    const query = encodeURIComponent('{"search":"Ada"}');
    const line = `vscode://recordbench.recordbench/open/here/crm/leads/all.listview?query=${query}`;
    const [target] = targetsIn(line, {
      connections,
      listViews: { knownControllers: () => [] },
      isPlainQuery: isPlainFind,
    });
    assert.deepEqual(target?.command, {
      command: 'recordbench.openListView',
      title: '',
      arguments: [{ connection: 'here', controller: 'crm/leads', listView: 'all', query: { search: 'Ada' } }],
    });
  });
});
