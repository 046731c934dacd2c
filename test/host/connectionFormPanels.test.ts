import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ConnectionFormPanel } from '../../src/features/connection/host/connectionFormPanels.ts';
import type { Connection } from '../../src/model/connection/connection.ts';
import { type ConnectionInput, draftOf } from '../../src/model/connection/connectionInput.ts';
import type { Log } from '../../src/platform/log.ts';
import { Channel } from '../../src/features/common/channel.ts';
import { connectionFormHost, connectionFormView } from '../../src/features/connection/connectionProtocol.ts';
import { markedToken } from '../support/markedToken.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { json, scriptedService, type ScriptedService } from '../support/scriptedService.ts';
import { FakePanel } from './fakePanel.ts';
import { waitUntil } from './waitUntil.ts';
import { testClients } from '../support/testClients.ts';

const token = markedToken('form');

class FakeConnectionPanel extends FakePanel {
  override page = this.#open();

  /** Simulates a hidden tab that is shown again: the page restarts its request counter. */
  reload(): void {
    this.page = this.#open();
  }

  #open(): Channel<typeof connectionFormView, typeof connectionFormHost> {
    return new Channel({
      mine: connectionFormView,
      theirs: connectionFormHost,
      handlers: {},
      listeners: { changed: () => undefined },
      post: (message) => this.post(message),
      onBadMessage: (problem) => assert.fail(problem),
      describeError: () => ({ code: 'failed', message: 'It failed.' }),
    });
  }
}

describe('connection form and its host', () => {
  const { connections } = memoryConnections();
  let service: ScriptedService;
  let answer = Promise.withResolvers<void>();
  let connection: Connection;
  let panel: FakeConnectionPanel;
  let form: ConnectionFormPanel;
  /** Connections for which requests were sent, once these have ended. */
  const asked: string[] = [];
  let draft: ConnectionInput;
  const { extensionUri: extension } =
    vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');

  before(async () => {
    service = await scriptedService(async (_, response) => {
      await answer.promise;
      json(response, { paginate: { data: [], header: [] }, errors: [] });
    });
  });
  after(() => service.close());

  beforeEach(async () => {
    answer = Promise.withResolvers();
    const log = { warn: () => undefined, error: () => undefined } as unknown as Log;
    connection = await connections.add({ name: 'Form', baseUrl: service.url }, undefined);
    draft = { ...draftOf(connection, connections.networkDefaults()), name: 'Renamed' };
    panel = new FakeConnectionPanel();
    asked.length = 0;
    const clients = testClients(connections, { request: ({ id }) => void asked.push(id) });
    const parts = { extension, connections, clients, log, lookUps: { get: () => [] } };
    form = new ConnectionFormPanel(panel.asPanel(), connection, undefined, parts);
  });
  afterEach(async () => {
    answer.resolve();
    panel.dispose();
    await connections.remove(connection);
  });

  it('save the input even after the tab is closed', async () => {
    await panel.page.call.start();
    panel.page.notify.draft(draft);
    await waitUntil('it is unsaved', () => panel.title === '● Form');
    panel.dispose();
    assert.deepEqual(await form.saveConnection(form.draft), { saved: draft });
    assert.equal(connections.get(connection.id)?.name, 'Renamed');
  });

  it('test a typed address without a token, and cancel the test on further typing', async () => {
    answer.resolve();
    await connections.setToken(connection, token);
    service.received.length = 0;
    const elsewhere = await scriptedService((_, response) => json(response, {}, 401));
    const tried = async (baseUrl: string): Promise<string> =>
      (await panel.page.call.tryAddress({ ...draft, name: '', pageSize: 'many', baseUrl })).sentence;
    assert.equal(await tried(`${service.url}/`), 'Found a record service.');
    assert.equal(await tried(elsewhere.url.replace('http://', '')), 'Found a service. It requires a token.');
    for (const { headers, method } of [...service.received, ...elsewhere.received])
      assert.deepEqual([method, headers.authorization], ['GET', undefined]);
    assert.deepEqual(asked, [connection.id, `${connection.id}=draft`]);
    await elsewhere.close();
    answer = Promise.withResolvers();
    const typing = new AbortController();
    const ended = panel.page.call.tryAddress(draft, typing.signal);
    await waitUntil('the service is asked', () => service.received.length === 2);
    typing.abort();
    await assert.rejects(ended, { code: 'canceled' });
    await waitUntil('nobody waits for it any more', () => asked.length === 3);
  });

  it('respond to a reloaded page despite pending requests of the old one', async () => {
    await panel.page.call.start();
    panel.page.call.test(draft).catch(() => undefined);
    await waitUntil('the service is asked', () => service.received.length > 0);
    panel.reload();
    await panel.page.call.start();
    const test = panel.page.call.test(draft);
    answer.resolve();
    assert.match((await test).sentence, /Renamed|list view/i);
  });
});
