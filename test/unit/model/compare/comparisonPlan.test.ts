import assert from 'node:assert/strict';
import type { ComparedField, SideColumn } from '../../../../src/model/compare/comparedFields.ts';
import type { ComparedEntry, ComparedRow } from '../../../../src/model/compare/comparison.ts';
import {
  copyableFields,
  mayBePlanned,
  type PlanChoice,
  plannedOperation,
} from '../../../../src/model/compare/comparisonPlan.ts';
import type { RecordField } from '../../../../src/model/form/formElement.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { ImportSubject } from '../../../../src/model/import/importMapping.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { PlanOperation } from '../../../../src/model/plan/recordPlan.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';
import { pluck } from '../../../support/pluck.ts';

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
    fields: [writable('city'), writable('stage'), writable('zip'), writable('modified', { isSystem: true })],
  },
} as unknown as Pick<ImportSubject, 'form'>;

const row = (id: string | null, ...cells: ComparedRow['cells'][number][]): ComparedRow => ({
  key: id ?? '',
  id,
  name: `Lead ${id}`,
  cells,
});

describe('plan of a comparison', () => {
  const all: PlanChoice = { target: 1, fields: copyableFields(fields, 1, subject), adds: true, deletes: true };
  const different: ComparedEntry = {
    kind: 'different',
    here: row('1', 'Goa', 'New', '1', 'a', '9'),
    there: row('7', 'Pune', 'o', '2', 'b'),
    fields: [0, 1, 2, 3],
  };

  it('copies only writable fields that both sides have, never those the service maintains', () => {
    assert.deepEqual(pluck(all.fields, 'field'), ['city', 'stage']);
    const readOnly = {
      form: { fields: [writable('city', { permission: { editable: false } as RecordField['permission'] })] },
    } as unknown as typeof subject;
    assert.deepEqual(copyableFields(fields, 1, readOnly), []);
  });

  it('changes the record to the value of the other side, in the notation of the service', () => {
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

  it('omits a pair that differs in no chosen field', () => {
    assert.equal(plannedOperation(fields, all, { ...different, fields: [2, 3] }), undefined);
    assert.equal(plannedOperation(fields, { ...all, fields: [] }, different), undefined);
  });

  it('adds and deletes only if chosen, and nothing ambiguous', () => {
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

describe('references and multiple choices in a plan of a comparison', () => {
  const tags = ['New', 'Old'];
  const lead = (values: JsonObject, letters: readonly string[]): RecordForm => {
    const options = tags.map((text, at) => ({ value: letters[at] ?? '', text }));
    const elements = [
      element('owner', { template: 'reference' }),
      element('tags', { template: 'multiselect', options }),
    ];
    return read(answer(values, { permission: 2, elements }));
  };
  const columns = [compared('owner'), compared('tags', { kind: 'choices' })];
  const [here, there] = [
    lead({ owner: '4', __owner: 'Ada', tags: ['n', 'o'] }, ['n', 'o']),
    lead({ owner: '7', __owner: 'Bob', tags: ['y'] }, ['x', 'y']),
  ];
  const copied = copyableFields(columns, 1, { form: there });
  const choice: PlanChoice = { target: 1, fields: copied, adds: true, deletes: false };
  const rows = {
    here: { ...row('1', 'Ada', 'New, Old'), form: here },
    there: { ...row('9', 'Bob', 'Old'), form: there },
  };

  it('are converted to stored values of the target: references by name, choices by label', () => {
    const planned = plannedOperation(columns, choice, { kind: 'different', ...rows, fields: [0, 1] });
    assert(planned?.do === 'edit');
    assert.deepEqual(pluck(planned.fields, 'field', 'was', 'wasText', 'becomes', 'becomesText'), [
      ['owner', '7', 'Bob', '4', 'Ada'],
      ['tags', ['y'], 'Old', ['x', 'y'], 'New, Old'],
    ]);
    assert.deepEqual(plannedOperation(columns, choice, { kind: 'onlyHere', here: rows.here }), {
      do: 'add',
      name: 'Lead 1',
      fields: [
        { field: 'owner', was: null, becomes: '4', becomesText: 'Ada' },
        { field: 'tags', was: null, becomes: ['x', 'y'] },
      ],
    });
  });

  it('come from the cells of a file, and are reported if the target lacks the choice', () => {
    const left: string[] = [];
    const plan = (cells: readonly string[]): PlanOperation | undefined =>
      plannedOperation(
        columns,
        choice,
        { kind: 'different', here: row(null, ...cells), there: rows.there, fields: [0, 1] },
        (label) => left.push(label),
      );
    const planned = plan(['Eve', 'New']);
    assert(planned?.do === 'edit');
    assert.deepEqual(pluck(planned.fields, 'becomes', 'becomesText'), [
      ['Eve', 'Eve'],
      [['x'], 'New'],
    ]);
    assert.deepEqual(left, []);
    plan(['Eve', 'Klingon']);
    assert.deepEqual(left, ['tags']);
  });

  it('are read for every record that differs in them, and kept as stored for a deleted one', () => {
    const different: ComparedEntry = { kind: 'different', here: row('1'), there: row('9'), fields: [1] };
    const lonely: ComparedEntry = { kind: 'onlyThere', there: rows.there };
    assert.deepEqual(
      [different, { ...different, fields: [5] }, lonely].map((entry) => mayBePlanned(choice, entry)),
      [true, false, false],
    );
    assert.equal(mayBePlanned({ ...choice, deletes: true }, lonely), true);
    const planned = plannedOperation(columns, { ...choice, deletes: true }, lonely);
    assert(planned?.do === 'delete');
    assert.deepEqual(planned.held, { owner: '7', tags: ['y'] });
  });

  it('are copied from a column that only shows the name, too', () => {
    const { field: _, ...shown } = column('owner', { nameOf: 'owner' });
    const named = [compared('owner', { ends: [shown, shown] })];
    assert.deepEqual(
      copyableFields(named, 1, { form: there }).map(({ field, ofRecord }) => [field, ofRecord?.kind]),
      [['owner', 'reference']],
    );
  });
});
