import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/model/json.ts';
import { json } from '../../../support/scriptedService.ts';
import { draftBench, type DraftBench, lead, typed } from './draftBench.ts';
import { failure } from '../../../support/failure.ts';

describe('a save that failed, or was not read again', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('leaves to others what they changed, when it is not known what arrived', async () => {
    const text = await bench.drafts.readDocument(one);
    bench.change({ score: '9' });
    bench.onSave = (_, response) => {
      response.destroy();
      return true;
    };
    await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })), 'unreachable', /whether/);
    bench.onSave = undefined;
    await bench.drafts.saveDocument(one, typed(text, { city: 'Delhi' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Delhi', '9']);
  });

  it('takes what arrived for no one else’s change, though the next one got no answer either', async () => {
    const text = await bench.drafts.readDocument(one);
    bench.onSave = (_, response, store) => {
      store();
      response.destroy();
      return true;
    };
    await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })), 'unreachable', /whether/);
    bench.onSave = (_, response) => {
      response.destroy();
      return true;
    };
    await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Delhi' })), 'unreachable', /whether/);
    bench.onSave = undefined;
    await bench.drafts.saveDocument(one, typed(text, { city: 'Delhi' }));
    assert.equal(bench.records.get('1')?.['city'], 'Delhi');
  });

  it('says in the form, too, why nothing could be sent', async () => {
    const text = await bench.drafts.readDocument(one);
    bench.isLocked = true;
    const error = await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'notSignedIn',
      /Set a new token/,
    );
    assert.deepEqual(bench.drafts.get(one)?.problems, [{ text: error.message, cause: 'token' }]);
  });

  it('does not take back what others changed, when more is typed into the old text', async () => {
    const text = await bench.drafts.readDocument(one);
    bench.change({ score: '9' });
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    await bench.drafts.saveDocument(one, typed(mine, { city: 'Delhi' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Delhi', '9']);
  });

  it('puts the reasons of a refusal at their fields, whatever status it has', async () => {
    const text = await bench.read(one);
    const errors = [{ message: 'This city is not served.', name: ['leads', 'city'] }, 'Try it on Monday.'];
    for (const status of [200, 422]) {
      bench.onSave = (_, response) => {
        json(response, { errors }, status);
        return true;
      };
      await failure(
        bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
        'refused',
        /Lead 1: This city is not served/,
      );
      assert.deepEqual(bench.state().problems, [
        { text: 'This city is not served.', key: 'leads.city', cause: 'refused' },
        { text: 'Try it on Monday.', cause: 'refused' },
      ]);
      // each is about what was sent: the one about the city goes with it, the other with any change
      const said = (more: JsonObject): string[] =>
        bench.drafts.problems(one, typed(text, { city: 'Pune', ...more })).map((problem) => problem.text);
      assert.deepEqual(said({}), ['This city is not served.', 'Try it on Monday.']);
      assert.deepEqual(said({ score: '2' }), ['This city is not served.']);
      assert.deepEqual(said({ city: 'Agra' }), []);
      assert.deepEqual(bench.told, []);
    }
    bench.onSave = undefined;
    await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }));
    assert.deepEqual(bench.state().problems, []);
  });

  it('does not send twice what may have arrived', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    bench.onSave = (_, response, store) => {
      store();
      response.destroy();
      return true;
    };
    const error = await failure(
      bench.drafts.saveDocument(one, mine),
      'unreachable',
      /whether Lead 1 was saved.*Save again/,
    );
    assert.equal(error.effect, 'unknown');
    assert.equal(bench.told.length, 1);
    bench.onSave = undefined;
    assert.deepEqual(await bench.drafts.saveDocument(one, mine), { id: '1', sent: false });
    assert.equal(bench.posts().length, 1);
  });

  it('takes what arrived for no one else’s change, when it is changed again or back', async () => {
    for (const city of ['Delhi', 'Goa']) {
      bench.change({ city: 'Goa' });
      const text = await bench.read(one);
      bench.onSave = (_, response, store) => {
        store();
        response.destroy();
        return true;
      };
      await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })), 'unreachable', /whether/);
      bench.onSave = undefined;
      await bench.drafts.saveDocument(one, typed(text, { city }));
      assert.equal(bench.records.get('1')?.['city'], city);
    }
  });
});
