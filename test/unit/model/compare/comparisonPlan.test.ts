import assert from 'node:assert/strict';
import type { ComparedField, SideColumn } from '../../../../src/model/compare/comparedFields.ts';
import type { ComparedEntry, ComparedRow } from '../../../../src/model/compare/comparison.ts';
import { carriedFields, type PlanChoice, plannedOperation } from '../../../../src/model/compare/comparisonPlan.ts';
import type { RecordField } from '../../../../src/model/form/formElement.ts';
import type { ImportSubject } from '../../../../src/model/import/importMapping.ts';

function column(field: string, more: Partial<SideColumn> = {}): SideColumn {
  const plain = { at: 0, key: `leads.${field}`, label: field, field, kind: 'text', options: [] } as const;
  return { ...plain, isId: false, isSystem: false, mayBeDefused: false, ...more };
}

const compared = (name: string, more: Partial<ComparedField> = {}): ComparedField => ({
  key: `leads.${name}`,
  label: name,
  kind: 'text',
  ends: [column(name), column(name)],
  isCompared: true,
  ...more,
});

const stages = [
  { value: 'n', text: 'New' },
  { value: 'o', text: 'Old' },
];
const fields: readonly ComparedField[] = [
  compared('city'),
  compared('stage', { kind: 'choice', ends: [column('stage', { options: stages }), column('stage')] }),
  compared('modified'),
  compared('owner'),
  compared('zip', { ends: [column('zip'), null], isCompared: false }),
];

const writable = (name: string, more: Partial<RecordField> = {}): Partial<RecordField> => ({
  at: [name],
  label: name,
  kind: 'text',
  isSystem: false,
  permission: { editable: true } as RecordField['permission'],
  ...more,
});

const subject = {
  form: {
    fields: [
      writable('city'),
      writable('stage'),
      writable('zip'),
      writable('modified', { isSystem: true }),
      writable('owner', { kind: 'reference' }),
    ],
  },
} as unknown as Pick<ImportSubject, 'form'>;

const row = (id: string | null, ...cells: ComparedRow['cells'][number][]): ComparedRow => ({
  key: id ?? '',
  id,
  name: `Lead ${id}`,
  cells,
});

describe('a plan of a comparison', () => {
  const all: PlanChoice = { target: 1, fields: carriedFields(fields, 1, subject), adds: true, deletes: true };
  const different: ComparedEntry = {
    kind: 'different',
    here: row('1', 'Goa', 'New', '1', 'a', '9'),
    there: row('7', 'Pune', 'o', '2', 'b'),
    fields: [0, 1, 2, 3],
  };

  it('carries over only what both sides have and the form lets be written, never what the service keeps for itself', () => {
    assert.deepEqual(
      all.fields.map(({ field }) => field),
      ['city', 'stage'],
    );
    const readOnly = {
      form: { fields: [writable('city', { permission: { editable: false } as RecordField['permission'] })] },
    } as unknown as typeof subject;
    assert.deepEqual(carriedFields(fields, 1, readOnly), []);
  });

  it('changes the record of its side to what the other has, in the spelling of the service', () => {
    assert.deepEqual(plannedOperation(fields, all, different), {
      do: 'edit',
      id: '7',
      name: 'Lead 7',
      fields: [
        { field: 'city', was: 'Pune', becomes: 'Goa' },
        { field: 'stage', was: 'o', becomes: 'n' },
      ],
    });
    const back = plannedOperation(fields, { ...all, target: 0, fields: all.fields.slice(0, 1) }, different);
    assert.deepEqual(back, {
      do: 'edit',
      id: '1',
      name: 'Lead 1',
      fields: [{ field: 'city', was: 'Goa', becomes: 'Pune' }],
    });
  });

  it('says nothing of a pair that differs in nothing that was chosen', () => {
    assert.equal(plannedOperation(fields, all, { ...different, fields: [2, 3] }), undefined);
    assert.equal(plannedOperation(fields, { ...all, fields: [] }, different), undefined);
  });

  it('adds and deletes only where that was chosen, and nothing that is ambiguous', () => {
    const onlyHere: ComparedEntry = { kind: 'onlyHere', here: row('1', 'Goa', null, '1') };
    const onlyThere: ComparedEntry = { kind: 'onlyThere', there: row('9', 'Agra', 'o', '1', 'x') };
    assert.deepEqual(plannedOperation(fields, all, onlyHere), {
      do: 'add',
      name: 'Lead 1',
      fields: [{ field: 'city', was: null, becomes: 'Goa' }],
    });
    assert.deepEqual(plannedOperation(fields, all, onlyThere), {
      do: 'delete',
      id: '9',
      name: 'Lead 9',
      held: { city: 'Agra', stage: 'o', modified: '1', owner: 'x' },
    });
    const none = { ...all, adds: false, deletes: false };
    assert.equal(plannedOperation(fields, none, onlyHere), undefined);
    assert.equal(plannedOperation(fields, none, onlyThere), undefined);
    const ambiguous: ComparedEntry = { kind: 'duplicate', key: 'x', name: '', counts: [2, 1] };
    assert.equal(plannedOperation(fields, all, ambiguous), undefined);
  });
});
