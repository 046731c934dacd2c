import assert from 'node:assert/strict';
import { chosenFile } from '../../../../src/model/form/chosenFile.ts';
import { failure } from '../../../support/failure.ts';
import { pluck } from '../../../support/pluck.ts';
import { json } from '../../../support/scriptedService.ts';
import { element } from '../../service/documented/form/formAnswer.ts';
import { draftBench, type DraftBench, lead, typed, valuesOf } from './draftBench.ts';

describe('open record', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('reports edits it would refuse in advance, but not values that undo restores across a save', async () => {
    const text = await bench.drafts.readDocument(one);
    const [refused, ...others] = bench.drafts.refused(one, typed(text, { name: 'X', city: 'Pune' }));
    assert.deepEqual([refused?.at, others], [['name'], []]);
    assert.match(refused?.why ?? '', /“Name” is read-only for you/);
    bench.change({ modified: '2026-09-09 09:09' });
    await bench.drafts.readDocument(one);
    assert.deepEqual(bench.drafts.refused(one, text), []);
    assert.deepEqual(bench.drafts.refused(one, '{'), []);
  });

  it('is the one that the click has just read, and is read again when it is reloaded', async () => {
    await bench.forms.get(one.connection, one.controller, one.id);
    await bench.drafts.readDocument(one);
    assert.equal(bench.service.received.length, 1);
    bench.change({ city: 'Pune' });
    assert.equal(valuesOf(await bench.drafts.readDocument(one))['city'], 'Pune');
  });

  it('knows that the record was deleted in this window, even if the service does not report it', async () => {
    await bench.read(one);
    bench.drafts.deleted(one);
    assert.equal(bench.state().news, 'deleted');
    for (const said of ['Computer says no.', 'This lead does not exist any more.']) {
      bench.beside = { errors: [said] };
      await bench.drafts.refreshBase(one);
      assert.deepEqual([bench.state().news, bench.state().newsText], ['deleted', undefined]);
    }
    bench.beside = {};
    await bench.drafts.refreshBase(one);
    assert.equal(bench.state().news, 'none');
  });

  it('reports changes by others without touching the base', async () => {
    const text = await bench.read(one);
    await bench.drafts.refreshBase(one);
    assert.equal(bench.state().news, 'none');
    bench.change({ score: '3', modified: '2026-03-03 09:00' });
    await bench.drafts.refreshBase(one);
    assert.deepEqual(
      [bench.state().news, bench.state().newsText],
      ['changed', 'Lead 1 was changed on the service by Ada, 03/03/2026, 09:00:00 AM.'],
    );
    assert.deepEqual(bench.drafts.changed(one, text), []);
    bench.records.delete('1');
    await bench.drafts.refreshBase(one);
    assert.equal(bench.state().news, 'deleted');
  });

  it('does not report its own save if the check began before it', async () => {
    const text = await bench.read(one);
    const [read, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bench.onRead = () => {
      read.resolve();
      return answer.promise;
    };
    const looking = bench.drafts.refreshBase(one);
    await read.promise;
    bench.onRead = undefined;
    await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }));
    answer.resolve();
    await looking;
    assert.equal(bench.state().news, 'none');
  });

  it('stays open if it was reopened while closing', async () => {
    const text = await bench.read(one);
    const { delete: remove } = bench.store;
    const disk = Promise.withResolvers<void>();
    bench.store.delete = (key) => disk.promise.then(() => remove(key));
    const closing = bench.drafts.close(one);
    await bench.read(one);
    disk.resolve();
    await closing;
    assert.equal((await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }))).sent, true);
  });

  it('shows why it could not be read to every caller until it can be read, and nothing once closed', async () => {
    const changes: string[] = [];
    bench.drafts.onDidChange((address) => changes.push(address.kind === 'record' ? address.id : 'new'));
    bench.isLocked = true;
    await failure(bench.drafts.readDocument(one), 'notSignedIn', /token has expired/);
    assert.deepEqual([changes, bench.drafts.get(one)], [['1'], undefined]);
    assert.match(String(bench.drafts.failure(one)?.error), /token has expired/);
    bench.isLocked = false;
    await bench.read(one);
    assert.equal(bench.drafts.failure(one), undefined);
    bench.isLocked = true;
    await failure(bench.drafts.readDocument(one), 'notSignedIn', /token/);
    assert.deepEqual([bench.drafts.failures.length, bench.drafts.get(one) === undefined], [1, false]);
    bench.isLocked = false;
    await bench.drafts.refreshBase(one);
    assert.deepEqual(bench.drafts.failures, []);
    bench.isAway = true;
    await bench.drafts.readDocument(one);
    assert.match(String(bench.drafts.failure(one)?.error), /the connection was lost/, 'what is shown is from memory');
    await bench.drafts.close(one);
    assert.deepEqual(bench.drafts.failures, []);
  });

  it('restored unsaved from an unreachable service says so, and recovers when it is back', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    await bench.drafts.keepBase(one);
    bench.restart();
    bench.isAway = true;
    await failure(bench.drafts.restore(one), 'unreachable', /the connection was lost/);
    assert.equal(bench.drafts.failures.length, 1);
    bench.isAway = false;
    await bench.drafts.restore(one);
    assert.deepEqual(bench.drafts.failures, []);
    assert.equal((await bench.drafts.saveDocument(one, mine)).sent, true);
  });

  it('can be closed, reverted and saved even if the disk refuses deletes', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    bench.store.delete = () => Promise.reject(new Error('read-only file system'));
    await bench.drafts.discard(one, text);
    assert.equal((await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }))).sent, true);
    await bench.drafts.close(one);
    assert.equal(bench.drafts.get(one), undefined);
  });
});

describe('record whose form changes while it is open', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  /** Removes the field from the service. */
  function drop(name: string): void {
    bench.elements = bench.elements.filter(({ __name }) => __name !== `leads.${name}`);
    const { [name]: _, ...rest } = bench.records.get('1') ?? {};
    bench.records.set('1', rest);
  }

  it('explains a removed field with input and how to fix it, and sends nothing until then', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune', score: '7' });
    drop('city');
    await failure(
      bench.drafts.saveDocument(one, mine),
      'notAllowed',
      /“City” isn't a field of this record \(Lead\)\. Remove it to/,
    );
    assert.deepEqual(bench.posts(), []);
    assert.deepEqual(
      bench.drafts.problems(one, mine).map(({ text }) => text),
      ["“City” isn't a field of this record (Lead). Remove it to save the other fields."],
    );
    const rest = mine.replace(/^ {2}"city".*\n/m, '');
    assert.equal((await bench.drafts.saveDocument(one, rest)).sent, true);
    assert.equal(bench.posts()[0]?.['data[leads][score]'], '7');
  });

  it('saves the input when another field was removed', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    drop('score');
    assert.equal((await bench.drafts.saveDocument(one, mine)).sent, true);
    const settled = valuesOf(await bench.settle(one, mine, mine));
    assert.deepEqual([settled['city'], 'score' in settled], ['Pune', false]);
  });

  it('explains why a field became read-only', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    bench.elements = bench.elements.with(1, element('city', { label: 'City', permission: 4 }));
    await failure(bench.drafts.saveDocument(one, mine), 'notAllowed', /“City” is read-only for you/);
    assert.deepEqual([bench.posts(), bench.drafts.changed(one, mine).length], [[], 1]);
  });

  it('flags a cleared field that became required, and saves once it is filled in', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune', score: null });
    bench.beside = { notEmptyField: { score: 'Score must not be empty' } };
    await failure(bench.drafts.saveDocument(one, mine), 'refused', /Score must not be empty/);
    assert.deepEqual(bench.drafts.problems(one, mine), [{ key: 'leads.score', text: 'Score must not be empty' }]);
    assert.deepEqual(bench.posts(), []);
    assert.equal((await bench.drafts.saveDocument(one, typed(mine, { score: '5' }))).sent, true);
  });

  it('lets the service decide about a removed choice, and shows its error at the field', async () => {
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

  it('says that nothing is editable anymore, and keeps the input', async () => {
    const mine = typed(await bench.read(one), { city: 'Pune' });
    [bench.elements, bench.actions] = [[], []];
    await failure(bench.drafts.saveDocument(one, mine), 'notAllowed', /“City” is for information only/);
    assert.deepEqual([bench.posts(), bench.drafts.changed(one, mine).length], [[], 1]);
  });
});

const day = 86_400_000;

describe('abandoned drafts', () => {
  let bench: DraftBench;
  beforeEach(async () => {
    bench = await draftBench();
    bench.elements = [...bench.elements, element('photo', { label: 'Photo', template: 'file' })];
    bench.records.set('2', { name: 'Lead 2', city: 'Goa' });
  });
  afterEach(() => bench.close());

  /** Opens a document with unsaved changes and a file. */
  async function begin(id: string): Promise<void> {
    await bench.read(lead(id));
    await bench.drafts.keepBase(lead(id));
    const { value } = await bench.drafts.attach(lead(id), 'leads.photo', {
      name: `${id}.png`,
      type: 'image/png',
      bytes: new Uint8Array([Number(id)]),
    });
    assert.ok(chosenFile(value));
  }

  const age = (days: number): void => {
    for (const key of bench.store.texts.keys()) bench.store.times.set(key, Date.now() - days * day);
  };
  const stored = (): string[] => [...bench.store.texts.keys()].map((key) => /(\d)\./.exec(key)?.[1] ?? key);

  it('are deleted after 90 days, with their files', async () => {
    await begin('1');
    bench.restart();
    age(89);
    await bench.drafts.cleanUp();
    assert.deepEqual([stored(), bench.files.kept.size], [['1'], 1]);
    age(91);
    await bench.drafts.cleanUp();
    assert.deepEqual([stored(), bench.files.kept.size], [[], 0]);
  });

  it('are kept while their document is open, however old they are', async () => {
    await begin('1');
    bench.restart();
    await begin('2');
    age(91);
    const writes = bench.store.writes;
    await bench.drafts.cleanUp();
    assert.deepEqual([stored(), bench.files.kept.size, bench.store.writes], [['2'], 1, writes + 1]);
  });
});

describe('secrets of a record with unsaved changes', () => {
  let bench: DraftBench;
  beforeEach(async () => {
    bench = await draftBench();
    bench.elements = [
      ...bench.elements,
      element('login', { label: 'Login', template: 'password' }),
      element('api_token', { label: 'API token' }),
      element('keys', { label: 'Keys', template: 'textarea' }),
    ];
    bench.change({ api_token: 'tok-4711', login: '', keys: [{ id: '1', secret: 'row-0815' }] });
  });
  afterEach(() => bench.close());

  const stored = (): string => [...bench.store.texts.values()].join('\n');

  it('are not in its stored data, before and after a save', async () => {
    const text = typed(await bench.read(lead('1')), { login: 'hunter22', city: 'Pune' });
    await bench.drafts.keepBase(lead('1'));
    await bench.drafts.saveDocument(lead('1'), text);
    // the service stores a hash of a password
    bench.change({ login: '' });
    await bench.drafts.keepBase(lead('1'));
    assert.equal(bench.posts()[0]?.['data[leads][login]'], 'hunter22');
    assert.match(stored(), /Goa/);
    assert.doesNotMatch(stored(), /hunter22|tok-4711|row-0815/);
  });

  it('are not in the stored data of an interrupted save', async () => {
    const text = typed(await bench.read(lead('1')), { login: 'hunter22', city: 'Pune' });
    await bench.drafts.keepBase(lead('1'));
    bench.onSave = (_, response) => {
      response.destroy();
      return true;
    };
    await assert.rejects(bench.drafts.saveDocument(lead('1'), text), /find out whether/);
    assert.match(stored(), /Pune/);
    assert.doesNotMatch(stored(), /hunter22|tok-4711|row-0815/);
  });

  it('do not block a save after a restart if the record still has them', async () => {
    const text = typed(await bench.read(lead('1')), { city: 'Pune', login: 'hunter22' });
    await bench.drafts.keepBase(lead('1'));
    bench.restart();
    await bench.drafts.restore(lead('1'));
    assert.deepEqual(pluck(bench.drafts.changed(lead('1'), text), 'label'), ['City', 'Login']);
    await bench.drafts.saveDocument(lead('1'), text);
    const { city, login } = bench.records.get('1') ?? {};
    assert.deepEqual([city, login], ['Pune', 'hunter22']);
  });

  it('conflict after a restart if someone else changed them, and are never overwritten silently', async () => {
    const text = typed(await bench.read(lead('1')), { city: 'Pune' });
    await bench.drafts.keepBase(lead('1'));
    bench.restart();
    bench.change({ api_token: 'tok-new' });
    await bench.drafts.restore(lead('1'));
    await assert.rejects(bench.drafts.saveDocument(lead('1'), text));
    assert.deepEqual(pluck(bench.state().conflicts, 'label', 'mine', 'theirs'), [['API token', 'tok-4711', 'tok-new']]);
    assert.deepEqual([bench.posts(), valuesOf(text)['city']], [[], 'Pune']);
  });
});
