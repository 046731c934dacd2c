import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/model/json.ts';
import { json } from '../../../support/scriptedService.ts';
import { element, submit } from '../../service/documented/form/formAnswer.ts';
import { draftBench, type DraftBench, lead, newLead, typed, valuesOf } from './draftBench.ts';
import { failure } from '../../../support/failure.ts';
import { pluck } from '../../../support/pluck.ts';

describe('record with unusual metadata', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  const refuseCity = (errors: unknown): void => {
    bench.onSave = (_, response) => {
      json(response, { errors });
      return true;
    };
  };

  it('without elements shows the stored values and says that nothing can be saved', async () => {
    bench.elements = [];
    const text = await bench.read(one);
    assert.equal(valuesOf(text)['city'], 'Goa');
    const mine = typed(text, { city: 'Pune' });
    await failure(bench.drafts.saveDocument(one, mine), 'notAllowed', /Lead 1: “City” is for information only/);
    assert.deepEqual(bench.posts(), []);
  });

  it('without labels names fields by their keys in every message', async () => {
    bench.elements = [{ name: ['leads', 'city'] }, { name: ['leads', 'home_town'], label: ' ', permission: 4 }];
    const text = await bench.read(one);
    await failure(
      bench.drafts.saveDocument(one, typed(text, { home_town: 'x' })),
      'notAllowed',
      /“Home town” is read-only for you/,
    );
    bench.records.set('1', { ...bench.records.get('1'), city: 'Agra' });
    await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'conflict',
      /“City” was changed on the service/,
    );
  });

  describe('and colliding names', () => {
    it('sends a field that the form shows twice once, and keeps the editable one', async () => {
      bench.elements = [
        element('city', { label: 'Seat', permission: 4 }),
        { label: 'Place', children: [element('city', { label: 'City' })] },
      ];
      const text = await bench.read(one);
      await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }));
      assert.equal(bench.records.get('1')?.['city'], 'Pune');
      assert.deepEqual(pluck(bench.state().form.fields, 'label'), ['City']);
    });

    it('shows the error at the correct one of two fields with the same label', async () => {
      bench.elements = [element('city', { label: 'Place' }), element('score', { label: 'Place' })];
      const mine = typed(await bench.read(one), { city: 'Pune', score: '2' });
      refuseCity({ score: 'is too low' });
      await failure(bench.drafts.saveDocument(one, mine), 'refused', /is too low/);
      assert.deepEqual(bench.state().problems, [{ text: 'is too low', key: 'leads.score', cause: 'refused' }]);
    });

    it('distinguishes a name with a dot from a nested one', async () => {
      bench.elements = [
        { name: ['leads', 'a.b'], label: 'Dotted' },
        { name: ['leads', 'a', 'b'], label: 'Nested' },
      ];
      bench.records.set('1', { name: 'Lead 1', 'a.b': 'one', a: { b: 'two' } });
      await bench.drafts.saveDocument(one, typed(await bench.read(one), { 'a.b': 'three' }));
      const [sent] = bench.posts();
      assert.deepEqual([sent?.['data[leads][a.b]'], sent?.['data[leads][a][b]']], ['three', 'two']);
    });

    it('sends the same value for two names of the same field', async () => {
      bench.elements = [element('city', { label: 'City' }), { name: ['Lead', 'city'], label: 'Also city' }];
      bench.beside = { model: 'Lead' };
      await bench.drafts.saveDocument(one, typed(await bench.read(one), { city: 'Pune' }));
      const [sent] = bench.posts();
      assert.deepEqual([sent?.['data[leads][city]'], sent?.['data[Lead][city]']], ['Pune', 'Pune']);
    });

    it('sends the label of the pressed button, not of another with the same name', async () => {
      bench.actions = [submit('decide', 'Approve'), submit('decide', 'Reject')];
      const text = await bench.read(one);
      const [, reject] = bench.state().form.submitActions;
      await bench.drafts.saveDocument(one, text, reject);
      assert.equal(bench.posts()[0]?.['data[action][decide]'], 'Reject');
      bench.actions = [submit('decide', 'Approve')];
      await failure(bench.drafts.saveDocument(one, text, reject), 'notAllowed', /no longer has the button “Reject”/);
      assert.equal(bench.posts().length, 1);
    });

    it('uses the last of two values for one field in a text, as the form shows it', async () => {
      const text = (await bench.read(one)).replace('"city": "Goa"', '"city": "Goa",\n  "city": "Agra"');
      assert.equal(valuesOf(typed(text, { city: 'Pune' }))['city'], 'Pune');
      await bench.drafts.saveDocument(one, text);
      assert.equal(bench.posts()[0]?.['data[leads][city]'], 'Agra');
    });
  });

  it('whose groups are parents of each other shows and saves every field', async () => {
    bench.elements = [
      { id: 'a', parent: 'b', parent_id: 'b', label: 'A', children: ['b'] },
      { id: 'b', parent: 'a', parent_id: 'a', label: 'B', children: ['a', element('city', { parent: 'a' })] },
      element('score', { id: 'c', parent_id: 'c' }),
    ];
    await bench.drafts.saveDocument(one, typed(await bench.read(one), { city: 'Pune', score: '2' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Pune', '2']);
  });

  it('with unknown controls lets their values be edited as text', async () => {
    bench.elements = [
      element('city', { template: 'hologram', data_type: 'QUBIT' }),
      element('score', { template: 'x-slider', data_type: 'LONG' }),
      element('shape', { template: 'canvas' }),
    ];
    bench.records.set('1', { name: 'Lead 1', city: 'Goa', score: '1', shape: { points: ['1', '2'] } });
    const text = await bench.read(one);
    assert.deepEqual(pluck(bench.state().form.fields, 'kind'), ['text', 'number', 'nested']);
    await bench.drafts.saveDocument(one, typed(text, { city: 'Pune', shape: { points: ['1', '3'] } }));
    const [sent] = bench.posts();
    assert.deepEqual([sent?.['data[leads][city]'], sent?.['data[leads][shape][points][1]']], ['Pune', '3']);
  });

  it('with values of the wrong type sends them back unchanged and makes them read-only', async () => {
    const odd: JsonObject = { city: ['Goa', 'Agra'], score: { high: '1' }, name: 5 };
    bench.records.set('1', odd);
    bench.elements = [...bench.elements, element('note', { label: 'Note' })];
    const text = await bench.read(one);
    await bench.drafts.saveDocument(one, typed(text, { note: 'x' }));
    const [sent] = bench.posts();
    assert.deepEqual(
      ['note', 'city][0', 'city][1', 'score][high'].map((key) => sent?.[`data[leads][${key}]`]),
      ['x', 'Goa', 'Agra', '1'],
    );
    await failure(
      bench.drafts.saveDocument(one, typed(text, { note: ['x'] })),
      'notAllowed',
      /“Note” must be a single value/,
    );
  });

  it('without buttons says so when it is saved or added', async () => {
    bench.actions = [];
    const text = await bench.read(one);
    const words = /its form has no button that can be used here\. Ask the service administrator/;
    await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })), 'notAllowed', words);
    await failure(bench.drafts.saveDocument(newLead, await bench.read(newLead)), 'notAllowed', words);
    assert.deepEqual(bench.posts(), []);
  });
});
