import assert from 'node:assert/strict';
import { StagedSaves } from '../../../../src/services/staging/stagedSaves.ts';
import { failure } from '../../../support/failure.ts';
import { json } from '../../../support/scriptedService.ts';
import { submit } from '../../service/documented/form/formAnswer.ts';
import { draftBench, type DraftBench, lead, typed, valuesOf } from './draftBench.ts';
import { pluck } from '../../../support/pluck.ts';

describe('saving an open record', () => {
  let bench: DraftBench;
  const one = lead('1');

  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('sends the changes and shows what the service stored', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    assert.deepEqual(pluck(bench.drafts.changed(one, mine), 'label', 'before', 'after'), [['City', 'Goa', 'Pune']]);
    assert.deepEqual(await bench.drafts.saveDocument(one, mine), { id: '1', sent: true });
    const settled = await bench.settle(one, mine, mine);
    assert.equal(valuesOf(settled)['city'], 'Pune');
    assert.equal(valuesOf(settled)['modified'], bench.records.get('1')?.['modified']);
    assert.deepEqual(bench.drafts.changed(one, settled), []);
    assert.deepEqual(bench.state().notes, [{ tone: 'info', text: 'Saved', isTransient: true }]);
    assert.deepEqual(bench.reported, [{ connection: 'test', controller: 'crm/leads', ids: ['1'] }]);
  });

  it('shows the service message of the read, and once that of the save', async () => {
    bench.beside = { message: ['Closed on Sundays.', 'Saved.'] };
    const texts = (): string[] => bench.state().notes.map(({ text }) => text);
    const text = await bench.read(one);
    assert.deepEqual(texts(), ['Closed on Sundays.', 'Saved.']);
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    await bench.settle(one, mine, mine);
    assert.deepEqual(texts(), ['Closed on Sundays.', 'Saved']);
    bench.beside = {};
    await bench.read(one);
    assert.deepEqual(texts(), ['Saved']);
  });

  it('reports success with the same word, whatever the service says', async () => {
    for (const [said, shown] of [
      [[], ['Saved']],
      [['✓ SAVED!'], ['Saved']],
      [
        ['Bo was told.', 'saved'],
        ['Saved', 'Bo was told.'],
      ],
    ] as const) {
      bench.onSave = (_, response, store) => {
        store();
        json(response, { errors: [], message: said });
        return true;
      };
      const mine = typed(await bench.read(one), { score: `${said.length + 5}` });
      await bench.drafts.saveDocument(one, mine);
      await bench.settle(one, mine, mine);
      assert.deepEqual(pluck(bench.state().notes, 'text'), shown);
    }
  });

  it('shows service messages next to errors, and not as another error', async () => {
    bench.onSave = (_, response) => {
      json(response, { errors: ['No.'], message: ['No.', 'Ask Bo.'] });
      return true;
    };
    const mine = typed(await bench.read(one), { city: 'Pune' });
    await assert.rejects(bench.drafts.saveDocument(one, mine), /: No\.$/);
    assert.deepEqual(bench.drafts.problems(one, mine), [{ text: 'No.', cause: 'refused' }]);
    assert.deepEqual(bench.drafts.notes(one, mine), [{ tone: 'info', text: 'Ask Bo.', cause: 'refused' }]);
    // both apply to what was sent
    const other = typed(mine, { city: 'Agra' });
    assert.deepEqual([...bench.drafts.problems(one, other), ...bench.drafts.notes(one, other)], []);
  });

  it('sends no request when nothing differs', async () => {
    const text = await bench.read(one);
    const asked = bench.service.received.length;
    assert.deepEqual(await bench.drafts.saveDocument(one, text.replaceAll('  ', '\t')), { id: '1', sent: false });
    assert.equal(bench.service.received.length, asked);
  });

  it('refuses a record that was never opened, a broken text and a read-only connection', async () => {
    await failure(bench.drafts.saveDocument(one, '{}'), 'notFound', /save record 1 of crm\/leads: it is not open/);
    const text = await bench.read(one);
    await failure(bench.drafts.saveDocument(one, text.replace('"Goa"', 'Goa')), 'unreadable', /Lead 1: .*line 5/);
    assert.equal(bench.state().problems.length, 1);
    await bench.setReadOnly();
    await failure(bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })), 'notAllowed', /is read-only/);
    assert.deepEqual(bench.posts(), []);
  });

  it('accepts an empty response as a save, and reads the result', async () => {
    const text = await bench.read(one);
    bench.onSave = (_, response, store) => {
      store();
      response.end();
      return true;
    };
    const mine = typed(text, { city: 'Pune' });
    assert.deepEqual(await bench.drafts.saveDocument(one, mine), { id: '1', sent: true });
    assert.equal(valuesOf(await bench.settle(one, mine, mine))['city'], 'Pune');
  });

  it('keeps input typed during the save', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    const settled = await bench.settle(one, mine, typed(mine, { score: '7' }));
    assert.deepEqual(pluck(bench.drafts.changed(one, settled), 'label'), ['Score']);
    const again = typed(mine, { city: 'Delhi' });
    await bench.drafts.saveDocument(one, again);
    assert.equal(bench.records.get('1')?.['city'], 'Delhi');
  });

  it('saves what undo restores across a save, without the old read-only values', async () => {
    const text = await bench.read(one);
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    await bench.settle(one, mine, mine);
    assert.notEqual(valuesOf(text)['modified'], bench.records.get('1')?.['modified']);
    await bench.drafts.saveDocument(one, text);
    assert.equal(bench.records.get('1')?.['city'], 'Goa');
    await bench.settle(one, text, text);
    await failure(
      bench.drafts.saveDocument(one, typed(text, { name: 'Ada' })),
      'notAllowed',
      /“Name” is read-only for you/,
    );
    assert.equal(bench.state().problems[0]?.key, 'leads.name');
  });

  it('flags what the service ignored', async () => {
    const text = await bench.read(one);
    bench.onSave = (_, response) => {
      json(response, { errors: [], message: [] });
      return true;
    };
    const mine = typed(text, { city: 'Pune' });
    await bench.drafts.saveDocument(one, mine);
    await bench.settle(one, mine, mine);
    assert.deepEqual(bench.state().notes, [
      { tone: 'warning', key: 'leads.city', text: '“City” was sent as “Pune”, but the service stored “Goa”.' },
    ]);
  });

  it('sends the pressed button, and never picks another automatically', async () => {
    const approve = submit('approve', 'Approve');
    bench.actions = [approve];
    const text = await bench.read(one);
    await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'notAllowed',
      /no button that just saves, only “Approve”\. Open it and use one of its buttons/,
    );
    const [pressed] = bench.state().form.submitActions;
    await bench.drafts.saveDocument(one, text, pressed);
    assert.equal(bench.posts()[0]?.['data[action][approve]'], 'Approve');
    bench.actions = [submit('save_progress', 'Save')];
    await failure(bench.drafts.saveDocument(one, text, pressed), 'notAllowed', /no longer has the button “Approve”/);
    assert.equal(bench.posts().length, 1);
  });

  it('never runs two saves of one record at once, even if one is from a table', async () => {
    let [running, max] = [0, 0];
    bench.onSave = (_, response, store) => {
      max = Math.max(max, ++running);
      setTimeout(() => {
        running--;
        json(response, { errors: [], id: store() });
      }, 30);
      return true;
    };
    const text = await bench.read(one);
    const staged = new StagedSaves(bench.writer, bench.changes, bench.references);
    await Promise.all([
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      staged.saveStaged(one, new Map([['1', new Map([['score', { from: '1', to: '8' }]])]]), bench.service.url),
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune', score: '8' })),
    ]);
    assert.equal(max, 1);
    assert.deepEqual([bench.records.get('1')?.['city'], bench.records.get('1')?.['score']], ['Pune', '8']);
  });

  it('waits for a write of the record by another window, and asks about the result', async () => {
    const text = await bench.read(one);
    const listener = bench.intents.leave([bench.service.url, 'crm/leads', '1'], Date.now());
    let waits = 0;
    bench.onWait = () => {
      waits += 1;
      if (waits !== 3) return;
      bench.change({ city: 'Agra' });
      listener();
    };
    await failure(
      bench.drafts.saveDocument(one, typed(text, { city: 'Pune' })),
      'conflict',
      /“City” was changed on the service/,
    );
    assert.deepEqual([waits, bench.posts()], [3, []]);
    await bench.drafts.choose(one, typed(text, { city: 'Pune' }), 'leads.city', 'mine');
    await bench.drafts.saveDocument(one, typed(text, { city: 'Pune' }));
    assert.deepEqual([bench.records.get('1')?.['city'], bench.posts().length, bench.intents.open], ['Pune', 1, []]);
  });

  it('works with any id', async () => {
    for (const id of ['a/b', `"q'`, '50%', 'x y', '🙂', '=new-1', '../1']) {
      bench.records.set(id, { name: `Lead ${id}`, city: 'Goa' });
      const mine = typed(await bench.read(lead(id)), { city: 'Pune' });
      await bench.drafts.keepBase(lead(id));
      await bench.drafts.saveDocument(lead(id), mine);
      assert.equal(bench.records.get(id)?.['city'], 'Pune', id);
      assert.deepEqual(bench.keptOnDisk(), ['base'], id);
      await bench.drafts.discard(lead(id), mine);
    }
    assert.deepEqual(bench.keptOnDisk(), []);
  });
});
