import assert from 'node:assert/strict';
import { AddedControllers } from '../../../../src/services/remembered/addedControllers.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { ListViewCache } from '../../../../src/services/lists/listViewCache.ts';
import {
  type SearchHit,
  isIdLike,
  RecordSearch,
  type SearchRest,
  type Unsearched,
} from '../../../../src/services/lists/recordSearch.ts';
import { leadHeader, leadPage } from '../../../support/leadAnswers.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { plainMemory } from '../../../support/memory.ts';
import { json } from '../../../support/scriptedService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

describe('record search', () => {
  let first: LeadService;
  let second: LeadService;
  let search: RecordSearch;
  let clients: Clients;

  beforeEach(async () => {
    [first, second] = await Promise.all([leadService(30), leadService(3)]);
    const { connections } = memoryConnections();
    await connections.add({ name: 'First', baseUrl: first.url }, undefined);
    await connections.add({ name: 'Second', baseUrl: second.url }, undefined);
    clients = testClients(connections);
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
  ): Promise<{ found: SearchHit[]; rests: SearchRest[]; unsearched: readonly Unsearched[]; isSearched: boolean }> {
    const found: SearchHit[] = [];
    const rests: SearchRest[] = [];
    const { signal = new AbortController().signal, connection } = more;
    const onFound = (records: readonly SearchHit[], rest?: SearchRest): void => {
      found.push(...records);
      if (rest) rests.push(rest);
    };
    return { found, rests, ...(await search.find(text, { onFound, signal, connection })) };
  }

  const places = (found: readonly SearchHit[]): string[] =>
    found.map(({ address, isById }) => `${address.connection} ${address.id}${isById ? ' by id' : ''}`).toSorted();

  it('finds an id in every connection, each record once', async () => {
    assert.deepEqual(places((await find('3')).found.filter(({ isById }) => isById)), [
      'first 3 by id',
      'second 3 by id',
    ]);
  });

  it('finds a text, with a limited number of hits per controller', async () => {
    const { found } = await find('Lead');
    assert.equal(found.filter(({ connection }) => connection.name === 'First').length, 10);
    assert.equal(found.filter(({ connection }) => connection.name === 'Second').length, 3);
    assert.ok(!first.received.some(({ path }) => path.endsWith('/view')));
  });

  it('always reports that results were omitted', async () => {
    const { rests } = await find('Lead');
    const list = { kind: 'listView', connection: 'first', controller: 'crm/leads', listView: 'all' };
    assert.deepEqual(rests, [{ list, search: 'Lead', total: 30 }]);
  });

  const called = (...names: string[]): void =>
    names.forEach((name, index) =>
      first.leads.set(`n${index}`, { name, city: index % 2 ? 'Pune' : 'Goa', score: '1' }),
    );
  const names = async (text: string): Promise<string[]> =>
    (await find(text, { connection: 'first' })).found.map(({ name }) => name);

  it('finds a full name in any word order on a service that searches the literal text', async () => {
    called('Smith, Mia', 'Mia Smith', 'Mia Nowak', 'Tom Smith');
    assert.deepEqual(await names('Mia Smith'), ['Mia Smith', 'Smith, Mia']);
    assert.deepEqual(await names('smith mia'), []); // this service is case-sensitive, and the search doesn't work around that
    assert.deepEqual(await names('Smith  Mia'), ['Smith, Mia', 'Mia Smith']);
    assert.deepEqual(await names('Mia Zzz'), []);
  });

  it('matches a word in the visible columns that the service does not search', async () => {
    called('Mia Smith', 'Tom Smith');
    assert.deepEqual(await names('Smith pune'), ['Tom Smith']);
  });

  it('omits records with only one of the words if the service matches any word', async () => {
    called('Mia Smith', 'Mia Nowak', 'Tom Smith');
    first.trouble = (request, response) => {
      const words = request.query.get('search_basic')?.split(' ') ?? [];
      if (words.length < 2) return false;
      const found = [...first.leads].filter(([, { name }]) => words.some((word) => name.includes(word)));
      json(
        response,
        leadPage(
          found.map(([id, lead]) => [id, { ...lead, name: `${lead.name} ${words.join(' ')}` }]),
          request,
          [leadHeader('name')],
          (id) => ({ 'leads.id': id, record_display_name: first.leads.get(id)?.name }),
        ),
      );
      return true;
    };
    assert.deepEqual(await names('Mia Smith'), ['Mia Smith']);
  });

  for (const stored of ['+49 30 100413', '+49 (0)30 10 04 13', '030/100-413', '0049-30-100413', '4930100413'])
    it(`finds the phone number ${stored} by its digits, in any notation`, async () => {
      for (let number = 0; number < 150; number++)
        first.leads.set(`p${number}`, {
          name: stored.replace('13', String(20 + (number % 70))),
          city: null,
          score: '',
        });
      called(`Mia, ${stored}`);
      for (const typed of ['4930100413', '030 100413', '+49 30 100413', '+49 (0) 30 100-413'])
        assert.deepEqual(await names(typed), [`Mia, ${stored}`], typed);
      assert.deepEqual(await names('+49 30 200413'), []);
    });

  it('finds a phone number even if the service matches the typed notation for only one record', async () => {
    called('Mia, 030 100413', 'Tom, +49 30 100413', 'Ann, 2004-10-13', 'Eve, 1004.13', 'Ada, 100413');
    assert.deepEqual(await names('030 100413'), ['Mia, 030 100413', 'Tom, +49 30 100413']);
    assert.deepEqual(await names('2004-10-13'), ['Ann, 2004-10-13']);
  });

  it('reports when too many records match each word to compare all', async () => {
    for (let number = 0; number < 150; number++)
      first.leads.set(`t${number}`, { name: `Tom A${number}`, city: 'Goa', score: '' });
    for (let number = 0; number < 150; number++)
      first.leads.set(`s${number}`, { name: `Smith B${number}`, city: 'Goa', score: '' });
    first.leads.set('last', { name: 'Tom, Smith', city: 'Goa', score: '' });
    const { found, rests } = await find('Smith Tom', { connection: 'first' });
    assert.deepEqual(found, []);
    assert.deepEqual(pluck(rests, 'search', 'total', 'compared'), [['Smith', undefined, 100]]);
  });

  it('distinguishes records with the same name, matched columns first', async () => {
    called('Mia Smith');
    const [hit] = (await find('Mia', { connection: 'first' })).found;
    assert.deepEqual(hit?.details(undefined), ['CITY: Goa', 'SCORE: 1', 'Shout: Mia Smith!']);
    const [inCity] = (await find('Smith Goa', { connection: 'first' })).found;
    assert.equal(inCity?.details(undefined)[0], 'CITY: Goa');
  });

  for (const notation of ['crm/leads/3', 'crm/leads 3', 'leads/3', 'leads 3', 'leads #3', 'crm/leads/3 · First'])
    it(`recognizes ${notation}, as shown and written`, async () => {
      const found = (await find(notation)).found.filter(({ isById }) => isById);
      const wanted = ['first 3 by id', ...(notation.includes('First') ? [] : ['second 3 by id'])];
      assert.deepEqual(places(found), wanted);
    });

  it('is limited to a connection if requested', async () => {
    const { found } = await find('Lead', { connection: 'second' });
    assert.deepEqual(places(found), ['second 1', 'second 2', 'second 3']);
    assert.deepEqual(first.received, []);
  });

  it('continues without an unreachable connection and reports it', async () => {
    first.isGone = true;
    const { found, unsearched } = await find('Lead');
    assert.equal(found.length, 3);
    assert.deepEqual(
      unsearched.map(({ connection, controller }) => [connection.name, controller]),
      [['First', undefined]],
    );
    second.isGone = true;
    assert.equal((await find('Lead')).isSearched, false);
  });

  it('reports nothing more after a cancel', async () => {
    const ending = new AbortController();
    const searching = find('Lead', { signal: ending.signal });
    ending.abort();
    assert.deepEqual(await searching, { found: [], rests: [], unsearched: [], isSearched: false, said: [] });
  });

  it('sends no request for an empty text', async () => {
    assert.deepEqual(await find('  '), { found: [], rests: [], unsearched: [], isSearched: false, said: [] });
    assert.deepEqual([...first.received, ...second.received], []);
  });

  it('distinguishes an id from a word', () => {
    assert.deepEqual(['17', 'LD-0017', '123e4567-e89b-12d3-a456-426614174000'].map(isIdLike), [true, true, true]);
    assert.deepEqual(['Nowak', 'lead 17', '../17', 'x'.repeat(65)].map(isIdLike), [false, false, false, false]);
  });
});
