import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/model/json.ts';
import { json } from '../../../support/scriptedService.ts';
import { element } from '../../service/documented/form/formAnswer.ts';
import { draftBench, type DraftBench, lead, newLead, typed, valuesOf } from './draftBench.ts';
import { failure } from '../../../support/failure.ts';
import { pluck } from '../../../support/pluck.ts';

describe('adding a record', () => {
  let bench: DraftBench;

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('starts with the defaults and editable fields, and ends with the added record', async () => {
    const text = await bench.read(newLead);
    assert.deepEqual(valuesOf(text), { city: 'Goa', score: null });
    const saved = await bench.drafts.saveDocument(newLead, typed(text, { score: '3' }));
    assert.deepEqual(saved, { id: 'n1', sent: true });
    assert.deepEqual([bench.records.get('n1')?.['city'], bench.records.get('n1')?.['score']], ['Goa', '3']);
    assert.deepEqual(bench.reported, [{ connection: 'test', controller: 'crm/leads', ids: ['n1'] }]);
    await bench.read(lead('n1'));
    assert.deepEqual(bench.drafts.get(lead('n1'))?.notes, [{ tone: 'info', text: 'Saved', isTransient: true }]);
  });

  it('adds once, however often it is saved', async () => {
    const text = await bench.read(newLead);
    await Promise.allSettled([bench.drafts.saveDocument(newLead, text), bench.drafts.saveDocument(newLead, text)]);
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /it was already added/);
    assert.equal(bench.posts().length, 1);
  });

  it('reports when the response has no id', async () => {
    bench.onSave = (_, response, store) => {
      store();
      json(response, { errors: [], message: [] });
      return true;
    };
    assert.deepEqual(await bench.drafts.saveDocument(newLead, await bench.read(newLead)), { sent: true });
    await bench.drafts.close(newLead);
    assert.deepEqual(bench.keptOnDisk(), []);
  });

  it('can be retried after a refusal', async () => {
    const text = await bench.read(newLead);
    bench.onSave = (_, response) => {
      json(response, { errors: { city: 'is not served' } }, 422);
      return true;
    };
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /Could not add the Lead/);
    assert.deepEqual(bench.drafts.get(newLead)?.problems.length, 1);
    bench.onSave = undefined;
    assert.equal((await bench.drafts.saveDocument(newLead, text)).sent, true);
  });

  it('remembers the added record after a restart, until its tab is closed', async () => {
    const text = await bench.read(newLead);
    assert.equal(await bench.drafts.wasAdded(newLead), undefined);
    await bench.drafts.saveDocument(newLead, text);
    bench.restart();
    await bench.read(newLead);
    assert.deepEqual(await bench.drafts.wasAdded(newLead), { id: 'n1' });
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /it was already added/);
    await bench.drafts.close(newLead);
    assert.deepEqual(bench.keptOnDisk(), []);
  });

  it('sends the foreign key of its parent even if the form lacks it, also after a restart', async () => {
    const link = { key: 'account_id', id: '7', name: 'Nordlicht' };
    bench.drafts.prepareNew(newLead, { values: { account_id: '7' }, link });
    const text = typed(await bench.read(newLead), { account_id: '7' });
    assert.equal(bench.drafts.get(newLead)?.form.fields.at(-1)?.label, 'Account');
    assert.deepEqual(bench.drafts.refused(newLead, text), []);
    await bench.drafts.keepBase(newLead);
    bench.restart();
    await bench.drafts.restore(newLead);
    assert.deepEqual(await bench.drafts.saveDocument(newLead, text), { id: 'n1', sent: true });
    const sent = Object.keys(bench.posts()[0] ?? {}).filter((key) => key.includes('account_id'));
    assert.deepEqual(sent, ['data[leads][account_id]']);
    assert.equal(bench.records.get('n1')?.['account_id'], '7');
  });

  it('warns before any input that it is not linked to its parent', async () => {
    bench.drafts.prepareNew(newLead, { values: {}, problem: 'It is not linked.' });
    await bench.read(newLead);
    assert.deepEqual(bench.drafts.get(newLead)?.notes, [{ tone: 'warning', text: 'It is not linked.' }]);
  });

  it('is not taken for added after a restart while the outcome is unknown', async () => {
    const text = await bench.read(newLead);
    bench.onSave = (_, response) => {
      response.destroy();
      return true;
    };
    await failure(bench.drafts.saveDocument(newLead, text), 'unreachable', /whether the new Lead was added/);
    bench.restart();
    await bench.read(newLead);
    assert.equal(await bench.drafts.wasAdded(newLead), undefined);
  });

  it('counts as sent when its intent cannot be read', async () => {
    const text = await bench.read(newLead);
    await bench.drafts.saveDocument(newLead, text);
    for (const key of bench.store.texts.keys()) if (key.includes('adding')) bench.store.texts.set(key, 'torn {');
    bench.restart();
    await bench.read(newLead);
    assert.equal(await bench.drafts.wasAdded(newLead), undefined);
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /may have been added already/);
  });

  it('is never resent automatically when the outcome is unknown, even after a restart', async () => {
    const text = await bench.read(newLead);
    await bench.drafts.keepBase(newLead);
    bench.onSave = (_, response) => {
      // while the response is pending, the intent is on disk
      assert.ok([...bench.store.texts.keys()].some((key) => key.includes('adding')));
      response.destroy();
      return true;
    };
    await failure(bench.drafts.saveDocument(newLead, text), 'unreachable', /whether the new Lead was added/);
    assert.equal(bench.drafts.get(newLead)?.news, 'mayHaveBeenAdded');
    bench.onSave = undefined;
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /may have been added already/);
    bench.restart();
    assert.deepEqual(bench.keptOnDisk(), ['base', 'adding']);
    assert.equal((await bench.drafts.restore(newLead)).news, 'mayHaveBeenAdded');
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /may have been added already/);
    assert.equal(bench.posts().length, 1);
    await bench.drafts.allowAddAgain(newLead);
    assert.equal((await bench.drafts.saveDocument(newLead, text)).sent, true);
    assert.equal(bench.posts().length, 2);
  });
});

describe('restored record with unsaved changes', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('is merged against its base', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    const writes = bench.store.writes;
    await bench.drafts.keepBase(one);
    assert.equal(bench.store.writes, writes);
    bench.restart();
    bench.change({ score: '9', modified: '2026-06-06' });
    const { base } = await bench.drafts.restore(one);
    assert.deepEqual(base, valuesOf(text));
    await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Pune', '9']);
  });

  it('is saved only to its own service, even after a restart', async () => {
    const text = typed(await bench.read(one), { city: 'Pune' });
    await bench.drafts.keepBase(one);
    const other = await draftBench();
    await bench.moveTo(other.service.url);
    bench.restart();
    await bench.drafts.restore(one);
    await failure(
      bench.drafts.saveDocument(one, text),
      'refused',
      /it was created for .*, but the connection Test now points to/,
    );
    assert.deepEqual([bench.posts(), other.posts()], [[], []]);
    await bench.moveTo(bench.service.url);
    await bench.drafts.saveDocument(one, text);
    assert.deepEqual([bench.posts().length, other.posts()], [1, []]);
    await other.close();
  });

  it('is compared field by field when its base was lost', async () => {
    const text = await bench.read(one);
    bench.restart();
    bench.change({ score: '9', modified: '2026-06-06' });
    assert.equal((await bench.drafts.restore(one)).base, undefined);
    const mine = typed(text, { city: 'Pune' });
    await failure(
      bench.drafts.saveDocument(one, mine),
      'conflict',
      /the previous values of “City”, “Score” are unknown/,
    );
    assert.deepEqual(bench.posts(), []);
    const chosen = await bench.drafts.choose(one, mine, 'leads.city', 'mine');
    await failure(bench.drafts.saveDocument(one, chosen), 'conflict', /the previous value of “Score” is unknown/);
    bench.change({ city: 'Delhi' });
    const again = typed(chosen, { city: 'Agra' });
    const both =
      /: “City” was changed on the service by Ada, .+, the previous value of “Score” is unknown\. In the form, choose/;
    await failure(bench.drafts.saveDocument(one, again), 'conflict', both);
    bench.change({ city: 'Goa' });
    const decided = await bench.drafts.choose(one, chosen, 'leads.score', 'theirs');
    await bench.drafts.saveDocument(one, decided);
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Pune', '9']);
  });

  it('is shown as a new record when the original was deleted', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    bench.restart();
    bench.records.delete('1');
    const { news, form } = await bench.drafts.restore(one);
    assert.deepEqual([news, form.operation], ['deleted', 'add']);
    await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })), 'notFound', /deleted on the service/);
  });

  it('keeps the older base when two windows have changes', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    const first = bench.drafts;
    bench.restart();
    bench.change({ city: 'Agra', modified: '2026-06-06' });
    await bench.read(one);
    await bench.drafts.keepBase(one);
    // the first window continues, saves and still has changes
    const mine = typed(text, { score: '5' });
    await first.saveDocument(one, mine);
    await first.settle(one, mine, typed(mine, { score: '6' }));
    bench.restart();
    assert.equal((await bench.drafts.restore(one)).base?.['city'], 'Goa');
  });

  it('is saved even when the disk is full', async () => {
    const text = await bench.drafts.readDocument(one);
    await bench.drafts.keepBase(one);
    bench.store.writeText = () => Promise.reject(new Error('no space left'));
    assert.equal((await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }))).sent, true);
  });

  it('survives a store with invalid data', async () => {
    await bench.read(one);
    await bench.drafts.keepBase(one);
    for (const [key] of bench.store.texts) bench.store.texts.set(key, '{"base": 17}');
    bench.restart();
    assert.equal((await bench.drafts.restore(one)).base, undefined);
  });

  it('is cleared once it is saved or reverted', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    assert.deepEqual(bench.keptOnDisk(), ['base']);
    await bench.drafts.discard(one, text);
    assert.deepEqual(bench.keptOnDisk(), []);
  });

  it('is merged with input typed during a save if the window closes before the save settles', async () => {
    const saved = typed(await bench.read(one), { city: 'Pune' });
    await bench.drafts.keepBase(one);
    await bench.drafts.saveDocument(one, saved);
    for (const since of [typed(saved, { city: 'Pune-' }), saved.replace('}', '')])
      await bench.drafts.discard(one, since);
    bench.restart();
    await bench.drafts.restore(one);
    await bench.drafts.saveDocument(one, typed(saved, { city: 'Pune-East' }));
    assert.equal(bench.records.get('1')?.['city'], 'Pune-East');
  });

  it('stores its base before it can be edited, however many open at once', async () => {
    await bench.read(one);
    const { writeText: write } = bench.store;
    const disk = Promise.withResolvers<void>();
    bench.store.writeText = (key, text) => disk.promise.then(() => write(key, text));
    let ready = 0;
    const both = [1, 2].map(() => bench.drafts.keepBase(one).then(() => (ready += 1)));
    await new Promise(setImmediate);
    assert.deepEqual([ready, bench.keptOnDisk()], [0, []]);
    disk.resolve();
    await Promise.all(both);
    assert.deepEqual([ready, bench.keptOnDisk(), bench.store.writes], [2, ['base'], 1]);
  });

  it('retries storing its base after the disk refused it', async () => {
    await bench.read(one);
    const { writeText: write } = bench.store;
    bench.store.writeText = () => Promise.reject(new Error('no space left'));
    const both = await Promise.allSettled([bench.drafts.keepBase(one), bench.drafts.keepBase(one)]);
    assert.deepEqual(pluck(both, 'status'), ['rejected', 'rejected']);
    bench.store.writeText = write;
    await bench.drafts.keepBase(one);
    assert.deepEqual(bench.keptOnDisk(), ['base']);
  });
});

describe('file in a form', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => {
    bench = await draftBench();
    bench.elements = [...bench.elements, element('photo', { label: 'Photo', template: 'file' })];
  });
  afterEach(() => bench.close());

  const file = { name: 'a.txt', type: 'text/plain', bytes: new TextEncoder().encode('hello') };

  it('is stored until it is sent, even across a restart', async () => {
    const text = await bench.read(one);
    const { at, value } = await bench.drafts.attach(one, 'leads.photo', file);
    assert.deepEqual(at, ['photo']);
    const mine = typed(text, { photo: value });
    bench.restart();
    await bench.drafts.restore(one);
    await bench.drafts.saveDocument(one, mine);
    assert.equal(bench.posts()[0]?.['data[leads][photo]'], 'hello');
    await bench.drafts.discard(one, mine);
    assert.equal(bench.files.kept.size, 0);
  });

  it('must be chosen again when it no longer exists', async () => {
    const text = await bench.read(one);
    const { value } = await bench.drafts.attach(one, 'leads.photo', file);
    bench.files.kept.clear();
    await failure(
      bench.drafts.saveDocument(one, typed(text, { photo: value })),
      'refused',
      /the file a.txt .* Choose it again/,
    );
    assert.deepEqual(bench.posts(), []);
  });
});

describe('client-side validation', () => {
  it('reports errors before a save, and sends nothing', async () => {
    const bench = await draftBench();
    bench.elements = [element('city', { label: 'City', required: '1' })];
    const text = typed(await bench.read(lead('1')), { city: '' });
    assert.deepEqual(bench.drafts.hints(lead('1'), text), [{ key: 'leads.city', text: 'City must not be empty.' }]);
    await failure(bench.drafts.saveDocument(lead('1'), text), 'refused', /save Lead 1: City must not be empty/);
    const problem = { key: 'leads.city', text: 'City must not be empty.' };
    assert.deepEqual(bench.drafts.problems(lead('1'), text), [problem]);
    assert.deepEqual(bench.drafts.problems(lead('1'), `${text} broken`), [problem]);
    // the problem disappears once corrected
    assert.deepEqual(bench.drafts.problems(lead('1'), typed(text, { city: 'Pune' })), []);
    assert.deepEqual(bench.posts(), []);
    await bench.close();
  });

  it('also flags a choice that is not offered, which the service may still accept', async () => {
    const bench = await draftBench();
    bench.elements = [element('city', { label: 'City', template: 'select', options: { Goa: 'Goa', Pune: 'Pune' } })];
    const text = typed(await bench.read(lead('1')), { city: 'Atlantis' });
    const hint = { key: 'leads.city', text: 'City must be one of the available values.' };
    assert.deepEqual(bench.drafts.hints(lead('1'), text), [hint]);
    assert.deepEqual(bench.drafts.hints(lead('1'), typed(text, { city: 'Pune' })), []);
    assert.deepEqual(bench.drafts.hints(lead('1'), typed(text, { city: null })), []);
    await bench.drafts.saveDocument(lead('1'), text);
    assert.equal(bench.posts().length, 1);
    await bench.close();
  });

  it('flags each row until it is corrected', async () => {
    const bench = await draftBench();
    const number = { name: ['leads', 'phone_numbers', 'number'], label: 'Number', required: '1' };
    bench.elements = [element('city', { label: 'City' }), number];
    const rows = (...numbers: (string | null)[]): JsonObject => ({
      phone_numbers: numbers.map((one) => ({ number: one })),
    });
    const text = typed(await bench.read(lead('1')), rows('1', null));
    const problem = {
      key: 'leads.phone_numbers.number',
      at: ['phone_numbers', '1', 'number'],
      text: 'Phone numbers, row 2: Number must not be empty.',
    };
    assert.deepEqual(bench.drafts.hints(lead('1'), text), [problem]);
    await failure(
      bench.drafts.saveDocument(lead('1'), text),
      'refused',
      /Phone numbers, row 2: Number must not be empty/,
    );
    assert.deepEqual(bench.drafts.problems(lead('1'), text), [problem]);
    assert.deepEqual(bench.drafts.problems(lead('1'), typed(text, rows('1', '2'))), []);
    const fresh = await bench.read(newLead);
    assert.deepEqual(bench.drafts.hints(newLead, typed(fresh, rows(null))).length, 1);
    await bench.close();
  });

  it('shows an error once when the service uses the same words', async () => {
    const bench = await draftBench();
    const text = typed(await bench.read(lead('1')), { city: '' });
    bench.onSave = (_, response) => {
      bench.elements = [element('city', { label: 'City', required: '1' })];
      json(response, { errors: { city: 'City must not be empty.' } }, 422);
      return true;
    };
    await failure(bench.drafts.saveDocument(lead('1'), text), 'refused', /City must not be empty/);
    await bench.drafts.saveDocument(lead('1'), text).catch(() => undefined);
    assert.deepEqual(bench.drafts.hints(lead('1'), text), []);
    assert.deepEqual(bench.drafts.get(lead('1'))?.problems, [{ key: 'leads.city', text: 'City must not be empty.' }]);
    assert.equal(bench.posts().length, 1);
    await bench.close();
  });

  it('checks the edited fields of a new record, and all fields after an attempt to save', async () => {
    const bench = await draftBench();
    const required = { required: '1' };
    bench.elements = [element('city', { label: 'City' }), element('score', { label: 'Score', ...required })];
    const text = await bench.read(newLead);
    assert.deepEqual(bench.drafts.hints(newLead, text), []);
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /Score must not be empty/);
    assert.deepEqual(bench.drafts.get(newLead)?.problems, [{ key: 'leads.score', text: 'Score must not be empty.' }]);
    assert.deepEqual([bench.posts(), bench.keptOnDisk()], [[], []]);
    await bench.close();
  });
});
