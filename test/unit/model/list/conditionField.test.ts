import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/model/json.ts';
import { type ConditionField, conditionFields } from '../../../../src/model/list/conditionField.ts';
import type { Column } from '../../../../src/model/list/recordPage.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

function fieldOf(more: JsonObject, column: Partial<Column> = {}): ConditionField | undefined {
  const form = read(answer({ x: null }, { permission: 2, elements: [element('x', more)] }));
  return conditionFields([plainColumn('leads.x', column)], 'leads', form)['leads.x'];
}

describe('column info of a condition', () => {
  it('comes from the form, because a list may declare everything as text', () => {
    assert.deepEqual(fieldOf({ template: 'number' }), { kind: 'number' });
    assert.deepEqual(fieldOf({ template: 'checkbox' }, { kind: 'number' }), { kind: 'boolean' });
    assert.equal(fieldOf({ template: 'date' })?.kind, 'date');
    assert.equal(fieldOf({ template: 'textarea' })?.kind, 'text');
    const options = [
      { value: 'a', text: 'Open' },
      { value: 'b', text: 'Won' },
    ];
    assert.deepEqual(fieldOf({ template: 'select', options: { a: 'Open', b: 'Won' } }), { kind: 'choice', options });
    assert.deepEqual(fieldOf({ template: 'multiselect', options: { a: 'Open', b: 'Won' } }), {
      kind: 'choices',
      options,
    });
  });

  it('is the kind of the list where its cells show a label', () => {
    const label = { key: 'X', columnName: 'leads.x' };
    assert.deepEqual(fieldOf({ template: 'number' }, label), { kind: 'text', isLabel: true });
    assert.equal(fieldOf({ template: 'select', options: { a: 'Open' } }, label)?.isLabel, true);
  });

  it('is the kind of the list without a form', () => {
    const columns = [plainColumn('leads.x', { kind: 'dateTime' }), plainColumn('Stage', { columnName: undefined })];
    assert.deepEqual(conditionFields(columns, 'leads', undefined), {
      'leads.x': { kind: 'dateTime' },
      Stage: { kind: 'text' },
    });
  });
});
