import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ErrorReporter } from '../../src/platform/errorReporter.ts';
import { RecordsUriHandler } from '../../src/platform/uriHandler.ts';
import { isPlainFind } from '../../src/service/documented/findQuery.ts';
import { memoryConnections } from '../support/memoryConnections.ts';

describe('link', () => {
  async function follow(link: string): Promise<unknown[]> {
    const { connections } = memoryConnections();
    await connections.add({ name: 'Production', baseUrl: 'https://records.example.com' }, undefined);
    const opened: unknown[] = [];
    const errors = { runInBackground: (_: string, action: () => unknown) => action() } as unknown as ErrorReporter;
    const handler = new RecordsUriHandler(connections, errors, isPlainFind, async (address, query) =>
      opened.push([address, query]),
    );
    await handler.handleUri(vscode.Uri.parse(`vscode://recordbench.recordbench${link}`));
    return opened;
  }

  it('opens a list view with its search, or a record, of an existing connection', async () => {
    const controller = controllerName('crm', 'leads');
    const query = encodeURIComponent(JSON.stringify({ search: 'Ada' }));
    assert.deepEqual(await follow(`/open/production/crm/leads/all.listview?query=${query}`), [
      [{ kind: 'listView', connection: 'production', controller, listView: 'all' }, { search: 'Ada' }],
    ]);
    assert.deepEqual(await follow('/open/production/crm/leads/17.record.json'), [
      [{ kind: 'record', connection: 'production', controller, id: '17' }, {}],
    ]);
  });

  it('reports an unknown connection, and opens nothing', async () => {
    await assert.rejects(follow('/open/elsewhere/crm/leads/all.listview'), /there is no connection “elsewhere” here/);
    await assert.rejects(follow('/open/demo/crm/leads/all.listview'), /Add it, or start the demo, and open/);
  });

  for (const link of [
    '/open',
    '/delete/production/crm/leads/17.record.json',
    '/open/production/crm/leads/=new-1.record.json',
    '/open/production/crm/leads/../../x.listview',
    '/open/production/crm/leads/17.txt',
    '/open/production/crm/leads/all.listview?query={"run":1}',
    '/open/production/crm/leads/all.listview#fragment',
  ])
    it(`is ignored when it is not a Recordbench link: ${link}`, async () => {
      await assert.rejects(follow(link), /it does not point to a list view or a record/);
    });
});
