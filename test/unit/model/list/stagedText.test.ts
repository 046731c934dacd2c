import assert from 'node:assert/strict';
import type { StagedChange } from '../../../../src/model/list/stagedCells.ts';
import { stagedJson, stagedTexts } from '../../../../src/model/list/stagedText.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const options = [
  { value: '1', text: 'Open' },
  { value: '2', text: 'Won' },
];
const form = read(
  answer(
    { stage: '1', due: '2026-03-01' },
    {
      permission: 2,
      elements: [
        element('stage', { label: 'Stage', template: 'select', options }),
        element('due', { label: 'Due date', template: 'date' }),
        element('notes', { label: 'Notes', template: 'textarea' }),
      ],
    },
  ),
);
const staged = (cells: Readonly<Record<string, Readonly<Record<string, StagedChange>>>>) =>
  new Map(Object.entries(cells).map(([id, changes]) => [id, new Map(Object.entries(changes))]));
const nameOf = (id: string): string => (id === '17' ? 'Ada Byron' : `Record ${id}`);

describe('staged cells in a diff editor', () => {
  it('have a paragraph per record, with labels and displayed values', () => {
    const cells = staged({
      17: { stage: { from: '1', to: '2' }, due: { from: null, to: '2026-03-01' } },
      18: { owner_id: { from: 'Bo Roy', to: 'Cy Dee', reference: { id: '9' } } },
    });
    const { before, after } = stagedTexts(cells, { nameOf, form });
    assert.equal(before, 'Ada Byron\n  Stage: Open\n  Due date: (empty)\n\nRecord 18\n  Owner id: Bo Roy\n');
    assert.equal(after, 'Ada Byron\n  Stage: Won\n  Due date: 03/01/2026\n\nRecord 18\n  Owner id: Cy Dee\n');
  });

  it('keep the lines of a long text', () => {
    const cells = staged({ 17: { notes: { from: 'one', to: 'one\ntwo' } } });
    assert.equal(stagedTexts(cells, { nameOf, form }).after, 'Ada Byron\n  Notes:\n    one\n    two\n');
  });

  it('are shown by field name and as typed while no form can be read', () => {
    const cells = staged({ 17: { first_contact: { from: '1', to: '2' } } });
    assert.equal(stagedTexts(cells, { nameOf, form: undefined }).after, 'Ada Byron\n  First contact: 2\n');
  });

  it('are field names and stored values as JSON', () => {
    const cells = staged({ 17: { stage: { from: '1', to: null } } });
    const { before, after } = stagedJson(cells);
    assert.deepEqual([JSON.parse(before), JSON.parse(after)], [{ 17: { stage: '1' } }, { 17: { stage: null } }]);
  });

  it('are empty once they are saved or discarded', () => {
    assert.deepEqual(stagedTexts(new Map(), { nameOf, form }), { before: '', after: '' });
  });
});
