import assert from 'node:assert/strict';
import { formState } from '../../../../../src/features/form/host/formState.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import { answer, element, read, submit } from '../../../service/documented/form/formAnswer.ts';

type Given = Parameters<typeof formState>;

function notesOf(form: RecordForm, more: object = {}, error?: Error): string[] {
  return stateOf(form, more, error).notes.map(({ text }) => text);
}

function stateOf(form: RecordForm, more: object, error?: Error): ReturnType<typeof formState> {
  const state = { form, base: {}, conflicts: [], problems: [], notes: [], news: 'none', isSaving: false, ...more };
  const failure = (): unknown => error && { error };
  const parts = {
    connections: { get: () => undefined },
    drafts: {
      get: () => state,
      changed: () => [],
      hints: () => [],
      problems: () => [],
      notes: () => state.notes,
      failure,
    },
    edits: { latest: () => '{}' },
  };
  const address = { connection: 'test', controller: form.controller, kind: 'record', id: '17' };
  const [a, b, c] = [parts, address, { isDirty: false }] as unknown as Given;
  return formState(a, b, c, true);
}

describe('form state', () => {
  const form = (permission: number): RecordForm =>
    read(answer({ city: 'Goa' }, { elements: [element('city', { permission })] }));

  it('says once that the record is read-only', () => {
    assert.deepEqual(notesOf(form(4)), ["You don't have permission to edit this record."]);
    assert.deepEqual(notesOf(form(2)), []);
    assert.deepEqual(notesOf({ ...form(4), isDeleted: true }), []);
  });

  it('says what is still possible if the record is read-only but has a button', () => {
    const lost = read(
      answer(
        { city: 'Goa', current_stage: 'Lost' },
        { elements: [element('city', { permission: 4 }), submit('reopen', 'Reopen')] },
      ),
    );
    assert.deepEqual(notesOf(lost), ['Lost: only Reopen is possible.']);
    const save = submit('save_progress', 'Save Progress');
    const saved = read(answer({ city: 'Goa' }, { elements: [element('city', { permission: 4 }), save] }));
    assert.deepEqual(notesOf(saved), ["You don't have permission to edit this record."]);
    const both = { elements: [element('city', { permission: 4 }), save, submit('reopen', 'Reopen')] };
    assert.deepEqual(notesOf(read(answer({ city: 'Goa' }, both))), [
      'Nothing in this record can be changed now: only Reopen is possible.',
    ]);
  });

  it('reports a change by someone else once: in general, or as conflicts', () => {
    const conflicts = [{ key: 'leads.city', label: 'City', original: 'Goa', mine: 'Pune', theirs: 'Delhi' }];
    assert.match(stateOf(form(2), { news: 'changed' }).news?.text ?? '', /changed by someone else/);
    assert.equal(stateOf(form(2), { news: 'changed', conflicts }).news, null);
    assert.match(stateOf(form(2), { news: 'deleted', conflicts }).news?.text ?? '', /was deleted/);
  });

  it('reports that the record could not be reloaded, unless another message says so', () => {
    const error = new ServiceError('notSignedIn', {
      doing: 'open it',
      why: 'the token has expired',
      remedy: 'Set one.',
    });
    const before = 'You are seeing the version that was loaded before.';
    assert.deepEqual(notesOf(form(2), {}, error), [`Could not open it: the token has expired. Set one. ${before}`]);
    assert.deepEqual(notesOf(form(2), {}, new Error('of a library')), [`The record could not be reloaded. ${before}`]);
    assert.deepEqual(notesOf(form(2), { seenAt: 1 }, error), []);
    assert.deepEqual(notesOf(form(2), { news: 'deleted' }, error), []);
  });
});
