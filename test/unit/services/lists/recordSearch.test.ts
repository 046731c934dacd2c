import assert from 'node:assert/strict';
import { AddedControllers } from '../../../../src/services/remembered/addedControllers.ts';
import { Clients } from '../../../../src/services/connections/clients.ts';
import { ListViewCache } from '../../../../src/services/lists/listViewCache.ts';
import {
  type SearchHit,
  isIdLike,
  RecordSearch,
  type Unsearched,
} from '../../../../src/services/lists/recordSearch.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { plainMemory } from '../../../support/memory.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

describe('searching for records', () => {
  let first: LeadService;
  let second: LeadService;
  let search: RecordSearch;
  let clients: Clients;

  beforeEach(async () => {
    [first, second] = await Promise.all([leadService(30), leadService(3)]);
    const { connections } = memoryConnections();
    await connections.add({ name: 'First', baseUrl: first.url }, undefined);
    await connections.add({ name: 'Second', baseUrl: second.url }, undefined);
    clients = new Clients(connections, { request: () => undefined });
    const added = new AddedControllers(plainMemory(), connections);
    search = new RecordSearch({ connections, clients, listViews: new ListViewCache(connections, clients), added });
  });

  afterEach(async () => {
    clients.dispose();
    await Promise.all([first.close(), second.close()]);
  });

  async function find(
    text: string,
    more: { connection?: string; signal?: AbortSignal } = {},
  ): Promise<{ found: SearchHit[]; unsearched: Unsearched[] }> {
    const found: SearchHit[] = [];
    const { signal = new AbortController().signal, connection } = more;
    const unsearched = await search.find(text, { onFound: (records) => found.push(...records), signal, connection });
    return { found, unsearched };
  }

  const places = (found: readonly SearchHit[]): string[] =>
    found.map(({ address, isById }) => `${address.connection} ${address.id}${isById ? ' by id' : ''}`).toSorted();

  it('finds an id in every connection, each record once', async () => {
    assert.deepEqual(places((await find('3')).found.filter(({ isById }) => isById)), [
      'first 3 by id',
      'second 3 by id',
    ]);
  });

  it('finds a text, a bounded number of each controller', async () => {
    const { found } = await find('Lead');
    assert.equal(found.filter(({ connection }) => connection.name === 'First').length, 10);
    assert.equal(found.filter(({ connection }) => connection.name === 'Second').length, 3);
    assert.ok(!first.received.some(({ path }) => path.endsWith('/view')));
  });

  it('stays within a connection when told to', async () => {
    const { found } = await find('Lead', { connection: 'second' });
    assert.deepEqual(places(found), ['second 1', 'second 2', 'second 3']);
    assert.deepEqual(first.received, []);
  });

  it('goes on without a connection that is away, and says so', async () => {
    first.isGone = true;
    const { found, unsearched } = await find('Lead');
    assert.equal(found.length, 3);
    assert.deepEqual(
      unsearched.map(({ connection, controller }) => [connection.name, controller]),
      [['First', undefined]],
    );
  });

  it('tells nothing more once it was given up', async () => {
    const ending = new AbortController();
    const searching = find('Lead', { signal: ending.signal });
    ending.abort();
    assert.deepEqual(await searching, { found: [], unsearched: [] });
  });

  it('asks nothing for no text', async () => {
    assert.deepEqual(await find('  '), { found: [], unsearched: [] });
    assert.deepEqual([...first.received, ...second.received], []);
  });

  it('knows an id from a word', () => {
    assert.deepEqual(['17', 'LD-0017', '123e4567-e89b-12d3-a456-426614174000'].map(isIdLike), [true, true, true]);
    assert.deepEqual(['Nowak', 'lead 17', '../17', 'x'.repeat(65)].map(isIdLike), [false, false, false, false]);
  });
});
