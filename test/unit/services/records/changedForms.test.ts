import assert from 'node:assert/strict';
import { failure } from '../../../support/failure.ts';
import { json } from '../../../support/scriptedService.ts';
import { element } from '../../service/documented/form/formAnswer.ts';
import { draftBench, type DraftBench, lead, typed, valuesOf } from './draftBench.ts';

describe('a record whose form changes while it is open', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  /** The service knows the field no more. */
  function drop(name: string): void {
    bench.elements = bench.elements.filter(({ __name }) => __name !== `leads.${name}`);
    const { [name]: _, ...rest } = bench.records.get('1') ?? {};
    bench.records.set('1', rest);
  }

  it('loses the field that was typed into: it says so and what to do, and sends nothing until that is done', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune', score: '7' });
    drop('city');
    await failure(
      bench.drafts.saveDocument(one, mine),
      'notAllowed',
      /“City” is not a field of this Lead\. Take it out of/,
    );
    assert.deepEqual(bench.posts(), []);
    assert.deepEqual(
      bench.drafts.problems(one, mine).map(({ text }) => text),
      ['“City” is not a field of this Lead. Take it out of the text to save the rest.'],
    );
    const rest = mine.replace(/^ {2}"city".*\n/m, '');
    assert.equal((await bench.drafts.saveDocument(one, rest)).sent, true);
    assert.equal(bench.posts()[0]?.['data[leads][score]'], '7');
  });

  it('loses another field: what was typed is saved', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    drop('score');
    assert.equal((await bench.drafts.saveDocument(one, mine)).sent, true);
    const settled = valuesOf(await bench.settle(one, mine, mine));
    assert.deepEqual([settled['city'], 'score' in settled], ['Pune', false]);
  });

  it('lets nobody edit the field any more: it says why', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    bench.elements = bench.elements.with(1, element('city', { label: 'City', permission: 4 }));
    await failure(bench.drafts.saveDocument(one, mine), 'notAllowed', /You may read “City”, not change it/);
    assert.deepEqual([bench.posts(), bench.drafts.changed(one, mine).length], [[], 1]);
  });

  it('wants the field that was emptied: it says so at the field, and saves once it is filled in', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune', score: null });
    bench.beside = { notEmptyField: { score: 'Score must not be empty' } };
    await failure(bench.drafts.saveDocument(one, mine), 'refused', /Score must not be empty/);
    assert.deepEqual(bench.drafts.problems(one, mine), [{ key: 'leads.score', text: 'Score must not be empty' }]);
    assert.deepEqual(bench.posts(), []);
    assert.equal((await bench.drafts.saveDocument(one, typed(mine, { score: '5' }))).sent, true);
  });

  it('has the choice no more: the service decides, and what it says stands at the field', async () => {
    const select = (...values: string[]) =>
      element('city', { label: 'City', template: 'select', options: values.map((value) => ({ text: value, value })) });
    bench.elements = bench.elements.with(1, select('Goa', 'Pune'));
    const mine = typed(await bench.read(one), { city: 'Pune' });
    bench.elements = bench.elements.with(1, select('Goa', 'Agra'));
    bench.onSave = (_, response) => {
      json(response, { errors: [{ message: 'Pune is not served any more.', name: ['leads', 'city'] }] });
      return true;
    };
    await failure(bench.drafts.saveDocument(one, mine), 'refused', /Pune is not served any more/);
    assert.deepEqual(bench.drafts.problems(one, mine), [
      { key: 'leads.city', text: 'Pune is not served any more.', cause: 'refused' },
    ]);
    bench.onSave = undefined;
    assert.equal((await bench.drafts.saveDocument(one, typed(mine, { city: 'Agra' }))).sent, true);
    assert.equal(bench.records.get('1')?.['city'], 'Agra');
  });

  it('has nothing that can be edited any more: it says so, and keeps what was typed', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    [bench.elements, bench.actions] = [[], []];
    await failure(bench.drafts.saveDocument(one, mine), 'notAllowed', /“City” is shown for information/);
    assert.deepEqual([bench.posts(), bench.drafts.changed(one, mine).length], [[], 1]);
  });
});
