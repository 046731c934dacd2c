import assert from 'node:assert/strict';
import type { RecordsAddress } from '../../../../src/model/address/address.ts';
import { parseControllerName } from '../../../../src/model/controller.ts';
import { Recents } from '../../../../src/services/remembered/recents.ts';
import { TabTitles } from '../../../../src/services/remembered/tabTitles.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { plainMemory } from '../../../support/memory.ts';
import { testConnection } from '../../../support/testConnection.ts';

class Tab {
  title = '17.record.json';
  #closing: (() => void)[] = [];
  onDidDispose(listener: () => void): void {
    this.#closing.push(listener);
  }
  close(): void {
    for (const listener of this.#closing) listener();
  }
}

const controller = parseControllerName('crm/leads') ?? assert.fail();
const listView = (connection: string): RecordsAddress => ({ kind: 'listView', connection, controller, listView: 'v1' });
const record: RecordsAddress = { kind: 'record', connection: 'demo', controller, id: '17' };

async function someTitles() {
  const { connections, store } = memoryConnections();
  const named = (id: string, name: string) => ({ ...testConnection('https://records.example.com'), id, name });
  await store.writeConnections([named('demo', 'Demo'), named('work', 'Work')]);
  const recents = new Recents(plainMemory(), connections);
  const view = { id: 'v1', name: 'Open Leads', isDefault: true };
  let known: readonly unknown[] = [];
  const listViews = { known: () => known as never };
  const changes: string[] = [];
  const titles = new TabTitles<Tab>(connections, recents, listViews, (tab, title) => {
    tab.title = title;
    changes.push(title);
  });
  const learn = (): void => void (known = [view]);
  const rename = (): Promise<void> => store.writeConnections([named('demo', 'Demo'), named('work', 'Office')]);
  return { rename, recents, titles, learn, changes };
}

describe('tab title', () => {
  it('of a saved search differs from that of its list view', async () => {
    const { titles, recents, learn } = await someTitles();
    learn();
    const own = { ...listView('demo'), search: 'German ones' } as RecordsAddress;
    const [tab, list] = [new Tab(), new Tab()];
    titles.begin(tab, own);
    titles.begin(list, listView('demo'));
    assert.deepEqual([tab.title, list.title], ['17.record.json', 'Open Leads']);
    await recents.add(own, 'German ones');
    titles.begin(tab, own);
    titles.set(tab, own, 'Swiss ones');
    titles.begin(list, listView('demo'));
    assert.deepEqual([tab.title, list.title], ['Swiss ones', 'Open Leads']);
  });

  it('is known before any read: from the tree, the source row, or the last time it was open', async () => {
    const { titles, recents, learn } = await someTitles();
    const tab = new Tab();
    titles.begin(tab, listView('demo'));
    assert.equal(tab.title, '17.record.json', 'nobody knows it yet, and a third text would not help');
    learn();
    titles.begin(tab, listView('demo'));
    assert.equal(tab.title, 'Open Leads');
    await recents.add(record, 'Mia Smith');
    const other = new Tab();
    titles.begin(other, record);
    assert.equal(other.title, 'Mia Smith');
    titles.expect(record, 'Mia Jones');
    titles.begin(other, record);
    assert.equal(other.title, 'Mia Jones');
    titles.expect(record, '');
    assert.equal(titles.known(record), 'Mia Jones', 'no name is no news');
  });

  it('includes the connection only while another connection has a tab with that title', async () => {
    const { titles, rename } = await someTitles();
    const [first, second, same] = [new Tab(), new Tab(), new Tab()];
    titles.set(first, listView('demo'), 'Open Leads');
    titles.set(same, listView('demo'), 'Open Leads');
    assert.deepEqual([first.title, same.title], ['Open Leads', 'Open Leads']);
    titles.set(second, listView('work'), 'Open Leads');
    assert.deepEqual(
      [first.title, same.title, second.title],
      ['Open Leads · Demo', 'Open Leads · Demo', 'Open Leads · Work'],
    );
    await rename();
    assert.equal(second.title, 'Open Leads · Office');
    second.close();
    assert.deepEqual([first.title, same.title], ['Open Leads', 'Open Leads']);
  });

  it('is set only when it changes, since each update moves the adjacent tabs', async () => {
    const { titles, changes } = await someTitles();
    const tab = new Tab();
    titles.set(tab, record, 'Mia Smith');
    titles.set(tab, record, 'Mia Smith');
    titles.begin(tab, record);
    assert.deepEqual(changes, ['Mia Smith']);
  });
});
