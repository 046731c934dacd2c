import assert from 'node:assert/strict';
import { withValueAt } from '../../../../src/model/form/fieldValue.ts';
import { storedOtherwise } from '../../../../src/services/records/saveDraft.ts';
import {
  chosenValues,
  hasArrived,
  mergeRecord,
  type RecordMerge,
  withArrived,
  withTheirs,
} from '../../../../src/model/draft/recordMerge.ts';
import { chosenFileValue } from '../../../../src/model/form/chosenFile.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../src/model/json.ts';
import { answer, read, submit } from '../../service/documented/form/formAnswer.ts';
import { pluck } from '../../../support/pluck.ts';

const elements = [
  { name: ['leads', 'phone_numbers', 'number'], label: 'Number', template: 'text' },
  { name: ['leads', 'phone_numbers', 'type'], label: 'Type', template: 'select', options: { m: 'Mobile', w: 'Work' } },
  submit('save_progress', 'Save'),
];

function formOf(phones: JsonValue): RecordForm {
  return read(answer({ phone_numbers: phones }, { permission: 2, elements }));
}

function merge(base: JsonValue, mine: JsonValue, theirs: JsonValue): RecordMerge {
  const values = (phones: JsonValue): JsonObject => ({ id: '17', phone_numbers: phones });
  return mergeRecord(formOf(theirs), { values: values(base), earlier: [] }, values(mine));
}

const row = (id: string, number: string, type = 'm'): JsonObject => ({ id, number, type });
const one = row('31', '0170 1');
const two = row('32', '030 2', 'w');
const added = { number: '112', type: null };

/** The sent rows, each with its id, number and type. */
function sent({ toSend }: RecordMerge): string[] {
  const rows = toSend['phone_numbers'] as JsonValue;
  const all = Array.isArray(rows) ? rows : Object.values((rows ?? {}) as JsonObject);
  return all.filter(isObject).map(({ id, number, type }) => [id ?? 'new', number, type].map(String).join(' '));
}

describe('rows that two people edit', () => {
  it('are merged row by row and field by field', () => {
    const theirs = [row('31', '0170 1', 'w'), two, row('40', '5')];
    const merged = merge([one, two], [row('31', '0170 9'), two, added], theirs);
    assert.deepEqual(merged.conflicts, []);
    assert.deepEqual(sent(merged), ['31 0170 9 w', '32 030 2 w', '40 5 m', 'new 112 null']);
    assert.deepEqual(pluck(merged.theirs, 'key'), ['leads.phone_numbers']);
  });

  it('are mine if the service turned an empty text that was sent into null', () => {
    const typed = (type: JsonValue): JsonObject => ({ ...one, type });
    assert.deepEqual(sent(merge([typed('')], [typed('w')], [typed(null)])), ['31 0170 1 w']);
  });

  it('are removed when either side deleted them and no one else changed them', () => {
    assert.deepEqual(sent(merge([one, two], [two], [one, row('32', '7', 'w')])), ['32 7 w']);
    assert.deepEqual(sent(merge([one, two], [row('31', '9'), two], [one])), ['31 9 m']);
  });

  it('keep the order that one side gave them', () => {
    assert.deepEqual(sent(merge([one, two], [two, one], [row('31', '8'), two])), ['32 030 2 w', '31 8 m']);
    assert.deepEqual(sent(merge([one, two], [row('31', '8'), two], [two, one])), ['32 030 2 w', '31 8 m']);
  });

  it('conflict where both changed a field, with a message per row', () => {
    const { conflicts, toSend } = merge(
      [one, two],
      [one, row('32', '030 8', 'm')],
      [row('31', '5'), row('32', '030 9')],
    );
    const [conflict] = conflicts;
    assert.ok(conflict?.rows);
    assert.deepEqual(
      [conflicts.length, toSend, conflict.key, conflict.label],
      [1, {}, 'leads.phone_numbers', 'Phone numbers'],
    );
    assert.deepEqual(conflict.rows.dispute, {
      mine: 'Row 2 (030 2): Number “030 8”',
      theirs: 'Row 2 (030 2): Number “030 9”',
      original: 'Row 2 (030 2): Number “030 2”',
    });
    const chosen = (['mine', 'theirs', 'original'] as const).map((choice) => chosenValues(conflict, choice)[0]?.value);
    // their changes elsewhere stay, whichever is chosen
    assert.deepEqual(chosen, [
      [row('31', '5'), row('32', '030 8')],
      [row('31', '5'), row('32', '030 9')],
      [row('31', '5'), row('32', '030 2')],
    ]);
  });

  it('are sent as resolved, without losing any of their changes', () => {
    const theirs = [row('31', '5'), row('32', '030 9', 'w')];
    const base = { id: '17', phone_numbers: [one, two] };
    const [conflict] = merge([one, two], [one, row('32', '030 8', 'w')], theirs).conflicts;
    assert.ok(conflict);
    const [change] = chosenValues(conflict, 'mine');
    const mine = withValueAt(base, conflict.at, change?.value);
    const settled = mergeRecord(formOf(theirs), { values: withTheirs(base, conflict), earlier: [] }, mine);
    assert.deepEqual([settled.conflicts, sent(settled)], [[], ['31 5 m', '32 030 8 w']]);
  });

  it('conflict where one side deleted what the other changed', () => {
    const [theyChanged] = merge([one, two], [two], [row('31', '5', 'w'), two]).conflicts;
    assert.deepEqual(theyChanged?.rows?.dispute, {
      mine: 'Row 1 (0170 1): removed',
      theirs: 'Row 1 (0170 1): Number “5”, Type “Work”',
      original: 'Row 1 (0170 1): unchanged',
    });
    const [iChanged] = merge([one, two], [row('31', '5'), two], [two]).conflicts;
    assert.equal(iChanged?.rows?.dispute.theirs, 'Row 1 (0170 1): removed');
    // the service no longer has a row with that id, so it is new
    assert.deepEqual(chosenValues(iChanged, 'mine')[0]?.value, [{ number: '5', type: 'm' }, two]);
    assert.deepEqual(chosenValues(iChanged, 'theirs')[0]?.value, [two]);
  });

  it('conflict where both moved them', () => {
    const three = row('33', '3');
    const [conflict] = merge([one, two, three], [two, one, three], [one, three, two]).conflicts;
    assert.equal(conflict?.rows?.dispute.mine, 'Order of the rows: 030 2, 0170 1, 3');
    assert.equal(conflict.rows.dispute.theirs, 'Order of the rows: 0170 1, 3, 030 2');
    assert.deepEqual(merge([one, two, three], [two, one, three], [two, one, three]).conflicts, []);
  });

  it('are restored under the keys of a map', () => {
    const { toSend, conflicts, refused } = merge(
      { 31: one, 32: two },
      { 31: row('31', '9'), 32: two, new1: added },
      { 31: one, 32: row('32', '030 2', 'm') },
    );
    assert.deepEqual([conflicts, refused], [[], []]);
    assert.deepEqual(toSend, { phone_numbers: { 31: row('31', '9'), 32: row('32', '030 2', 'm'), new1: added } });
  });
});

describe('sent rows', () => {
  const stored = (...rows: JsonObject[]): RecordForm => formOf(rows.map((each) => ({ ...each, modified: 'now' })));

  it('count as stored when the service has them, even with other ids', () => {
    const rows = { phone_numbers: [one, added] };
    const form = stored(one, { id: '40', ...added });
    assert.equal(hasArrived(form, rows), true);
    assert.equal(hasArrived(stored(one), rows), false);
    assert.equal(hasArrived(stored(one, { id: '40', ...added, number: '113' }), rows), false);
    // so they aren't sent again
    const typed = { id: '17', ...rows };
    const again = mergeRecord(
      form,
      { values: { id: '17', phone_numbers: [one] }, earlier: [] },
      withArrived(form, typed, rows, typed),
    );
    assert.deepEqual([again.toSend, again.conflicts], [{}, []]);
  });

  it('are reported when the service kept a deleted row, but not for rows it adds itself', () => {
    const reported = (form: RecordForm): string[] =>
      storedOtherwise(form, { phone_numbers: [one, added] }).map(({ text }) => text);
    assert.deepEqual(reported(stored(one, { id: '40', ...added })), []);
    assert.deepEqual(reported(stored(one, two, { id: '40', ...added })), [
      '“Phone numbers” was sent as 2 rows, but the service stored 3 rows.',
    ]);
    assert.deepEqual(pluck(storedOtherwise(stored(one), { phone_numbers: [] }), 'text'), [
      '“Phone numbers” was sent as no rows, but the service stored one row.',
    ]);
  });

  it('are not reported as changed if the service returns a file by its name', () => {
    const scan = { name: ['leads', 'documents', 'scan'], label: 'Scan', template: 'file' };
    const kept = { id: '31', scan: 'one.pdf' };
    const form = (...documents: JsonObject[]): RecordForm =>
      read(answer({ documents }, { permission: 2, elements: [scan, submit('save_progress', 'Save')] }));
    const file = chosenFileValue({ name: 'two.pdf', type: '', size: 1, id: 'a'.repeat(64) });
    const rows = { documents: [kept, { scan: file }] };
    assert.deepEqual(storedOtherwise(form(kept, { id: '40', scan: 'two.pdf' }), rows), []);
    assert.equal(storedOtherwise(form(kept), rows).length, 1);
  });
});

describe('rows with a duplicate id', () => {
  const made = { name: ['leads', 'phone_numbers', 'made'], label: 'Made', template: 'text', permission: 4 };
  const known = (id: string, number: string, day: string): JsonObject => ({ id, number, made: day });
  const first = known('1', '0170 1', 'Monday');
  const second = known('1', '030 2', 'Tuesday');
  const third = known('2', '112', 'Friday');
  /** The sent numbers, and why the others aren't sent. */
  const changed = (base: JsonValue, mine: JsonValue): unknown[] => {
    const values = (phones: JsonValue): JsonObject => ({ id: '17', phone_numbers: phones });
    const form = read(
      answer(values(base), {
        permission: 2,
        elements: [...elements.slice(0, 1), made, submit('save_progress', 'Save')],
      }),
    );
    const { toSend, refused, conflicts } = mergeRecord(form, { values: values(base), earlier: [] }, values(mine));
    const rows = (toSend['phone_numbers'] ?? []) as JsonValue;
    const sentRows = (Array.isArray(rows) ? rows : Object.values(rows as JsonObject)).filter(isObject);
    return [sentRows.map(({ number }) => number), refused.map(({ why }) => why), conflicts.length];
  };

  it('let a change in a third row be saved, wherever they are', () => {
    const other = { ...third, number: '110' };
    assert.deepEqual(changed([first, second, third], [first, second, other]), [['0170 1', '030 2', '110'], [], 0]);
    assert.deepEqual(changed([third, first, second], [first, second]), [['0170 1', '030 2'], [], 0]);
    assert.deepEqual(changed([first, second, third], [second, other]), [['030 2', '110'], [], 0]);
    assert.deepEqual(changed({ a: first, b: second, c: third }, { a: first, b: second, c: other }), [
      ['0170 1', '030 2', '110'],
      [],
      0,
    ]);
  });

  it('are no change in a keyed table, but are one where a third row became a copy of one', () => {
    const table = { a: first, b: second, c: third };
    assert.deepEqual(changed(table, { ...table }), [[], [], 0]);
    assert.deepEqual(changed({ a: first, b: third }, { a: first, b: first })[0], ['0170 1', '0170 1']);
  });

  it('keep the read-only values of both', () => {
    const wrong = { ...second, made: 'Monday' };
    assert.deepEqual(changed([first, second, third], [first, wrong, third]).slice(0, 2), [
      [],
      ['“Made” is read-only for you.'],
    ]);
  });
});
