import { namedRecords } from '../../../support/references.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { type Staged, withCell } from '../../../../src/model/list/stagedCells.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { RecordChanges, type RecordsChange } from '../../../../src/services/common/recordChanges.ts';
import { StagedProblems, StagedSaves } from '../../../../src/services/staging/stagedSaves.ts';
import { recordKey } from '../../../../src/model/recordKey.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { MemoryIntents, testWriter } from '../../../support/memoryIntents.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { json } from '../../../support/scriptedService.ts';
import { testClients } from '../../../support/testClients.ts';

const controller = controllerName('crm', 'leads');

function staged(...cells: (readonly [id: string, from: string | null, to: string | null])[]): Staged {
  const none: Staged = new Map();
  return cells.reduce((all, [id, from, to]) => withCell(all, id, 'city', { from, to }), none);
}

describe('saving staged cells', () => {
  let service: LeadService;
  let saves: StagedSaves;
  let reported: RecordsChange[];
  let clients: Clients;
  let setReadOnly: () => Promise<void>;
  /** Intents of writes in flight. */
  let intents: MemoryIntents;
  let waits: number[];
  let onWait: () => void;
  const clock = {
    now: () => Date.now() + waits.reduce((sum, ms) => sum + ms, 0),
    wait: async (ms: number) => {
      waits.push(ms);
      onWait();
    },
  };

  beforeEach(async () => {
    service = await leadService();
    const { connections } = memoryConnections();
    const connection = await connections.add({ name: 'Test', baseUrl: service.url }, undefined);
    clients = testClients(connections);
    const changes = new RecordChanges();
    intents = new MemoryIntents();
    reported = [];
    waits = [];
    onWait = () => undefined;
    changes.onDidChange((change) => reported.push(change));
    saves = new StagedSaves(
      testWriter(new WriteGuard(connections, clients), { intents, clock }),
      changes,
      namedRecords(connections, clients),
    );
    setReadOnly = () => connections.change({ ...connection, readOnly: true });
  });

  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const save = (cells: Staged): ReturnType<StagedSaves['saveStaged']> =>
    saves.saveStaged({ connection: 'test', controller }, cells, service.url);

  it('sends each record once and reports which were changed', async () => {
    const cells = staged(['1', 'Goa', 'Pune'], ['2', 'Goa', null]);
    const { saved, problems } = await save(cells);
    assert.deepEqual([saved, problems.size], [cells, 0]);
    assert.deepEqual([service.leads.get('1')?.city, service.leads.get('2')?.city], ['Pune', null]);
    assert.deepEqual(reported, [{ connection: 'test', controller: 'crm/leads', ids: ['1', '2'] }]);
  });

  it('accepts a cell edited again before its row is re-read, but no change by someone else', async () => {
    await save(staged(['1', 'Goa', 'Pune']));
    assert.equal((await save(staged(['1', 'Goa', 'Delhi']))).problems.size, 0);
    assert.equal((await save(staged(['1', 'Goa', 'Agra']))).problems.size, 0);
    assert.equal(service.leads.get('1')?.city, 'Agra');
    Object.assign(service.leads.get('1') ?? {}, { city: 'Leh' });
    const { problems } = await save(staged(['1', 'Goa', 'Pune']));
    assert.match(problems.get('1')?.fields.get('city') ?? '', /Someone else changed “City” of Lead 1: it is now “Leh”/);
    // nothing was sent for another record
    Object.assign(service.leads.get('2') ?? {}, { city: 'Agra' });
    assert.equal((await save(staged(['2', 'Goa', 'Pune']))).problems.size, 1);
  });

  it('recognizes the value the service made of its text, over the old or the typed one', async () => {
    const rewrite = (): void =>
      void Object.assign(service.leads.get('1') ?? {}, { city: service.leads.get('1')?.city?.trim().toUpperCase() });
    await save(staged(['1', 'Goa', ' Pune ']));
    rewrite();
    assert.equal((await save(staged(['1', ' Pune ', 'Delhi']))).problems.size, 0);
    rewrite();
    assert.equal((await save(staged(['1', ' Pune ', 'Agra']))).problems.size, 0);
    assert.equal(service.leads.get('1')?.city, 'Agra');
    Object.assign(service.leads.get('1') ?? {}, { city: 'Leh' });
    assert.equal((await save(staged(['1', 'Agra', 'Pune']))).problems.size, 1);
  });

  it('recognizes what arrived of an unanswered save as its own', async () => {
    service.temper.set('1', 'saveAndBreak');
    assert.equal((await save(staged(['1', 'Goa', 'Pune']))).problems.get('1')?.isUnknown, true);
    service.temper.delete('1');
    assert.equal((await save(staged(['1', 'Goa', 'Delhi']))).problems.size, 0);
    assert.equal(service.leads.get('1')?.city, 'Delhi');
  });

  it('does not take a refused value for its own', async () => {
    service.temper.set('1', 'refuse');
    await save(staged(['1', 'Goa', 'Pune']));
    service.temper.delete('1');
    Object.assign(service.leads.get('1') ?? {}, { city: 'Pune' });
    assert.equal((await save(staged(['1', 'Goa', 'Delhi']))).problems.size, 1);
  });

  it('keeps refused cells with the reason, and saves the others', async () => {
    service.temper.set('1', 'refuse');
    const { saved, problems } = await save(staged(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Pune']));
    assert.deepEqual([...saved.keys()], ['2']);
    assert.match(problems.get('1')?.sentence ?? '', /Could not save Lead 1: .*not served/);
    assert.equal(problems.get('1')?.fields.get('city'), 'This city is not served.');
  });

  it('shows a service message once, with its records unless it is for all of them', async () => {
    service.trouble = ({ method, body }, response) => {
      const isLast = body.includes('Agra');
      if (method === 'POST')
        json(response, isLast ? { errors: ['No.'], message: ['Ask Bo.'] } : { errors: [], message: ['Saved.'] });
      return method === 'POST';
    };
    const { said } = await save(staged(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Pune']));
    assert.deepEqual(said, ['Saved.']);
    const cells = staged(['1', 'Goa', 'Rome'], ['2', 'Goa', 'Agra']);
    const later = await save(cells);
    assert.deepEqual(later.said, ['Lead 1: Saved.', 'Lead 2: Ask Bo.']);
    const problems = new StagedProblems();
    problems.set('records:a', cells, later);
    assert.deepEqual([problems.said('records:a').length, problems.said('records:b')], [2, []]);
  });

  it('sends nothing that the service already has', async () => {
    const { saved } = await save(staged(['1', 'Agra', 'Goa']));
    assert.deepEqual([[...saved.keys()], service.posts(), reported], [['1'], [], []]);
  });

  it('does not overwrite a value that was never seen here', async () => {
    const lead = service.leads.get('1');
    assert.ok(lead);
    lead.city = 'Delhi';
    const { saved, problems } = await save(staged(['1', 'Goa', 'Pune']));
    assert.deepEqual([saved.size, service.posts()], [0, []]);
    assert.match(
      problems.get('1')?.fields.get('city') ?? '',
      /Someone else changed “City” of Lead 1: it is now “Delhi”/,
    );
    assert.doesNotMatch(problems.get('1')?.sentence ?? '', /Delhi/);
    // otherwise a table would keep showing the old value
    assert.deepEqual(reported, [{ connection: 'test', controller: 'crm/leads', ids: ['1'] }]);
  });

  it('reports the current value, or not found, for each record that was skipped', async () => {
    Object.assign(service.leads.get('2') ?? {}, { city: 'Agra' });
    service.leads.delete('3');
    const cells = staged(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Pune'], ['3', 'Goa', 'Pune']);
    const outcome = await save(cells);
    assert.deepEqual([...outcome.saved.keys()], ['1']);
    const problems = new StagedProblems();
    problems.set('records:a', cells, outcome);
    const found = (id: string) => problems.problemsFor('records:a', id, cells.get(id) ?? new Map()).get('city');
    assert.equal(found('1'), undefined);
    assert.equal(found('2')?.theirs, 'Agra');
    assert.deepEqual(found('3'), { problem: 'Someone else deleted this record.', isOfRecord: true, isGone: true });
  });

  it('reports that a record may have been saved when the response is lost, and does not resend it', async () => {
    service.temper.set('1', 'saveAndBreak');
    const cells = staged(['1', 'Goa', 'Pune']);
    const first = await save(cells);
    assert.match(first.problems.get('1')?.sentence ?? '', /^Lead 1 may have been saved/);
    assert.equal(first.saved.size, 0);
    const second = await save(cells);
    assert.deepEqual([second.saved, second.problems.size], [cells, 0]);
    assert.deepEqual(service.posts(), ['1']);
  });

  it('reports that nothing of untried records was sent, and the reason', async () => {
    service.isLocked = true;
    const { problems } = await save(staged(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Pune']));
    assert.match(problems.get('2')?.sentence ?? '', /^Could not save record 2: .* Nothing was sent\./);
    assert.deepEqual([problems.get('2')?.isUnknown, service.posts()], [false, []]);
  });

  describe('after a window was killed during a save', () => {
    const mark = (at: number): (() => void) => intents.leave([service.url, 'crm/leads', '1'], at);
    const arrives = (city: string): void => void Object.assign(service.leads.get('1') ?? {}, { city });

    it('waits for what that window sent, and sends nothing twice', async () => {
      mark(Date.now());
      onWait = () => {
        if (waits.length === 3) arrives('Pune');
      };
      const { saved } = await save(staged(['1', 'Goa', 'Pune']));
      assert.deepEqual([[...saved.keys()], service.posts(), waits], [['1'], [], [250, 250, 250]]);
    });

    it('sends what can no longer arrive', async () => {
      mark(Date.now());
      const { saved } = await save(staged(['1', 'Goa', 'Pune']));
      assert.deepEqual([[...saved.keys()], service.posts()], [['1'], ['1']]);
      // the clock also advances on its own
      assert.ok(waits.reduce((sum, ms) => sum + ms, 0) > 25_000);
    });

    it('lets no old write arrive over newer input', async () => {
      mark(Date.now());
      onWait = () => {
        if (waits.length === 3) arrives('Pune');
      };
      const { problems } = await save(staged(['1', 'Goa', 'Delhi']));
      assert.match(problems.get('1')?.fields.get('city') ?? '', /it is now “Pune”/);
      assert.deepEqual(service.posts(), []);
    });

    it('does not wait for an intent that is a year old, in the future or without an owner', async () => {
      mark(0);
      for (const text of ['torn {', '[]', '{"at":"x"}', '["+",1,2]', '["+","x"]']) {
        intents.logs.set(99, text);
        await save(staged(['1', 'Goa', 'Pune']));
        arrives('Goa');
      }
      assert.deepEqual(waits, []);
      mark(Date.now() + 1e12);
      await save(staged(['1', 'Goa', 'Pune']));
      assert.ok(waits.reduce((sum, ms) => sum + ms, 0) < 60_000);
    });

    it('has its own intent on disk only while a record is in flight', async () => {
      let wasThere = false;
      service.release = {
        // oxlint-disable-next-line unicorn/no-thenable
        then: (go: () => void) => {
          wasThere = intents.open.length === 1;
          go();
        },
      } as Promise<void>;
      await save(staged(['1', 'Goa', 'Pune']));
      service.temper.set('2', 'saveAndBreak');
      await save(staged(['2', 'Goa', 'Pune']));
      // a request without a response may still arrive
      assert.deepEqual([wasThere, intents.open], [true, [recordKey(service.url, controller, '2')]]);
    });

    it('saves even if the disk refuses the intent', async () => {
      intents.isBroken = true;
      const { saved } = await save(staged(['1', 'Goa', 'Pune']));
      assert.deepEqual([...saved.keys()], ['1']);
    });
  });

  it('resends what has not arrived, after a check', async () => {
    service.temper.set('1', 'break');
    const cells = staged(['1', 'Goa', 'Pune']);
    await save(cells);
    service.temper.clear();
    await save(cells);
    assert.deepEqual([service.posts(), service.leads.get('1')?.city], [['1', '1'], 'Pune']);
  });

  it('saves a record staged in two list views sequentially, and only once', async () => {
    service.saveDelay = 50;
    const cells = staged(['1', 'Goa', 'Pune']);
    await Promise.all([save(cells), save(cells)]);
    assert.deepEqual(service.posts(), ['1']);
  });

  it('stops sending when the token has expired', async () => {
    service.isLocked = true;
    const { problems } = await save(staged(['1', 'Goa', 'Pune'], ['2', 'Goa', 'Pune'], ['3', 'Goa', 'Pune']));
    assert.equal(problems.size, 3);
    assert.match(problems.get('3')?.sentence ?? '', /token has expired/);
    assert.equal(service.received.length, 1);
  });

  it('refuses a change to a read-only field', async () => {
    const cells = withCell(new Map(), '1', 'name', { from: 'Lead 1', to: 'Ada' });
    const { problems } = await save(cells);
    assert.match(problems.get('1')?.fields.get('name') ?? '', /“name” is read-only for you/);
    assert.deepEqual(service.posts(), []);
  });

  it('refuses everything through a read-only connection', async () => {
    await setReadOnly();
    await assert.rejects(save(staged(['1', 'Goa', 'Pune'])), /the connection Test is read-only/);
    assert.deepEqual(service.received, []);
  });

  it('treats 12.5 and 12.50 as the same number', async () => {
    const lead = service.leads.get('1');
    assert.ok(lead);
    lead.score = '12.50';
    const { problems } = await save(withCell(new Map(), '1', 'score', { from: '12.5', to: '13' }));
    assert.deepEqual([problems.size, lead.score], [0, '13']);
  });
});

describe('problems of staged cells', () => {
  const cell = (to: string, from = 'Goa') => new Map([['city', { from, to }]]);
  const refusal = { sentence: 'No.', fields: new Map([['city', 'Not there.']]), isUnknown: false };
  const none = { saved: new Map(), said: [] };

  it('are cleared when the cell is changed', () => {
    const problems = new StagedProblems();
    const tried = staged(['1', 'Goa', 'Pune']);
    problems.set('records:a', tried, { ...none, problems: new Map([['1', refusal]]) });
    assert.deepEqual(problems.problemsFor('records:a', '1', cell('Pune')).get('city'), { problem: 'Not there.' });
    assert.equal(problems.problemsFor('records:a', '1', cell('Agra')).size, 0);
    assert.equal(problems.problemsFor('records:a', '1', cell('Pune', 'Leh')).size, 0);
    assert.equal(problems.problemsFor('records:b', '1', cell('Pune')).size, 0);
    problems.set('records:a', tried, { ...none, problems: new Map() });
    assert.equal(problems.problemsFor('records:a', '1', cell('Pune')).size, 0);
  });

  it('keep the other cells of a record staged along with the failed one', () => {
    const problems = new StagedProblems();
    const both = new Map([...cell('Pune'), ['score', { from: '1', to: '2' }]]);
    problems.set('records:a', new Map([['1', both]]), { ...none, problems: new Map([['1', refusal]]) });
    const marked = (cells: typeof both) => [...problems.problemsFor('records:a', '1', cells)];
    assert.deepEqual(marked(both), [
      ['city', { problem: 'Not there.' }],
      ['score', { problem: 'No.', isOfRecord: true }],
    ]);
    assert.deepEqual(marked(new Map([...both, ['city', { from: 'Goa', to: 'Agra' }]])), []);
    assert.deepEqual(marked(new Map([['score', { from: '1', to: '2' }]])), []);
  });

  it('apply to the remaining cells when the service already has the others', () => {
    const problems = new StagedProblems();
    const both = new Map([...cell('Pune'), ['score', { from: '1', to: '2' }]]);
    const saved = new Map([['1', cell('Pune')]]);
    const problem = { sentence: 'No.', fields: new Map(), isUnknown: false };
    problems.set('records:a', new Map([['1', both]]), { ...none, saved, problems: new Map([['1', problem]]) });
    assert.equal(
      problems.problemsFor('records:a', '1', new Map([['score', { from: '1', to: '2' }]])).get('score')?.problem,
      'No.',
    );
  });
});
