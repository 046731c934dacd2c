import assert from 'node:assert/strict';
import type { HistoryEntry } from '../../../../src/model/history/historyEntry.ts';
import { changeText, originText, sourceName, timeText } from '../../../../src/model/history/historyWords.ts';
import { restoredRecord, restoredValues } from '../../../../src/model/history/restoredValues.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import { answer, element, read, submit } from '../../service/documented/form/formAnswer.ts';

const elements = [
  element('city', { label: 'City' }),
  element('score', { label: 'Score', template: 'number' }),
  element('owned_by', { label: 'Owner', template: 'reference' }),
  element('stage', { label: 'Stage', permission: 4 }),
  submit('save_progress', 'Save'),
];

function formOf(record: JsonObject, operation: FormOperation = 'edit'): RecordForm {
  return read(answer({ id: '17', ...record }, { permission: 2, elements }), operation);
}

const change = (before: JsonObject, after: JsonObject): Pick<HistoryEntry, 'fields' | 'before' | 'after'> => ({
  fields: [],
  before,
  after,
});

describe('restored values', () => {
  it('are the old values of editable fields, with their companion keys', () => {
    const before = { city: 'Goa', owned_by: '2', __owned_by: 'Bob', owned_by_model: 'users', stage: 'new' };
    const after = { city: 'Pune', owned_by: '3', __owned_by: 'Ada', owned_by_model: 'users', stage: 'won' };
    const { changes, left, conflicts } = restoredValues(formOf(after), change(before, after));
    assert.deepEqual(
      changes.map(({ at, value }) => [at.join('.'), value]),
      [
        ['city', 'Goa'],
        ['owned_by', '2'],
        ['__owned_by', 'Bob'],
        ['owned_by_model', 'users'],
      ],
    );
    assert.deepEqual([left, conflicts], [['Stage'], []]);
  });

  it('are empty for fields that were empty', () => {
    const { changes } = restoredValues(formOf({ city: 'Pune' }), change({}, { city: 'Pune' }));
    assert.deepEqual(changes, [{ at: ['city'], value: null }]);
  });

  it('conflict if the record now has something else, by field kind', () => {
    const now = formOf({ city: 'Agra', score: '7.50', owned_by: '4', __owned_by: 'Eve' });
    const before = { city: 'Goa', score: '1', owned_by: '2', __owned_by: 'Bob' };
    const after = { city: 'Pune', score: '7.5', owned_by: '3', __owned_by: 'Ada' };
    const { conflicts } = restoredValues(now, change(before, after));
    assert.deepEqual(
      conflicts.map(({ label, original, mine, theirs, names }) => [label, original, mine, theirs, names?.theirs]),
      [
        ['City', 'Pune', 'Goa', 'Agra', undefined],
        ['Owner', '3', '2', '4', 'Eve'],
      ],
    );
  });

  it('use the changed value as their base, and the current value where nothing is restored', () => {
    const entry = change({ city: 'Goa', score: '1' }, { city: 'Pune', score: '2' });
    const base = (now: JsonObject, from: JsonObject): JsonObject => restoredValues(formOf(now), entry, from).base;
    // starting from a text older than the change
    assert.deepEqual(base({ city: 'Pune', score: '2' }, { city: 'Goa', score: '2' }), { city: 'Pune', score: '2' });
    assert.deepEqual(base({ city: 'Agra', score: '1' }, { city: 'Agra', score: '1' }), { city: 'Pune', score: '1' });
  });

  it('of a deleted record are what a new one may start with; the others are named', () => {
    const { values, left } = restoredRecord(formOf({}, 'add'), { id: '17', city: 'Goa', stage: 'won', score: null });
    assert.deepEqual([values, left], [{ city: 'Goa' }, ['Stage']]);
  });
});

describe('history line as text', () => {
  const field = (label: string, from?: string, to?: string): HistoryEntry['fields'][number] => ({
    at: [label],
    label,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  });

  it('names the fields with their old and new values', () => {
    const fields = [field('City', 'Goa', ''), field('Pass', undefined), field('Note', 'a\nb', 'x'.repeat(100))];
    assert.equal(
      changeText({ action: 'edit', fields }),
      `City: Goa → (empty), Pass: not stored, Note: a b → ${'x'.repeat(60)}…`,
    );
    assert.match(changeText({ action: 'edit', fields: [...fields, ...fields] }), / and 3 more$/);
    assert.equal(changeText({ action: 'add', fields: [field('City', '', 'Goa')] }), 'Added: City: Goa');
    assert.equal(changeText({ action: 'delete', fields: [] }), 'Deleted');
    assert.equal(changeText({ action: 'edit', fields: [] }), 'Saved');
  });

  it('has source and time, and the two checks around it if it was changed elsewhere', () => {
    const at = Date.UTC(2026, 10, 17, 10, 31);
    assert.match(originText({ through: 'form', at }), /^Form · .*2026/);
    const since = at - 27 * 60_000;
    const found = originText({ through: 'elsewhere', at, since, by: 'by Ada' });
    assert.equal(found, `Changed elsewhere between ${timeText(since)} and ${timeText(at)} · by Ada`);
    assert.notEqual(timeText(since), timeText(at));
    // a newer version may know more
    assert.equal(sourceName('other' as 'form'), 'other');
  });
});
