import assert from 'node:assert/strict';
import { storedOtherwise } from '../../../../src/services/records/saveDraft.ts';
import {
  chosenValues,
  type ConflictChoice,
  withTheirs,
  mergeRecord,
  type RecordMerge,
  typedSince,
} from '../../../../src/model/draft/recordMerge.ts';
import { changedUnits } from '../../../../src/model/draft/changeUnits.ts';
import { lastChangedBy, headingFacts } from '../../../../src/model/form/headingFacts.ts';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import { answer, element, read, submit } from '../../service/documented/form/formAnswer.ts';
import { pluck } from '../../../support/pluck.ts';

const save = submit('save_progress', 'Save');
const city = element('city', { label: 'City' });
const score = element('score', { label: 'Score', template: 'number' });
const modified = element('modified', { label: 'Modified', permission: 4 });
const owner = element('owned_by', { label: 'Owner', template: 'reference' });
const zip = { name: ['leads', 'addresses', 'zip'], label: 'Zip' };
const street = { name: ['leads', 'addresses', 'street'], label: 'Street', permission: 4 };

function formOf(record: JsonObject, elements: JsonObject[], operation: FormOperation = 'edit'): RecordForm {
  return read(answer(record, { permission: 2, elements: [...elements, save] }), operation);
}

interface Sides {
  readonly elements: JsonObject[];
  readonly base?: JsonObject;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
  readonly earlier?: JsonObject[];
}

function merge({ elements, base, mine, theirs, earlier = [] }: Sides, operation?: FormOperation): RecordMerge {
  const id = { id: '17' };
  return mergeRecord(
    formOf(theirs, elements, operation),
    { values: base && { ...id, ...base }, earlier },
    { ...id, ...mine },
  );
}

const labels = (changes: readonly { label: string }[]): string[] => changes.map(({ label }) => label);

describe('record merge', () => {
  it('sends my changes, accepts theirs, and reports them', () => {
    const merged = merge({
      elements: [city, score],
      base: { city: 'Goa', score: '1' },
      mine: { city: 'Pune', score: '1' },
      theirs: { city: 'Goa', score: '2' },
    });
    assert.deepEqual(merged.toSend, { city: 'Pune' });
    assert.deepEqual(merged.merged, { id: '17', city: 'Pune', score: '2' });
    assert.deepEqual([labels(merged.mine), labels(merged.theirs)], [['City'], ['Score']]);
    assert.deepEqual([merged.conflicts, merged.refused], [[], []]);
  });

  it('reports a conflict where both changed a field, and does not send it', () => {
    const { conflicts, toSend } = merge({
      elements: [city],
      base: { city: 'Goa' },
      mine: { city: 'Pune' },
      theirs: { city: 'Agra' },
    });
    assert.deepEqual(toSend, {});
    const [conflict] = conflicts;
    assert.ok(conflict);
    assert.deepEqual(
      [conflict.key, conflict.original, conflict.mine, conflict.theirs],
      ['leads.city', 'Goa', 'Pune', 'Agra'],
    );
  });

  it('reports nothing where both made the same change, or undo restored the old value', () => {
    for (const mine of ['Agra', 'Goa']) {
      const both = merge({ elements: [city], base: { city: 'Goa' }, mine: { city: mine }, theirs: { city: 'Agra' } });
      assert.deepEqual([both.toSend, both.conflicts, both.refused], [{}, [], []]);
    }
  });

  it('treats null, nothing and an empty list as equal, and 12.5 as 12.50 in a number field', () => {
    const same = merge({
      elements: [city, score, element('tags')],
      base: { city: null, score: '12.50', tags: [] },
      mine: { score: 12.5 },
      theirs: { score: '12.50', tags: [] },
    });
    assert.deepEqual([same.toSend, same.conflicts, same.refused], [{}, [], []]);
    const text = merge({ elements: [city], base: { city: '1.0' }, mine: { city: '1.00' }, theirs: { city: '1.0' } });
    assert.deepEqual(text.toSend, { city: '1.00' });
  });

  it('sends no change between null and an empty text, which a request cannot express', () => {
    for (const [before, after] of [
      [null, ''],
      ['', null],
    ] as const) {
      const alone = merge({
        elements: [city],
        base: { city: before },
        mine: { city: after },
        theirs: { city: before },
      });
      assert.deepEqual([alone.toSend, alone.refused.map(({ key }) => key)], [{}, ['leads.city']]);
      const theirs = merge({
        elements: [city],
        base: { city: before },
        mine: { city: 'Pune' },
        theirs: { city: after },
      });
      assert.deepEqual([theirs.toSend, theirs.conflicts.map(({ key }) => key)], [{}, ['leads.city']]);
    }
    const row = { elements: [element('tags')], base: { tags: [{ a: null }] }, theirs: { tags: [{ a: null }] } };
    assert.deepEqual(merge({ ...row, mine: { tags: [{ a: '' }] } }).refused.length, 1);
    const undone = merge({
      elements: [city],
      base: { city: null },
      earlier: [{ city: '' }],
      mine: { city: '' },
      theirs: { city: null },
    });
    assert.deepEqual([undone.toSend, undone.refused, undone.conflicts], [{}, [], []]);
    const emptied = merge({ elements: [city], base: { city: 'Goa' }, mine: { city: '' }, theirs: { city: null } });
    assert.deepEqual([emptied.toSend, emptied.refused, emptied.conflicts], [{}, [], []]);
  });

  it('ignores an earlier read-only value of the service, and refuses any other', () => {
    const sides = { elements: [city, modified], base: { modified: '2' }, theirs: { modified: '3' } };
    const undone = merge({ ...sides, mine: { modified: '1' }, earlier: [{ modified: '1' }] });
    assert.deepEqual([undone.refused, undone.merged['modified']], [[], '3']);
    const typed = merge({ ...sides, mine: { modified: '4' }, earlier: [{ modified: '1' }] });
    assert.match(typed.refused[0]?.why ?? '', /“Modified” is read-only for you/);
    assert.deepEqual(merge({ ...sides, mine: { modified: '2' } }).refused, []);
  });

  it('refuses unknown fields, and those without an element', () => {
    const { refused, toSend } = merge({
      elements: [city],
      base: { city: 'Goa', secret: 's' },
      mine: { city: 'Goa', secret: 't', color: 'red' },
      theirs: { city: 'Goa', secret: 's' },
    });
    assert.deepEqual(toSend, {});
    assert.match(
      refused.find(({ at }) => at[0] === 'color')?.why ?? '',
      /“Color” isn't a field of this record \(Lead\)/,
    );
    assert.match(
      refused.find(({ at }) => at[0] === 'secret')?.why ?? '',
      /the form of this record has no input for it/,
    );
  });

  it('refuses another id, even if the form has it editable', () => {
    const { refused } = mergeRecord(
      formOf({ city: 'Goa' }, [city, element('id')]),
      { values: { id: '17', city: 'Goa' }, earlier: [] },
      { id: '18', city: 'Goa' },
    );
    assert.match(refused[0]?.why ?? '', /it identifies the record/);
  });

  it('reports every difference as a conflict when the base is unknown', () => {
    const { conflicts, theirs, toSend } = merge({
      elements: [city, score, modified],
      mine: { city: 'Pune', score: '1', modified: '1' },
      theirs: { city: 'Goa', score: '1', modified: '2' },
    });
    assert.deepEqual([labels(conflicts), labels(theirs), toSend], [['City'], ['Modified'], {}]);
    assert.ok(conflicts[0] && !('original' in conflicts[0]));
  });

  it('updates the text and the model of a reference with it', () => {
    const person = (id: string, name: string): JsonObject => ({
      owned_by: id,
      __owned_by: name,
      owned_by_model: 'users',
    });
    const sides = { elements: [city, owner], base: person('1', 'Ada') };
    const mine = merge({ ...sides, mine: person('2', 'Bob'), theirs: person('1', 'Ada L.') });
    assert.deepEqual([mine.toSend, mine.conflicts], [person('2', 'Bob'), []]);
    const theirs = merge({ ...sides, mine: person('1', 'Ada'), theirs: person('3', 'Cy') });
    assert.deepEqual(theirs.merged, { id: '17', ...person('3', 'Cy') });
    const both = merge({ ...sides, mine: person('2', 'Bob'), theirs: person('3', 'Cy') });
    const [conflict] = both.conflicts;
    assert.ok(conflict);
    assert.deepEqual(withTheirs({ id: '17', ...person('1', 'Ada') }, conflict), { id: '17', ...person('3', 'Cy') });
    const chosen = (choice: ConflictChoice): JsonValue =>
      Object.fromEntries(chosenValues(conflict, choice).map(({ at, value }) => [at[0] ?? '', value ?? null]));
    assert.deepEqual([chosen('theirs'), chosen('original')], [person('3', 'Cy'), person('1', 'Ada')]);
    // the id may have been looked up by name
    assert.deepEqual(chosen('mine'), person('2', 'Bob'));
  });

  it('does not conflict with its own save before it was read back', () => {
    const form = formOf({ owned_by: '2', __owned_by: 'Bob', owned_by_model: 'users', city: 'Pune' }, [city, owner]);
    // the text named the owner, and the save looked up the id
    const saved = { id: '17', owned_by: '1', __owned_by: 'Bob', owned_by_model: 'users', city: 'Pune' };
    const mine = { ...saved, owned_by: '3', __owned_by: 'Cy', city: 'Delhi' };
    const sent = { owned_by: '2', __owned_by: 'Bob', owned_by_model: 'users' };
    const conflictsOf = (sentBefore?: JsonObject): string[] =>
      labels(mergeRecord(form, { values: saved, earlier: [], sent: sentBefore }, mine).conflicts);
    assert.deepEqual([conflictsOf(sent), conflictsOf(), conflictsOf({ owned_by: '4' })], [[], ['Owner'], ['Owner']]);
  });

  it('does not conflict with a text that the service trimmed or capitalized', () => {
    const saved = { id: '17', city: ' new  delhi ' };
    const conflictsOf = (stored: string, sent?: JsonObject): string[] => {
      const form = formOf({ city: stored }, [city]);
      return labels(mergeRecord(form, { values: saved, earlier: [], sent }, { id: '17', city: 'Pune' }).conflicts);
    };
    for (const stored of ['new  delhi', 'new delhi', ' NEW  DELHI ', 'New Delhi'])
      assert.deepEqual(conflictsOf(stored, { city: saved.city }), [], stored);
    // someone else changed it, or nothing was sent for it
    assert.deepEqual(conflictsOf('Old Delhi', { city: saved.city }), ['City']);
    assert.deepEqual(conflictsOf('New Delhi'), ['City']);
    const kind = { ...score, template: 'select', options: { a: 'Small', A: 'Large' } };
    const chosen = mergeRecord(
      formOf({ score: 'A' }, [kind]),
      { values: { id: '17', score: 'a' }, earlier: [], sent: { score: 'a' } },
      { id: '17', score: '' },
    );
    assert.deepEqual(labels(chosen.conflicts), ['Score'], 'another choice is no other spelling');
  });

  it('sends a cleared reference as empty', () => {
    const base = { owned_by: '1', __owned_by: 'Ada', owned_by_model: 'users' };
    const { toSend } = merge({ elements: [owner], base, mine: {}, theirs: base });
    assert.deepEqual(toSend, { owned_by: null });
  });

  it('sends a cleared label or type of a reference as empty, not as the one before', () => {
    const base = { owned_by: '1', __owned_by: 'Ada', owned_by_model: 'users' };
    for (const id of ['1', '2']) {
      const mine = { owned_by: id, __owned_by: null, owned_by_model: null };
      assert.deepEqual(merge({ elements: [owner], base, mine, theirs: base }).toSend, mine);
      const [conflict] = merge({ elements: [owner], base, mine, theirs: { ...base, owned_by: '3' } }).conflicts;
      const chosen = conflict && chosenValues(conflict, 'mine').map(({ value }) => value);
      assert.deepEqual(chosen, [id, null, null]);
    }
  });

  describe('of a list of rows', () => {
    const rows = (...zips: string[]): JsonObject => ({
      addresses: zips.map((each, index) => ({ id: String(index + 1), zip: each, street: 'Main' })),
    });

    it('sends the list as a whole, with one conflict if rows cannot be identified', () => {
      const sides = { elements: [zip, street], base: rows('1', '2') };
      const mine = merge({ ...sides, mine: rows('1', '3'), theirs: rows('1', '2') });
      assert.deepEqual(mine.toSend, rows('1', '3'));
      const unnamed = (...zips: string[]): JsonObject => ({ addresses: zips.map((each) => ({ zip: each })) });
      const both = merge({
        elements: [zip],
        base: unnamed('1', '2'),
        mine: unnamed('1', '3'),
        theirs: unnamed('4', '2'),
      });
      assert.deepEqual(
        [both.toSend, both.conflicts.map(({ at, rows: words }) => [at, words])],
        [{}, [[['addresses'], undefined]]],
      );
    });

    it('gives a row that was added, saved and edited again its new id', () => {
      const stored = [
        { id: '1', zip: '1', street: 'Main' },
        { id: '91', zip: 'AB 2', street: 'Side' },
        { id: '92', zip: '3', street: 'Side' },
      ];
      const saved = [stored[0] as JsonObject, { zip: ' ab 2' }, { zip: '3' }];
      const after = (mine: JsonObject[], theirs: JsonObject[] = stored): RecordMerge =>
        mergeRecord(
          formOf({ addresses: theirs }, [zip, street]),
          { values: { id: '17', addresses: saved }, earlier: [], sent: { addresses: saved } },
          { id: '17', addresses: mine },
        );
      const edited = after([saved[0] as JsonObject, saved[1] as JsonObject, { zip: '4' }, { zip: '5' }]);
      assert.deepEqual(edited.conflicts, []);
      assert.deepEqual(edited.toSend, {
        addresses: [
          stored[0],
          { id: '91', zip: ' ab 2', street: 'Side' },
          { id: '92', zip: '4', street: 'Side' },
          { zip: '5' },
        ],
      });
      // the missing row is the removed one
      assert.deepEqual(after([saved[0] as JsonObject, { zip: '3' }]).toSend, {
        addresses: [stored[0], { id: '92', zip: '3', street: 'Side' }],
      });
      const typed = typedSince(
        formOf({ addresses: stored }, [zip, street]),
        { id: '17', addresses: saved },
        { id: '17', addresses: [saved[0] as JsonObject, { zip: '6' }, { zip: '3' }] },
      );
      assert.deepEqual(typed['addresses'], [
        stored[0],
        { id: '91', zip: '6', street: 'Side' },
        { id: '92', zip: '3', street: 'Side' },
      ]);
      // changes that someone else made to the rows are theirs
      assert.equal(after([{ zip: '4' }], stored.slice(0, 2)).conflicts.length, 1);
      const changed = [...stored.slice(0, 2), { id: '92', zip: '8', street: 'Side' }];
      assert.equal(after([saved[0] as JsonObject, { zip: '4' }, { zip: '6' }], changed).conflicts.length, 1);
    });

    it('refuses a change to a read-only field in a row', () => {
      const changed = { addresses: [{ id: '1', zip: '9', street: 'Side' }] };
      const sides = { elements: [zip, street], base: rows('1'), theirs: rows('1') };
      const { refused, toSend } = merge({ ...sides, mine: changed });
      assert.deepEqual(toSend, {});
      assert.match(refused[0]?.why ?? '', /“Street” is read-only for you/);
      assert.deepEqual(merge({ ...sides, mine: changed, earlier: [changed] }).refused, []);
    });

    it('refuses to remove rows of which nothing would be sent', () => {
      const title = { name: ['leads', 'orders', 'title'], label: 'Title' };
      const part = { name: ['leads', 'orders', 'parts', 'code'], label: 'Code', permission: 4 };
      const [one, two] = [
        { id: '1', code: 'a' },
        { id: '2', code: 'b' },
      ];
      const refusedFor = (before: JsonValue, after: JsonObject): (string | undefined)[] => {
        const stored = { orders: [{ id: '5', title: 'Chairs', parts: before }] };
        const mine = { orders: [{ id: '5', title: 'Tables', ...after }] };
        return merge({ elements: [title, part], base: stored, theirs: stored, mine }).refused.map(({ why }) => why);
      };
      const why = "Rows of “Parts” can't be added, moved or removed because nothing in them can be edited.";
      for (const parts of [[two], [one], [], null, [two, one], [one, two, { id: '3' }]])
        assert.deepEqual(refusedFor([one, two], { parts }), [why], JSON.stringify(parts));
      assert.deepEqual(refusedFor([one, two], {}), [why]);
      assert.deepEqual(refusedFor({ x: one, y: two }, { parts: { y: two } }), [why]);
      assert.deepEqual(refusedFor([one, two], { parts: [one, two] }), []);
      // a whole table at the top level of a record
      const parts = { ...part, name: ['leads', 'parts', 'code'] };
      const stored = { parts: [one, two] };
      const top = merge({ elements: [title, parts], base: stored, theirs: stored, mine: { parts: [two] } });
      assert.match(top.refused[0]?.why ?? '', /^“Parts” is read-only: nothing in it can be edited/);
    });

    it('removes the last row, and refuses invalid rows', () => {
      const sides = { elements: [zip, street], base: rows('1'), theirs: rows('1') };
      const { toSend, refused } = merge({ ...sides, mine: { addresses: [] } });
      assert.deepEqual([toSend, refused], [{ addresses: [] }, []]);
      // the table itself isn't sent, only the fields of its rows
      const table = { name: ['leads', 'addresses'], label: 'Addresses', permission: 4 };
      const closed = merge({ ...sides, elements: [table, zip], mine: { addresses: [] } });
      assert.match(closed.refused[0]?.why ?? '', /must keep at least one row/);
      for (const addresses of ['x', { zip: '1' }, ['x']])
        assert.match(merge({ ...sides, mine: { addresses } }).refused[0]?.why ?? '', /list of rows/);
      const node = { name: ['leads', 'addresses', 'log', 'node'], label: 'Node' };
      const logged = (log: JsonValue): JsonObject => ({ addresses: [{ id: '1', log }] });
      const shapes: [JsonValue, JsonValue][] = [
        [{ node: 'a' }, [{ node: 'b' }]],
        [[{ node: 'a' }], { node: 'b' }],
      ];
      for (const [before, after] of shapes) {
        const inRow = { elements: [node], base: logged(before), theirs: logged(before), mine: logged(after) };
        assert.match(merge(inRow).refused[0]?.why ?? '', /^“Log” must keep the structure that the service sent\.$/);
      }
    });
  });

  it('refuses values of the wrong type', () => {
    const password = element('secret', { label: 'Secret', template: 'password' });
    const file = element('photo', { label: 'Photo', template: 'file' });
    const log = { name: ['leads', 'log', 'node'], label: 'Node' };
    const base = { city: 'Goa', secret: '***', photo: 'a.png', log: { node: '1' } };
    const cases: [JsonObject, RegExp][] = [
      [{ city: { a: 1 } }, /“City” must be a single value/],
      [{ city: ['x'] }, /“City” must be a single value/],
      [{ secret: '' }, /“Secret” can't be cleared/],
      [{ photo: 'b.png' }, /“Photo” must be a file, not text/],
      [{ log: 'text' }, /“Log” must keep the structure/],
      [{ log: { node: '1', other: 2 } }, /“Other” isn't a field/],
    ];
    for (const [change, words] of cases) {
      const { refused, toSend } = merge({
        elements: [city, password, file, log],
        base,
        mine: { ...base, ...change },
        theirs: base,
      });
      assert.deepEqual(toSend, {});
      assert.match(refused[0]?.why ?? '', words);
    }
  });

  it('sends everything in the text of a new record', () => {
    const sides = { elements: [city, score, modified], base: { city: 'Goa' }, mine: { city: 'Goa', score: '1' } };
    const { toSend, conflicts, refused } = merge({ ...sides, theirs: { city: 'Pune', modified: '9' } }, 'add');
    assert.deepEqual([toSend, conflicts, refused], [{ city: 'Goa', score: '1' }, [], []]);
  });
});

describe('result of a save', () => {
  it('reports what the service changed or ignored', () => {
    const form = formOf({ city: 'Goa', score: '5.00', note: 'a\r\nb' }, [city, score, element('note')]);
    assert.deepEqual(pluck(storedOtherwise(form, { city: 'Pune', score: 5, note: 'a\nb' }), 'text'), [
      '“City” was sent as “Pune”, but the service stored “Goa”.',
    ]);
  });

  it('accepts a date that the service stores in seconds since 1970', () => {
    const hired = String(new Date(2031, 11, 24, 14, 30).getTime() / 1_000);
    const form = formOf({ hired }, [element('hired', { template: 'datetime' })]);
    assert.deepEqual(storedOtherwise(form, { hired: '2031-12-24 14:30:00' }), []);
    assert.equal(storedOtherwise(form, { hired: '2031-12-24 15:30:00' }).length, 1);
  });

  it('treats multiple choices as equal in any order, and names those that differ', () => {
    const names = ['Sailing', 'Hiking', 'Reading', 'Cooking', 'Painting', 'Gardening', 'Photography', 'Astronomy'];
    const options = Object.fromEntries(names.map((name) => [name.toLowerCase(), name]));
    const interests = element('interests', { label: 'Interests', template: 'multiselect', options });
    const all = Object.keys(options);
    const reported = (sent: JsonValue, has: JsonValue): string[] =>
      storedOtherwise(formOf({ interests: has }, [interests]), { interests: sent }).map(({ text }) => text);
    assert.deepEqual([reported(all, all.toReversed()), reported(all.join(','), all.toReversed().join(', '))], [[], []]);
    assert.deepEqual(reported(all, all.toReversed().slice(1)), ['“Interests”: the service did not store “Astronomy”.']);
    assert.deepEqual(reported(all.slice(1), all), ['“Interests”: the service added “Sailing”.']);
    assert.deepEqual(reported(all.slice(1), all.slice(0, -1)), [
      '“Interests”: the service did not store “Astronomy” and added “Sailing”.',
    ]);
    const form = formOf({ interests: all }, [interests]);
    assert.deepEqual(changedUnits(form, { interests: all }, { interests: all.toReversed() }), []);
  });

  it('shows long texts from where they differ', () => {
    const text = 'x'.repeat(80);
    const form = formOf({ city: `${text} there` }, [city]);
    const [reported] = storedOtherwise(form, { city: `${text} here` });
    assert.equal(
      reported?.text,
      `“City” was sent as “…${'x'.repeat(19)} here”, but the service stored “…${'x'.repeat(19)} there”.`,
    );
  });

  it('keeps input typed in the meantime', () => {
    const form = formOf({ city: 'PUNE', score: '1' }, [city, score]);
    const saved = { id: '17', city: 'Pune', score: '1' };
    assert.deepEqual(typedSince(form, saved, { ...saved, score: '2' }), { id: '17', city: 'PUNE', score: '2' });
    // a bare name goes with the id that the save looked up, not with the previous one
    const person = { owned_by: '1', __owned_by: 'Bob', owned_by_model: 'users' };
    const found = formOf({ ...person, owned_by: '2' }, [owner]);
    assert.deepEqual(typedSince(found, { id: '17', ...person }, { id: '17', ...person, __owned_by: 'Cy' }), {
      id: '17',
      owned_by: '2',
      __owned_by: 'Cy',
      owned_by_model: 'users',
    });
  });
});

describe('record heading', () => {
  const record = {
    stage_log: { node_id: '3', node_name: '3. Offer' },
    owned_by: '1',
    __owned_by: 'Ada',
    modified: '2026-11-02 10:15',
    modified_by: '5d7d3a1e-0000-4000-8000-000000000001',
    __modified_by: 'Bob',
  };

  it('has its stage, its owner and who changed it last', () => {
    const form = formOf(record, [city]);
    assert.deepEqual(headingFacts(form), [
      { label: 'Stage', parts: ['3. Offer'] },
      { label: 'Owner', parts: ['Ada'] },
      { label: 'Modified', parts: [{ moment: '2026-11-02 10:15' }, 'Bob'] },
    ]);
    assert.equal(lastChangedBy(form), 'by Bob, 11/02/2026, 10:15:00 AM');
    // a right-to-left name doesn't reorder the date
    const other = formOf({ ...record, __modified_by: 'דנה' }, [city]);
    assert.equal(lastChangedBy(other), 'by \u2068דנה\u2069, 11/02/2026, 10:15:00 AM');
  });

  it('has only what the record contains', () => {
    const form = formOf({ owned_by: '17', modified_by: 'not-an-id' }, [city]);
    assert.deepEqual(headingFacts(form), [{ label: 'Modified', parts: ['not-an-id'] }]);
    assert.equal(lastChangedBy(formOf({ city: 'Goa' }, [city])), undefined);
  });

  it('has a list of changes with one entry per field', () => {
    const form = formOf(record, [city, owner]);
    const changes = changedUnits(form, record, { ...record, owned_by: '2', __owned_by: 'Cy', city: 'Goa' });
    assert.deepEqual(pluck(changes, 'label', 'after', 'shownAfter'), [
      ['City', 'Goa', undefined],
      ['Owner', '2', 'Cy'],
    ]);
  });
});
