import assert from 'node:assert/strict';
import { RelatedTables } from '../../src/features/form/host/relatedTables.ts';
import type { TablePage, TableSession } from '../../src/features/table/host/tableSession.ts';
import type { EmbeddedList } from '../../src/features/form/host/relatedTables.ts';
import type { ListViewAddress } from '../../src/model/address/address.ts';
import { controllerName } from '../../src/model/controller.ts';
import { pluck } from '../support/pluck.ts';

const list = (listView: string): EmbeddedList => ({
  address: { kind: 'listView', connection: 'work', controller: controllerName('crm', 'peoples'), listView },
  label: listView.toUpperCase(),
});

describe('tables of related records in a form', () => {
  const opened: { readonly listView: string | undefined; readonly received: unknown[]; readonly page: TablePage }[] =
    [];
  const posted: unknown[] = [];
  let closed = 0;
  const saved: string[] = [];
  const tables = {
    embed: async ({ listView }: ListViewAddress, page: TablePage): Promise<TableSession> => {
      const received: unknown[] = [];
      page.webview.onDidReceiveMessage((message: unknown) => received.push(message));
      page.onDidDispose(() => void (closed += 1));
      opened.push({ listView, received, page });
      return { commitAndSave: async () => void saved.push(listView ?? '') } as unknown as TableSession;
    },
  };

  it('open once each, and receive the messages of their part of the page', async () => {
    const related = new RelatedTables(tables, {
      visible: true,
      post: (name, message) => void posted.push([name, message]),
    });
    await related.receive('contacts', list('a'), 'start');
    await related.receive('contacts', list('a'), 'rows');
    await related.receive('referrers', list('b'), 'start');
    assert.deepEqual(pluck(opened, 'listView', 'received'), [
      ['a', ['start', 'rows']],
      ['b', ['start']],
    ]);
    assert.deepEqual([opened[0]?.page.active, opened[0]?.page.visible], [false, true]);
    assert.deepEqual(
      opened.map(({ page }) => 'label' in page && page.label),
      ['A', 'B'],
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it stands in for VS Code's
    await opened[1]?.page.webview.postMessage('answer');
    assert.deepEqual(posted, [['referrers', 'answer']]);
    await related.save();
    assert.deepEqual(saved, ['a', 'b'], 'their cells are saved with the form');
    // the connection now sends a different query, so this is another list
    await related.receive('contacts', list('c'), 'start');
    assert.deepEqual([opened.length, closed], [3, 1]);
    related.dispose();
    assert.equal(closed, 3);
  });
});
