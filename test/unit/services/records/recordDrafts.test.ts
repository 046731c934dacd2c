import assert from 'node:assert/strict';
import { StagedSaves } from '../../../../src/services/stagedSaves.ts';
import { json } from '../../../support/scriptedService.ts';
import { submit } from '../../api/form/formAnswer.ts';
import { draftBench, type DraftBench, lead, typed, valuesOf } from './draftBench.ts';
import { failure } from './failure.ts';

describe('saving an open record', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => {
    bench = await draftBench();
  });
  afterEach(() => bench.close());

  const change = (values: Record<string, string | null>): void => {
    bench.records.set('1', { ...bench.records.get('1'), ...values });
  };
  const state = (): NonNullable<ReturnType<DraftBench['drafts']['get']>> => {
    const found = bench.drafts.get(one);
    assert.ok(found);
    return found;
  };

  it('sends what was changed, and shows what the service stored', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    assert.deepEqual(
      bench.drafts.changed(one, mine).map(({ label, before, after }) => [label, before, after]),
      [['City', 'Goa', 'Pune']],
    );
    assert.deepEqual(await bench.drafts.save(one, mine), { id: '1', sent: true });
    const settled = await bench.settle(one, mine, mine);
    assert.equal(valuesOf(settled)['city'], 'Pune');
    assert.equal(valuesOf(settled)['modified'], bench.records.get('1')?.['modified']);
    assert.deepEqual(bench.drafts.changed(one, settled), []);
    assert.deepEqual(state().notes, [{ tone: 'info', text: 'Saved.' }]);
    assert.deepEqual(bench.told, [{ connection: 'test', controller: 'crm/leads', ids: ['1'] }]);
  });

  it('is told before it is tried what it would not take, but not what undo brings back over a save', async () => {
    const text = await bench.drafts.read(one);
    const [refused, ...others] = bench.drafts.refused(one, typed(text, { name: 'X', city: 'Pune' }));
    assert.deepEqual([refused?.at, others], [['name'], []]);
    assert.match(refused?.why ?? '', /“Name” is read-only/);
    change({ modified: '2026-09-09 09:09' });
    await bench.drafts.read(one);
    assert.deepEqual(bench.drafts.refused(one, text), []);
    assert.deepEqual(bench.drafts.refused(one, '{'), []);
  });

  it('asks nobody when nothing differs', async () => {
    const text = await bench.read(one);
    const asked = bench.service.received.length;
    assert.deepEqual(await bench.drafts.save(one, text.replaceAll('  ', '\t')), { id: '1', sent: false });
    assert.equal(bench.service.received.length, asked);
  });

  it('refuses a record that was never opened, a broken text, and a read-only connection', async () => {
    await failure(bench.drafts.save(one, '{}'), 'notFound', /save record 1 of crm\/leads: it is not open/);
    const text = await bench.read(one);
    await failure(bench.drafts.save(one, text.replace('"Goa"', 'Goa')), 'unreadable', /Lead 1: .*line 5/);
    assert.equal(state().problems.length, 1);
    await bench.setReadOnly();
    await failure(bench.drafts.save(one, typed(text, { city: 'Pune' })), 'notAllowed', /is read-only/);
    assert.deepEqual(bench.posts(), []);
  });

  it('merges what others changed, and tells it', async () => {
    const text = await bench.read(one);
    change({ score: '9', modified: '2026-05-05 11:11' });
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.save(one, mine);
    assert.equal(bench.posts()[0]?.['data[leads][score]'], '9');
    const settled = await bench.settle(one, mine, mine);
    assert.deepEqual([valuesOf(settled)['city'], valuesOf(settled)['score']], ['Pune', '9']);
    const told = state().notes.map((note) => note.text);
    assert.ok(told.includes('“Score” was changed meanwhile by Ada, 2026-05-05 11:11: it is now “9”.'), told.join());
  });

  it('sends nothing before a conflict is chosen, whichever way', async () => {
    for (const [choice, stands] of [
      ['mine', 'Pune'],
      ['theirs', 'Agra'],
      ['original', 'Goa'],
    ] as const) {
      change({ city: 'Goa' });
      const text = await bench.read(one);
      change({ city: 'Agra' });
      const mine = typed(text, { city: 'Pune', score: '5' });
      const before = bench.posts().length;
      await failure(bench.drafts.save(one, mine), 'conflict', /save Lead 1: “City” was changed meanwhile by Ada/);
      const [conflict] = state().conflicts;
      assert.ok(conflict);
      assert.equal(bench.posts().length, before);
      const chosen = await bench.drafts.choose(one, mine, conflict.key, choice);
      assert.deepEqual([valuesOf(chosen)['city'], valuesOf(chosen)['score']], [stands, '5']);
      assert.deepEqual(state().conflicts, []);
      await bench.drafts.save(one, chosen);
      assert.equal(bench.records.get('1')?.['city'], stands);
    }
  });

  it('asks again when the value changes once more after the choice', async () => {
    const text = await bench.read(one);
    change({ city: 'Agra' });
    const mine = typed(text, { city: 'Pune' });
    await failure(bench.drafts.save(one, mine), 'conflict', /City/);
    const chosen = await bench.drafts.choose(one, mine, state().conflicts[0]?.key ?? '', 'mine');
    change({ city: 'Delhi' });
    await failure(bench.drafts.save(one, chosen), 'conflict', /City/);
    assert.deepEqual([state().conflicts[0]?.original, state().conflicts[0]?.theirs], ['Agra', 'Delhi']);
  });

  it('says that a record was deleted meanwhile', async () => {
    const text = await bench.read(one);
    bench.beside = { is_record_deleted: true };
    await failure(
      bench.drafts.save(one, typed(text, { city: 'Pune' })),
      'notFound',
      /Lead 1: it was deleted meanwhile/,
    );
    assert.equal(state().news, 'deleted');
    bench.beside = { errors: ['This lead does not exist any more.'] };
    await failure(bench.drafts.save(one, typed(text, { city: 'Pune' })), 'notFound', /it was deleted meanwhile/);
    bench.beside = {};
    bench.records.delete('1');
    await failure(bench.drafts.save(one, typed(text, { city: 'Pune' })), 'notFound', /it was deleted meanwhile/);
    assert.deepEqual(bench.posts(), []);
  });

  it('is told that a record was deleted here, even by a service that will not say so itself', async () => {
    await bench.read(one);
    bench.drafts.deleted(one);
    assert.equal(state().news, 'deleted');
    for (const said of ['Computer says no.', 'This lead does not exist any more.']) {
      bench.beside = { errors: [said] };
      await bench.drafts.look(one);
      assert.deepEqual([state().news, state().newsText], ['deleted', undefined]);
    }
    bench.beside = {};
    await bench.drafts.look(one);
    assert.equal(state().news, 'none');
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
        bench.drafts.save(one, typed(text, { city: 'Pune' })),
        'refused',
        /Lead 1: This city is not served/,
      );
      assert.deepEqual(state().problems, [
        { text: 'This city is not served.', key: 'leads.city' },
        { text: 'Try it on Monday.' },
      ]);
      assert.deepEqual(bench.told, []);
    }
    bench.onSave = undefined;
    await bench.drafts.save(one, typed(text, { city: 'Pune' }));
    assert.deepEqual(state().problems, []);
  });

  it('takes an empty answer for a save, and reads what came of it', async () => {
    const text = await bench.read(one);
    bench.onSave = (_, response, store) => {
      store();
      response.end();
      return true;
    };
    const mine = typed(text, { city: 'Pune' });
    assert.deepEqual(await bench.drafts.save(one, mine), { id: '1', sent: true });
    assert.equal(valuesOf(await bench.settle(one, mine, mine))['city'], 'Pune');
  });

  it('does not send twice what may have arrived', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    bench.onSave = (_, response, store) => {
      store();
      response.destroy();
      return true;
    };
    const error = await failure(bench.drafts.save(one, mine), 'unreachable', /whether Lead 1 was saved.*Save again/);
    assert.equal(error.effect, 'unknown');
    assert.equal(bench.told.length, 1);
    bench.onSave = undefined;
    assert.deepEqual(await bench.drafts.save(one, mine), { id: '1', sent: false });
    assert.equal(bench.posts().length, 1);
  });

  it('takes what arrived for no one else’s change, when it is changed again or back', async () => {
    for (const city of ['Delhi', 'Goa']) {
      change({ city: 'Goa' });
      const text = await bench.read(one);
      bench.onSave = (_, response, store) => {
        store();
        response.destroy();
        return true;
      };
      await failure(bench.drafts.save(one, typed(text, { city: 'Pune' })), 'unreachable', /whether/);
      bench.onSave = undefined;
      await bench.drafts.save(one, typed(text, { city }));
      assert.equal(bench.records.get('1')?.['city'], city);
    }
  });

  it('overwrites nothing that others changed, though its document goes on with the old text', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.save(one, mine);
    change({ score: '77' });
    // read again, but never shown: someone was typing
    await bench.drafts.settle(one, mine, mine);
    await bench.drafts.read(one);
    await bench.drafts.save(one, typed(mine, { city: 'Delhi' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Delhi', '77']);
  });

  it('keeps what was typed during the save', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.save(one, mine);
    const settled = await bench.settle(one, mine, typed(mine, { score: '7' }));
    assert.deepEqual(
      bench.drafts.changed(one, settled).map(({ label }) => label),
      ['Score'],
    );
    const again = typed(mine, { city: 'Delhi' });
    await bench.drafts.save(one, again);
    assert.equal(bench.records.get('1')?.['city'], 'Delhi');
  });

  it('saves what undo brings back across a save, without the old read-only values', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.save(one, mine);
    await bench.settle(one, mine, mine);
    assert.notEqual(valuesOf(text)['modified'], bench.records.get('1')?.['modified']);
    await bench.drafts.save(one, text);
    assert.equal(bench.records.get('1')?.['city'], 'Goa');
    await bench.settle(one, text, text);
    await failure(bench.drafts.save(one, typed(text, { name: 'Ada' })), 'notAllowed', /“Name” is read-only/);
    assert.equal(state().problems[0]?.key, 'leads.name');
  });

  it('points out what the service ignored', async () => {
    const text = await bench.read(one);
    bench.onSave = (_, response) => {
      json(response, { errors: [], message: [] });
      return true;
    };
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.save(one, mine);
    await bench.settle(one, mine, mine);
    assert.deepEqual(state().notes, [
      { tone: 'warning', key: 'leads.city', text: '“City” was sent as “Pune”, the service has “Goa”.' },
    ]);
  });

  it('sends the button that was pressed, and never another by itself', async () => {
    const approve = submit('approve', 'Approve');
    bench.actions = [approve];
    const text = await bench.read(one);
    await failure(
      bench.drafts.save(one, typed(text, { city: 'Pune' })),
      'notAllowed',
      /Press one of the form's own buttons/,
    );
    const [pressed] = state().form.submitActions;
    await bench.drafts.save(one, text, pressed);
    assert.equal(bench.posts()[0]?.['data[action][approve]'], 'Approve');
    bench.actions = [submit('save_progress', 'Save')];
    await failure(bench.drafts.save(one, text, pressed), 'notAllowed', /does not offer “Approve” any more/);
    assert.equal(bench.posts().length, 1);
  });

  it('never runs two saves of one record at once, be one of them from a table', async () => {
    let [running, most] = [0, 0];
    bench.onSave = (_, response, store) => {
      most = Math.max(most, ++running);
      setTimeout(() => {
        running--;
        json(response, { errors: [], id: store() });
      }, 30);
      return true;
    };
    const text = await bench.read(one);
    const staged = new StagedSaves(bench.guard, bench.changes, bench.queue);
    await Promise.all([
      bench.drafts.save(one, typed(text, { city: 'Pune' })),
      staged.save('test', one.controller, new Map([['1', new Map([['score', { from: '1', to: '8' }]])]])),
      bench.drafts.save(one, typed(text, { city: 'Pune', score: '8' })),
    ]);
    assert.equal(most, 1);
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Pune', '8']);
  });

  it('tells news without touching the base', async () => {
    const text = await bench.read(one);
    await bench.drafts.look(one);
    assert.equal(state().news, 'none');
    change({ score: '3', modified: '2026-03-03 09:00' });
    await bench.drafts.look(one);
    assert.deepEqual(
      [state().news, state().newsText],
      ['changed', 'Lead 1 was changed meanwhile by Ada, 2026-03-03 09:00.'],
    );
    assert.deepEqual(bench.drafts.changed(one, text), []);
    bench.records.delete('1');
    await bench.drafts.look(one);
    assert.equal(state().news, 'deleted');
  });

  it('tells no news of its own save, when the look at the record began before it', async () => {
    const text = await bench.read(one);
    const [read, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bench.onRead = () => {
      read.resolve();
      return answer.promise;
    };
    const looking = bench.drafts.look(one);
    await read.promise;
    bench.onRead = undefined;
    await bench.drafts.save(one, typed(text, { city: 'Pune' }));
    answer.resolve();
    await looking;
    assert.equal(state().news, 'none');
  });

  it('is there when it was opened again while it was being closed', async () => {
    const text = await bench.read(one);
    const { delete: remove } = bench.store;
    const disk = Promise.withResolvers<void>();
    bench.store.delete = (key) => disk.promise.then(() => remove(key));
    const closing = bench.drafts.close(one);
    await bench.read(one);
    disk.resolve();
    await closing;
    assert.equal((await bench.drafts.save(one, typed(text, { city: 'Pune' }))).sent, true);
  });

  it('is closed, reverted and saved though the disk takes nothing away any more', async () => {
    const text = await bench.read(one);
    await bench.drafts.keepBase(one);
    bench.store.delete = () => Promise.reject(new Error('read-only file system'));
    await bench.drafts.drop(one);
    assert.equal((await bench.drafts.save(one, typed(text, { city: 'Pune' }))).sent, true);
    await bench.drafts.close(one);
    assert.equal(bench.drafts.get(one), undefined);
  });

  it('works with any id', async () => {
    for (const id of ['a/b', `"q'`, '50%', 'x y', '🙂', '=new-1', '../1']) {
      bench.records.set(id, { name: `Lead ${id}`, city: 'Goa' });
      const mine = typed(await bench.read(lead(id)), { city: 'Pune' });
      await bench.drafts.keepBase(lead(id));
      await bench.drafts.save(lead(id), mine);
      assert.equal(bench.records.get(id)?.['city'], 'Pune', id);
      assert.deepEqual(bench.keptOnDisk(), ['base'], id);
      await bench.drafts.drop(lead(id));
    }
    assert.deepEqual(bench.keptOnDisk(), []);
  });
});
