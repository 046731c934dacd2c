import assert from 'node:assert/strict';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { failure } from '../../../support/failure.ts';
import { pluck } from '../../../support/pluck.ts';
import { json } from '../../../support/scriptedService.ts';
import { draftBench, type DraftBench, lead, typed, valuesOf } from './draftBench.ts';

describe('saving a record that others change', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('merges changes by others and reports them', async () => {
    const text = await bench.read(one);
    bench.change({ score: '9', modified: '2026-05-05 11:11' });
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    assert.equal(bench.posts()[0]?.['data[leads][score]'], '9');
    const settled = await bench.settle(one, mine, mine);
    assert.deepEqual([valuesOf(settled)['city'], valuesOf(settled)['score']], ['Pune', '9']);
    const reported = bench.state().notes.map((note) => note.text);
    assert.ok(
      reported.includes('“Score” was changed on the service by Ada, 05/05/2026, 11:11:00 AM: it is now “9”.'),
      reported.join(),
    );
  });

  it('keeps later input for its original service when the connection now points elsewhere', async () => {
    const other = await draftBench();
    try {
      const mine = typed(await bench.read(one), { city: 'Pune' });
      await bench.drafts.saveDocument(one, mine);
      await bench.moveTo(other.service.url);
      const since = typed(mine, { score: '9' });
      const settled = await bench.settle(one, mine, since);
      assert.equal(settled, since);
      await failure(
        bench.drafts.saveDocument(one, settled),
        'refused',
        /it was created for .*, but the connection Test now points to/,
      );
      assert.equal(other.posts().length, 0);
      await bench.moveTo(bench.service.url);
      await bench.drafts.saveDocument(one, settled);
      assert.equal(bench.records.get('1')?.['score'], '9');
    } finally {
      await other.close();
    }
  });

  it('clears a field that holds the marker for empty only when confirmed', async () => {
    bench.change({ city: 'null' });
    const mine = typed(await bench.read(one), { score: '9' });
    await failure(
      bench.drafts.saveDocument(one, mine),
      'refused',
      /^Could not save Lead 1: “City” contains the text “null”, which this connection sends for empty fields, so it would be cleared\./,
    );
    assert.deepEqual(pluck(bench.state().problems, 'key', 'text'), [
      ['leads.city', '“City” contains the text “null”, so saving would clear it.'],
    ]);
    assert.equal(bench.posts().length, 0);
    bench.confirmClear = async ({ labels }) => {
      assert.equal(labels, '“City”, “Score”');
      return false;
    };
    await failure(bench.drafts.saveDocument(one, typed(mine, { score: 'null' })), 'refused', /“City”, “Score” contain/);
    assert.equal(bench.posts().length, 0);
    // another user corrects it while the prompt is open
    bench.confirmClear = async () => {
      bench.change({ city: 'Agra' });
      return true;
    };
    await bench.drafts.saveDocument(one, mine);
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Agra', '9']);
    bench.change({ city: 'null' });
    const again = typed(await bench.read(one), { score: '10' });
    bench.confirmClear = async () => true;
    await bench.drafts.saveDocument(one, again);
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], [null, '10']);
  });

  it('sends nothing until a conflict is resolved, whichever way', async () => {
    for (const [choice, stands] of [
      ['mine', 'Pune'],
      ['theirs', 'Agra'],
      ['original', 'Goa'],
    ] as const) {
      bench.change({ city: 'Goa' });
      const text = await bench.read(one);
      bench.change({ city: 'Agra' });
      const mine = typed(text, { city: 'Pune', score: '5' });
      const before = bench.posts().length;
      await failure(
        bench.drafts.saveDocument(one, mine),
        'conflict',
        /save Lead 1: “City” was changed on the service by Ada/,
      );
      const [conflict] = bench.state().conflicts;
      assert.ok(conflict);
      assert.equal(bench.posts().length, before);
      const chosen = await bench.drafts.choose(one, mine, conflict.key, choice);
      assert.deepEqual([valuesOf(chosen)['city'], valuesOf(chosen)['score']], [stands, '5']);
      assert.deepEqual(bench.state().conflicts, []);
      await bench.drafts.saveDocument(one, chosen);
      assert.equal(bench.records.get('1')?.['city'], stands);
    }
  });

  it('overwrites others with restored values only after a choice', async () => {
    const entry = { fields: [], before: { city: 'Goa', score: '3' }, after: { city: 'Pune', score: '5' } };
    for (const [choice, stands] of [
      ['mine', 'Goa'],
      ['theirs', 'Agra'],
    ] as const) {
      bench.change({ city: 'Agra', score: '5' });
      const text = await bench.read(one);
      const before = bench.posts().length;
      const { changes } = await bench.drafts.restoreValues(one, entry);
      const restored = withValues(text, changes);
      assert.deepEqual(pluck(bench.state().conflicts, 'label', 'original', 'mine', 'theirs'), [
        ['City', 'Pune', 'Goa', 'Agra'],
      ]);
      await failure(
        bench.drafts.saveDocument(one, restored),
        'conflict',
        /save Lead 1: “City” was changed on the service/,
      );
      assert.equal(bench.posts().length, before);
      const chosen = await bench.drafts.choose(one, restored, bench.state().conflicts[0]?.key ?? '', choice);
      await bench.drafts.saveDocument(one, chosen);
      assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], [stands, '3']);
      await bench.settle(one, chosen, chosen);
    }
  });

  it('asks again when the value changes again after the choice', async () => {
    const text = await bench.read(one);
    bench.change({ city: 'Agra' });
    const mine = typed(text, { city: 'Pune' });
    await failure(bench.drafts.saveDocument(one, mine), 'conflict', /City/);
    const chosen = await bench.drafts.choose(one, mine, bench.state().conflicts[0]?.key ?? '', 'mine');
    bench.change({ city: 'Delhi' });
    await failure(bench.drafts.saveDocument(one, chosen), 'conflict', /City/);
    assert.deepEqual([bench.state().conflicts[0]?.original, bench.state().conflicts[0]?.theirs], ['Agra', 'Delhi']);
  });

  it('overwrites no changes by others, even if its document still has the old text', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    bench.change({ score: '77' });
    // reloaded, but never shown because the user was typing
    await bench.drafts.settle(one, mine, mine);
    await bench.drafts.readDocument(one);
    await bench.drafts.saveDocument(one, typed(mine, { city: 'Delhi' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Delhi', '77']);
  });

  it('reports that the record was deleted by someone else', async () => {
    const text = await bench.read(one);
    bench.beside = { is_record_deleted: true };
    await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'notFound',
      /Lead 1: it was deleted on the service/,
    );
    assert.equal(bench.state().news, 'deleted');
    bench.beside = { errors: ['This lead does not exist any more.'] };
    await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'notFound',
      /it was deleted on the service/,
    );
    bench.beside = {};
    bench.records.delete('1');
    await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'notFound',
      /it was deleted on the service/,
    );
    assert.deepEqual(bench.posts(), []);
  });
});

describe('save that failed or was not read back', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('keeps changes by others when it is unknown what arrived', async () => {
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

  it('recognizes its own change that arrived, even if the next save got no response either', async () => {
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

  it('also shows in the form why nothing could be sent', async () => {
    const text = await bench.drafts.readDocument(one);
    bench.isLocked = true;
    const error = await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'notSignedIn',
      /Set a new token/,
    );
    assert.deepEqual(bench.drafts.get(one)?.problems, [{ text: error.message, cause: 'token' }]);
  });

  it('keeps changes by others when more is typed into the old text', async () => {
    const text = await bench.drafts.readDocument(one);
    bench.change({ score: '9' });
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    await bench.drafts.saveDocument(one, typed(mine, { city: 'Delhi' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Delhi', '9']);
  });

  it('shows the reasons of a refusal at their fields, whatever its status', async () => {
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
      // each applies to what was sent: the one about the city disappears when the city changes, the other with any
      // change
      const said = (more: JsonObject): string[] =>
        bench.drafts.problems(one, typed(text, { city: 'Pune', ...more })).map((problem) => problem.text);
      assert.deepEqual(said({}), ['This city is not served.', 'Try it on Monday.']);
      assert.deepEqual(said({ score: '2' }), ['This city is not served.']);
      assert.deepEqual(said({ city: 'Agra' }), []);
      assert.deepEqual(bench.reported, []);
    }
    bench.onSave = undefined;
    await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }));
    assert.deepEqual(bench.state().problems, []);
  });

  it('does not resend what may have arrived', async () => {
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
    assert.equal(bench.reported.length, 1);
    bench.onSave = undefined;
    assert.deepEqual(await bench.drafts.saveDocument(one, mine), { id: '1', sent: false });
    assert.equal(bench.posts().length, 1);
  });

  it('recognizes its own change that arrived when it is changed again or back', async () => {
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
