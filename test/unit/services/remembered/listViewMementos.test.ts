import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { ColumnLayouts } from '../../../../src/services/remembered/listViewMementos.ts';
import { plainMemory } from '../../../support/memory.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

const place = (connection: string, listView: string | undefined): Parameters<ColumnLayouts['get']>[0] => ({
  connection,
  controller: controllerName('crm', 'leads'),
  listView,
});

describe('the layouts of columns', () => {
  it('are kept for each list view of each connection', async () => {
    const memory = plainMemory();
    const { connections } = memoryConnections();
    const layouts = new ColumnLayouts(memory, connections);
    await layouts.set(place('a', '1'), { hidden: ['city'] });
    await layouts.set(place('a', undefined), { hidden: ['name'] });
    const later = new ColumnLayouts(memory, connections);
    assert.deepEqual(later.get(place('a', '1')), { hidden: ['city'] });
    assert.deepEqual(later.get(place('a', undefined)), { hidden: ['name'] });
    assert.equal(later.get(place('b', '1')), undefined);
  });

  it('go with their connection, and the oldest when there are too many', async () => {
    const { connections } = memoryConnections();
    const layouts = new ColumnLayouts(plainMemory(), connections);
    const connection = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    for (let id = 0; id < 310; id++) await layouts.set(place(id % 2 ? 'a' : 'ab', String(id)), { id });
    assert.equal(layouts.get(place('ab', '0')), undefined);
    assert.deepEqual(layouts.get(place('a', '309')), { id: 309 });
    await connections.remove(connection);
    assert.equal(layouts.get(place('a', '309')), undefined);
    assert.deepEqual(layouts.get(place('ab', '308')), { id: 308 });
  });
});
