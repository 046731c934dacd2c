import assert from 'node:assert/strict';
import { formState } from '../../../../src/editors/form/formState.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { answer, element, read } from '../../api/form/formAnswer.ts';

type Given = Parameters<typeof formState>;

function notesOf(form: RecordForm): string[] {
  const state = { form, base: {}, conflicts: [], problems: [], notes: [], news: 'none', isSaving: false };
  const parts = {
    connections: { get: () => undefined },
    drafts: { get: () => state, changed: () => [], hints: () => [], problems: () => [] },
    edits: { latest: () => '{}' },
  };
  const address = { connection: 'test', controller: form.controller, kind: 'record', id: '17' };
  const [a, b, c] = [parts, address, { isDirty: false }] as unknown as Given;
  return formState(a, b, c, true).notes.map(({ text }) => text);
}

describe('how a form stands', () => {
  const form = (permission: number): RecordForm =>
    read(answer({ city: 'Goa' }, { elements: [element('city', { permission })] }));

  it('tells once that nothing in the record may be changed', () => {
    assert.deepEqual(notesOf(form(4)), ['You may look at this record, but not change it.']);
    assert.deepEqual(notesOf(form(2)), []);
    assert.deepEqual(notesOf({ ...form(4), isDeleted: true }), []);
  });
});
