import assert from 'node:assert/strict';
import { element } from '../../service/documented/form/formAnswer.ts';
import { draftBench, type DraftBench, lead, typed, valuesOf } from './draftBench.ts';
import { pluck } from '../../../support/pluck.ts';

describe('the secrets of a record with unsaved changes', () => {
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

  it('are not in what is stored of it, before and after a save', async () => {
    const text = typed(await bench.read(lead('1')), { login: 'hunter22', city: 'Pune' });
    await bench.drafts.keepBase(lead('1'));
    await bench.drafts.saveDocument(lead('1'), text);
    // the service stores a digest of a password
    bench.change({ login: '' });
    await bench.drafts.keepBase(lead('1'));
    assert.equal(bench.posts()[0]?.['data[leads][login]'], 'hunter22');
    assert.match(stored(), /Goa/);
    assert.doesNotMatch(stored(), /hunter22|tok-4711|row-0815/);
  });

  it('are not in what is stored of a save that broke off', async () => {
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

  it('stand in the way of no save after a restart where the record still has them', async () => {
    const text = typed(await bench.read(lead('1')), { city: 'Pune', login: 'hunter22' });
    await bench.drafts.keepBase(lead('1'));
    bench.restart();
    await bench.drafts.restore(lead('1'));
    assert.deepEqual(pluck(bench.drafts.changed(lead('1'), text), 'label'), ['City', 'Login']);
    await bench.drafts.saveDocument(lead('1'), text);
    const { city, login } = bench.records.get('1') ?? {};
    assert.deepEqual([city, login], ['Pune', 'hunter22']);
  });

  it('are asked about after a restart where someone else changed them, and never overwritten silently', async () => {
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
