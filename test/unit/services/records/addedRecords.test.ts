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

  it('begins with the defaults and what can be filled in, and ends as the record’s own', async () => {
    const text = await bench.read(newLead);
    assert.deepEqual(valuesOf(text), { city: 'Goa', score: null });
    const saved = await bench.drafts.saveDocument(newLead, typed(text, { score: '3' }));
    assert.deepEqual(saved, { id: 'n1', sent: true });
    assert.deepEqual([bench.records.get('n1')?.['city'], bench.records.get('n1')?.['score']], ['Goa', '3']);
    assert.deepEqual(bench.told, [{ connection: 'test', controller: 'crm/leads', ids: ['n1'] }]);
    await bench.read(lead('n1'));
    assert.deepEqual(bench.drafts.get(lead('n1'))?.notes, [{ tone: 'info', text: 'Saved', isPassing: true }]);
  });

  it('adds once, however often it is saved', async () => {
    const text = await bench.read(newLead);
    await Promise.allSettled([bench.drafts.saveDocument(newLead, text), bench.drafts.saveDocument(newLead, text)]);
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /it was added already/);
    assert.equal(bench.posts().length, 1);
  });

  it('says so when the answer names no id', async () => {
    bench.onSave = (_, response, store) => {
      store();
      json(response, { errors: [], message: [] });
      return true;
    };
    assert.deepEqual(await bench.drafts.saveDocument(newLead, await bench.read(newLead)), { sent: true });
    await bench.drafts.close(newLead);
    assert.deepEqual(bench.keptOnDisk(), []);
  });

  it('can be tried again after a refusal', async () => {
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

  it('is known after a restart as what it was added as, until its tab is closed', async () => {
    const text = await bench.read(newLead);
    assert.equal(await bench.drafts.wasAdded(newLead), undefined);
    await bench.drafts.saveDocument(newLead, text);
    bench.restart();
    await bench.read(newLead);
    assert.deepEqual(await bench.drafts.wasAdded(newLead), { id: 'n1' });
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /it was added already/);
    await bench.drafts.close(newLead);
    assert.deepEqual(bench.keptOnDisk(), []);
  });

  it('sends the foreign key of its parent though its form does not name it, also after a restart', async () => {
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

  it('says before anything is typed that it is not linked to its parent', async () => {
    bench.drafts.prepareNew(newLead, { values: {}, problem: 'It is not linked.' });
    await bench.read(newLead);
    assert.deepEqual(bench.drafts.get(newLead)?.notes, [{ tone: 'warning', text: 'It is not linked.' }]);
  });

  it('is not taken for added after a restart while nobody knows', async () => {
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

  it('counts as sent when its mark cannot be read', async () => {
    const text = await bench.read(newLead);
    await bench.drafts.saveDocument(newLead, text);
    for (const key of bench.store.texts.keys()) if (key.includes('adding')) bench.store.texts.set(key, 'torn {');
    bench.restart();
    await bench.read(newLead);
    assert.equal(await bench.drafts.wasAdded(newLead), undefined);
    await failure(bench.drafts.saveDocument(newLead, text), 'refused', /may have been added already/);
  });

  it('is never sent again by itself when nobody knows what became of it, not even after a restart', async () => {
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

describe('a record that comes back with unsaved changes', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('is merged against what its text was made from', async () => {
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

  it('is saved to no other service than its own, also after a restart', async () => {
    const text = typed(await bench.read(one), { city: 'Pune' });
    await bench.drafts.keepBase(one);
    const other = await draftBench();
    await bench.moveTo(other.service.url);
    bench.restart();
    await bench.drafts.restore(one);
    await failure(
      bench.drafts.saveDocument(one, text),
      'refused',
      /it was made for .*, and the connection Test leads to/,
    );
    assert.deepEqual([bench.posts(), other.posts()], [[], []]);
    await bench.moveTo(bench.service.url);
    await bench.drafts.saveDocument(one, text);
    assert.deepEqual([bench.posts().length, other.posts()], [1, []]);
    await other.close();
  });

  it('is compared field by field when that was lost', async () => {
    const text = await bench.read(one);
    bench.restart();
    bench.change({ score: '9', modified: '2026-06-06' });
    assert.equal((await bench.drafts.restore(one)).base, undefined);
    const mine = typed(text, { city: 'Pune' });
    await failure(bench.drafts.saveDocument(one, mine), 'conflict', /not known what “City”, “Score” were before/);
    assert.deepEqual(bench.posts(), []);
    const chosen = await bench.drafts.choose(one, mine, 'leads.city', 'mine');
    await failure(bench.drafts.saveDocument(one, chosen), 'conflict', /it is not known what “Score” was before/);
    bench.change({ city: 'Delhi' });
    const again = typed(chosen, { city: 'Agra' });
    const both = /: “City” was changed meanwhile by Ada, .+, it is not known what “Score” was before\. Choose/;
    await failure(bench.drafts.saveDocument(one, again), 'conflict', both);
    bench.change({ city: 'Goa' });
    const decided = await bench.drafts.choose(one, chosen, 'leads.score', 'theirs');
    await bench.drafts.saveDocument(one, decided);
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Pune', '9']);
  });

  it('is shown as a new one when the record is gone', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    bench.restart();
    bench.records.delete('1');
    const { news, form } = await bench.drafts.restore(one);
    assert.deepEqual([news, form.operation], ['deleted', 'add']);
    await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })), 'notFound', /deleted meanwhile/);
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

  it('survives a store that holds rubbish', async () => {
    await bench.read(one);
    await bench.drafts.keepBase(one);
    for (const [key] of bench.store.texts) bench.store.texts.set(key, '{"base": 17}');
    bench.restart();
    assert.equal((await bench.drafts.restore(one)).base, undefined);
  });

  it('is forgotten once it is saved or reverted', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    assert.deepEqual(bench.keptOnDisk(), ['base']);
    await bench.drafts.drop(one, text);
    assert.deepEqual(bench.keptOnDisk(), []);
  });

  it('is merged with what was typed during a save, when the window ends before that is told', async () => {
    const saved = typed(await bench.read(one), { city: 'Pune' });
    await bench.drafts.keepBase(one);
    await bench.drafts.saveDocument(one, saved);
    for (const since of [typed(saved, { city: 'Pune-' }), saved.replace('}', '')]) await bench.drafts.drop(one, since);
    bench.restart();
    await bench.drafts.restore(one);
    await bench.drafts.saveDocument(one, typed(saved, { city: 'Pune-East' }));
    assert.equal(bench.records.get('1')?.['city'], 'Pune-East');
  });

  it('has its base on the disk before anyone may type, however many come at once', async () => {
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

  it('has its base tried again after the disk refused it', async () => {
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

describe('a file in a form', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => {
    bench = await draftBench();
    bench.elements = [...bench.elements, element('photo', { label: 'Photo', template: 'file' })];
  });
  afterEach(() => bench.close());

  const file = { name: 'a.txt', type: 'text/plain', bytes: new TextEncoder().encode('hello') };

  it('is kept until it is sent, also over a restart', async () => {
    const text = await bench.read(one);
    const { at, value } = await bench.drafts.attach(one, 'leads.photo', file);
    assert.deepEqual(at, ['photo']);
    const mine = typed(text, { photo: value });
    bench.restart();
    await bench.drafts.restore(one);
    await bench.drafts.saveDocument(one, mine);
    assert.equal(bench.posts()[0]?.['data[leads][photo]'], 'hello');
    await bench.drafts.drop(one, mine);
    assert.equal(bench.files.kept.size, 0);
  });

  it('has to be chosen again when it is not there any more', async () => {
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

describe('what the service will surely find', () => {
  it('is told before a save, and is not sent', async () => {
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

  it('is also a choice that is not offered, which the service may take all the same', async () => {
    const bench = await draftBench();
    bench.elements = [element('city', { label: 'City', template: 'select', options: { Goa: 'Goa', Pune: 'Pune' } })];
    const text = typed(await bench.read(lead('1')), { city: 'Atlantis' });
    const hint = { key: 'leads.city', text: 'City must be one of the values offered.' };
    assert.deepEqual(bench.drafts.hints(lead('1'), text), [hint]);
    assert.deepEqual(bench.drafts.hints(lead('1'), typed(text, { city: 'Pune' })), []);
    assert.deepEqual(bench.drafts.hints(lead('1'), typed(text, { city: null })), []);
    await bench.drafts.saveDocument(lead('1'), text);
    assert.equal(bench.posts().length, 1);
    await bench.close();
  });

  it('is told of each row, until it is corrected', async () => {
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

  it('is told once when the service has used the same words', async () => {
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

  it('is told of a new record for what was typed, and of all of it once someone tried to save it', async () => {
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
