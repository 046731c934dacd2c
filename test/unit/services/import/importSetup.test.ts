import assert from 'node:assert/strict';
import { guessMapping, type ImportSubject, type SavedMapping } from '../../../../src/model/import/importMapping.ts';
import { ImportSetup } from '../../../../src/services/import/importSetup.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';
import { column } from '../export/exportPages.ts';

const form = read(
  answer(
    {},
    {
      permission: 2,
      elements: [
        element('city', { label: 'City' }),
        element('email', { label: 'Email' }),
        element('score', { label: 'Score', template: 'number' }),
      ],
    },
  ),
);
const email = column('leads.email', 'text', 'Email');
const subject: ImportSubject = {
  form,
  columns: [column('leads.id', 'text', 'Id'), email],
  lookUpColumns: [{ ...email, columnName: email.key }],
  alias: 'leads',
  primaryKey: 'leads.id',
};
const [city, mail, score] = [0, 1, 2];

function draftOf(titles: readonly string[], samples: string[][] = [], remembered: SavedMapping = {}): ImportSetup {
  const uses = guessMapping(titles, subject, remembered);
  return new ImportSetup({ titles, samples, subject, uses, mayBeDefused: true });
}

describe('column mapping of an import', () => {
  it('is rejected at both columns while they map to one field, and valid again without one', () => {
    const draft = draftOf(['id', 'City', 'Town']);
    assert.equal(draft.problem, undefined);
    draft.choose(2, city);
    assert.equal(
      draft.problem,
      'Column “City”: “City” is already mapped to the column “Town”. Choose another field, or skip it.',
    );
    assert.deepEqual(
      draft.notes.map((note) => note && [note.tone, note.text]),
      [
        undefined,
        ['error', '“City” is already mapped to the column “Town”.'],
        ['error', '“City” is already mapped to the column “City”.'],
      ],
    );
    draft.choose(1, 'skip');
    assert.deepEqual([draft.problem, draft.notes[2]], [undefined, undefined]);
    draft.choose(1, 'id');
    assert.match(draft.problem ?? '', /The id is already mapped to the column/);
  });

  it('starts with each field mapped to one column, and says so at the other', () => {
    const remembered = { Town: 'leads.city' };
    const draft = draftOf(['City', 'Town', 'Color'], [], remembered);
    assert.deepEqual(draft.targets, [city, 'unmapped', 'unmapped']);
    assert.deepEqual(
      draft.notes.map((note) => note?.text),
      [undefined, '“City” is already mapped to the column “City”.', 'Not mapped, so not imported.'],
    );
    assert.deepEqual(draft.unmapped, ['Town', 'Color']);
  });

  it('skips unmapped columns, and needs at least one mapped column', () => {
    const draft = draftOf(['Color', 'id']);
    assert.equal(draft.problem, 'Map at least one column to a field.');
    draft.choose(0, city);
    assert.equal(draft.problem, undefined);
    draft.choose(0, 'unmapped');
    assert.equal(draft.problem, 'Map at least one column to a field.');
  });

  it('reports at once which sample does not fit its field', () => {
    const draft = draftOf(['id', 'Score'], [['1'], ['12', 'twelve']]);
    assert.deepEqual(draft.notes[1], { tone: 'warning', text: '“Score” must be a number, but “twelve” is not.' });
    draft.choose(1, city);
    assert.equal(draft.notes[1], undefined);
  });

  it('matches by id if there is one, and guesses nothing otherwise', () => {
    const withIds = draftOf(['id', 'City']);
    assert.deepEqual([withIds.match, withIds.key], ['id', { kind: 'id' }]);
    const draft = draftOf(['City', 'Email']);
    assert.deepEqual([draft.match, draft.matches], [undefined, [mail, 'none']], 'the list shows no city to search by');
    assert.equal(draft.problem, 'Choose how to match the records.');
    draft.match = mail;
    assert.deepEqual([draft.problem, draft.key?.kind], [undefined, 'field']);
    draft.choose(1, 'skip');
    assert.equal(draft.match, undefined, 'what it was matched by is in no column any more');
    draft.match = 'none';
    assert.deepEqual(draft.key, { kind: 'none' });
    withIds.match = 'none';
    assert.deepEqual(withIds.key, { kind: 'none' }, 'ids can be ignored');
  });

  it('requires a key if records are only changed', () => {
    const draft = draftOf(['City', 'Email']);
    draft.match = 'none';
    draft.mode = 'change';
    assert.deepEqual([draft.match, draft.matches], [undefined, [mail]]);
    assert.equal(draft.problem, 'Choose how to match the records.');
    draft.choose(1, 'skip');
    assert.equal(draft.problem, 'Map a column to the record id or to a field that records can be found by.');
    draft.mode = 'add';
    assert.deepEqual([draft.match, draft.problem], ['none', undefined]);
  });

  it('rejects columns and fields that do not exist', () => {
    const draft = draftOf(['City']);
    assert.equal(draft.choose(5, city), false);
    assert.equal(draft.choose(0, 99), false);
    assert.deepEqual(draft.targets, [city]);
  });

  it('is remembered by column title', () => {
    const draft = draftOf(['Town', 'Note']);
    draft.choose(0, score);
    draft.choose(1, 'skip');
    assert.deepEqual([draft.chosen(0), draft.chosen(1)], [{ Town: 'leads.score' }, { Note: null }]);
    draft.choose(0, 'unmapped');
    assert.deepEqual(draft.chosen(0), {});
  });
});
