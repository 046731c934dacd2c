import assert from 'node:assert/strict';
import { recordProblems, type ProblemContext } from '../../../../src/model/draft/recordProblems.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const form = read(
  answer(
    { city: 'Goa', rows: [{ zip: '1' }] },
    { permission: 2, elements: [element('city'), { ...element('zip'), name: ['leads', 'rows', 'zip'] }] },
  ),
);
const text = '{\n  "$schema": "x",\n  "city": "Goa",\n  "rows": [\n    { "zip": "1" }\n  ]\n}\n';
const nothing: ProblemContext = { form, problems: [], hints: [], refused: [], conflicts: [] };

const reported = (said: string, grounds: Partial<ProblemContext>): string[] =>
  recordProblems(said, { ...nothing, ...grounds }).map(
    ({ span, severity, text: words }) => `${severity} ${said.slice(span.start, span.end)}: ${words}`,
  );

describe('problems of a record text', () => {
  it('are empty for a valid text', () => {
    assert.deepEqual(reported(text, {}), []);
    assert.deepEqual(recordProblems(text, undefined), []);
  });

  it('are left to VS Code for invalid JSON, to avoid a duplicate message', () => {
    for (const broken of ['', '{', '{"a": 1', '{\n  "city": "Goa"\n  "b": 1\n}'])
      assert.deepEqual(reported(broken, { problems: [{ text: 'Not today.' }] }), []);
  });

  it('are shown at their field', () => {
    assert.deepEqual(reported(text, { refused: [{ at: ['city'], why: '“City” is read-only.' }] }), [
      'error "city": “City” is read-only.',
    ]);
    assert.deepEqual(reported(text, { hints: [{ key: 'leads.city', text: 'Too long.' }] }), [
      'warning "city": Too long.',
    ]);
    assert.match(
      reported(text, { conflicts: [{ at: ['city'], label: 'City' }] })[0] ?? '',
      /^warning "city": Someone else/,
    );
  });

  it('are shown at the parent or in the first line when the field has no position', () => {
    assert.deepEqual(reported(text, { problems: [{ key: 'leads.rows.zip', text: 'No such place.' }] }), [
      'error "rows": No such place.',
    ]);
    assert.deepEqual(reported(text, { problems: [{ text: 'Not today.' }, { key: 'leads.hat', text: 'No hats.' }] }), [
      'error {: Not today.',
      'error {: No hats.',
    ]);
    assert.deepEqual(reported('{}', { problems: [{ key: 'leads.city', text: 'Missing.' }] }), ['error {}: Missing.']);
  });

  it('are shown once', () => {
    const twice = { refused: [{ at: ['city'], why: 'No.' }], problems: [{ key: 'leads.city', text: 'No.' }] };
    assert.deepEqual(reported(text, twice), ['error "city": No.']);
  });
});
