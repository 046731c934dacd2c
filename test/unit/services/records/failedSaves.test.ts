import assert from 'node:assert/strict';
import { draftBench, type DraftBench, lead, typed } from './draftBench.ts';
import { failure } from './failure.ts';

describe('a save that failed, or was not read again', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => {
    bench = await draftBench();
  });
  afterEach(() => bench.close());

  it('leaves to others what they changed, when it is not known what arrived', async () => {
    const text = await bench.drafts.read(one);
    bench.records.set('1', { ...bench.records.get('1'), score: '9' });
    bench.onSave = (_, response) => {
      response.destroy();
      return true;
    };
    await failure(bench.drafts.save(one, typed(text, { city: 'Pune' })), 'unreachable', /whether/);
    bench.onSave = undefined;
    await bench.drafts.save(one, typed(text, { city: 'Delhi' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Delhi', '9']);
  });

  it('takes what arrived for no one else’s change, though the next one got no answer either', async () => {
    const text = await bench.drafts.read(one);
    bench.onSave = (_, response, store) => {
      store();
      response.destroy();
      return true;
    };
    await failure(bench.drafts.save(one, typed(text, { city: 'Pune' })), 'unreachable', /whether/);
    bench.onSave = (_, response) => {
      response.destroy();
      return true;
    };
    await failure(bench.drafts.save(one, typed(text, { city: 'Delhi' })), 'unreachable', /whether/);
    bench.onSave = undefined;
    await bench.drafts.save(one, typed(text, { city: 'Delhi' }));
    assert.equal(bench.records.get('1')?.['city'], 'Delhi');
  });

  it('says in the form, too, why nothing could be sent', async () => {
    const text = await bench.drafts.read(one);
    bench.isLocked = true;
    const error = await failure(
      bench.drafts.save(one, typed(text, { city: 'Pune' })),
      'notSignedIn',
      /Set a new token/,
    );
    assert.deepEqual(bench.drafts.get(one)?.problems, [{ text: error.message }]);
  });

  it('does not take back what others changed, when more is typed into the old text', async () => {
    const text = await bench.drafts.read(one);
    bench.records.set('1', { ...bench.records.get('1'), score: '9' });
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.save(one, mine);
    await bench.drafts.save(one, typed(mine, { city: 'Delhi' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Delhi', '9']);
  });
});
