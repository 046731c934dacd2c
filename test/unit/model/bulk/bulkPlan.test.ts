import assert from 'node:assert/strict';
import { type BulkChange, changedValue, isUniform } from '../../../../src/model/bulk/bulkChange.ts';
import {
  type BulkField,
  bulkFields,
  bulkOperations,
  fieldsOfAny,
  planDelete,
  planEdit,
  planUndo,
  type PlannedOutcome,
} from '../../../../src/model/bulk/bulkPlan.ts';
import { cellsNow, plannedValues } from '../../../../src/model/bulk/plannedCell.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { type RecordForm, recordValue } from '../../../../src/model/form/recordForm.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { readRecordForm } from '../../../../src/service/documented/form/readForm.ts';
import { pluck } from '../../../support/pluck.ts';

function element(name: string, label: string, template: string, more: object = {}): object {
  return { name: ['leads', ...name.split('.')], label, template, permission: 2, ...more };
}

const options = [
  { value: 'new', text: 'New lead' },
  { value: 'won', text: 'Won lead' },
];

const submit = { name: ['action', 'save_progress'], label: 'Save', template: 'submit', is_web_compatible: '1' };

function lead(values: JsonObject, more: JsonObject = {}): RecordForm {
  const answer = {
    errors: [],
    data: { leads: { id: '7', city: 'Goa', score: '12.50', stage: 'new', notes: null, secret: 'x', ...values } },
    id: '7',
    alias: 'leads',
    name: 'Ada',
    is_editable: 1,
    is_deletable: 1,
    filterRules: { city: [{ rule: ['maxLength', 12], message: 'City is too long.' }] },
    form: {
      permission: 2,
      elements: [
        element('city', 'City', 'text'),
        element('score', 'Score', 'number'),
        element('stage', 'Stage', 'select', { options }),
        element('notes', 'Notes', 'textarea'),
        element('secret', 'Secret', 'text', { permission: 4 }),
        element('log.remarks', 'Remarks', 'text'),
        element('photo', 'Photo', 'file'),
        element('owner', 'Owner', 'reference'),
        submit,
      ],
    },
    ...more,
  };
  return readRecordForm(answer as unknown as JsonObject, {
    controller: controllerName('crm', 'leads'),
    operation: 'edit',
  });
}

const set = (field: string, value: string): BulkChange => ({ field, kind: 'set', value });

function why(plan: PlannedOutcome): string {
  return plan.kind === 'refused' ? plan.why : assert.fail(`it is ${plan.kind}`);
}

describe('bulk change', () => {
  const form = lead({});
  function changed(change: BulkChange, values: JsonObject = {}): unknown {
    const own = lead(values);
    const field = own.fields.find((one) => one.at.join('.') === change.field);
    assert.ok(field);
    const { value, problem } = changedValue(field, recordValue(own, field), change);
    return problem ?? value;
  }

  it('sets, clears, replaces and adds', () => {
    assert.equal(changed(set('city', 'Pune')), 'Pune');
    assert.equal(changed({ field: 'city', kind: 'clear' }), null);
    assert.equal(changed({ field: 'city', kind: 'replace', find: 'o', with: '$&u' }), 'G$&ua');
    assert.equal(changed({ field: 'score', kind: 'add', amount: '0.1' }), '12.60');
  });

  it('sets a number with the decimal comma of the record', () => {
    for (const score of ['12,5', '1.234,50']) assert.equal(changed(set('score', '3.5'), { score }), '3,5');
    for (const score of ['12.5', '1,234', null]) assert.equal(changed(set('score', '3.5'), { score }), '3.5');
  });

  it('adds digit by digit, below zero and beyond the range of a number', () => {
    const add = (score: string, amount: string): unknown => changed({ field: 'score', kind: 'add', amount }, { score });
    assert.equal(add('0.1', '0.2'), '0.3');
    assert.equal(add('1', '-2.5'), '-1.5');
    assert.equal(add('-0.05', '0.05'), '0.00');
    assert.equal(add('9007199254740993', '1'), '9007199254740994');
  });

  it('reports what cannot be done', () => {
    assert.match(String(changed({ field: 'score', kind: 'add', amount: '1' }, { score: null })), /“Score” is empty/);
    assert.match(String(changed({ field: 'score', kind: 'add', amount: '1' }, { score: 'ten' })), /not a number/);
    assert.match(String(changed(set('score', 'ten'))), /must be a number/);
    assert.match(String(changed(set('stage', 'lost'))), /“Stage” has no choice “lost”/);
  });

  it('is uniform for all records when it only sets and clears', () => {
    assert.equal(isUniform([set('city', 'Pune'), { field: 'notes', kind: 'clear' }]), true);
    assert.equal(isUniform([{ field: 'score', kind: 'add', amount: '1' }]), false);
  });

  it('is offered for editable fields with a single value', () => {
    assert.deepEqual(pluck(bulkFields(form), 'field'), ['city', 'score', 'stage', 'notes', 'log.remarks', 'owner']);
    assert.deepEqual(bulkOperations('number'), ['set', 'add', 'clear']);
    assert.deepEqual(bulkOperations('longText'), ['set', 'replace', 'clear']);
    assert.deepEqual(bulkOperations('date'), ['set', 'clear']);
  });
});

describe('plan of a record', () => {
  it('has the old and new values of changed fields only', () => {
    const plan = planEdit(lead({}), [set('city', 'Goa'), set('stage', 'won')]);
    assert.deepEqual(plan, {
      kind: 'change',
      cells: [{ at: ['stage'], before: 'new', after: 'won', beforeText: 'New lead', afterText: 'Won lead' }],
    });
  });

  it('is unchanged when the record already has all values', () => {
    assert.deepEqual(planEdit(lead({}), [set('city', 'Goa'), { field: 'notes', kind: 'clear' }]), {
      kind: 'unchanged',
    });
  });

  it('references another record by id and model, if the record names a model', () => {
    const team: BulkChange = { field: 'owner', kind: 'set', value: '3', text: 'West', model: 'teams' };
    const ada = { owner: '3', __owner: 'Ada' };
    assert.deepEqual(planEdit(lead(ada), [team]), { kind: 'unchanged' });
    const plan = planEdit(lead({ ...ada, owner_model: 'users' }), [team]);
    assert.ok(plan.kind === 'change');
    assert.deepEqual(plannedValues(plan.cells), { owner: '3', __owner: 'West', owner_model: 'teams' });
    const now = (model: string): string => cellsNow(lead({ ...ada, owner_model: model }), plan.cells).kind;
    const spellings = ['users', 'Users', '\\App\\Model\\User', 'teams', 'Team', 'firms'];
    assert.deepEqual(spellings.map(now), ['before', 'before', 'before', 'after', 'after', 'other']);
  });

  it('is refused with a reason before anything is sent', () => {
    assert.match(why(planEdit(lead({}), [set('secret', 'y')])), /“Secret” is read-only for you/);
    assert.match(
      why(planEdit(lead({}, { is_editable: 0 }), [set('city', 'Pune')])),
      /you don't have permission to edit this record/,
    );
    assert.match(why(planEdit(lead({}, { is_record_deleted: true }), [set('city', 'Pune')])), /Ada is deleted/);
    assert.match(why(planEdit(lead({}), [set('town', 'Pune')])), /has no field “town”/);
    assert.match(why(planEdit(lead({}), [set('photo', 'a.png')])), /is a file/);
    assert.equal(why(planEdit(lead({}), [set('city', 'Thiruvananthapuram')])), 'City is too long.');
  });

  it('puts a nested field where the record has it', () => {
    const plan = planEdit(lead({ log: { remarks: 'a', node: '1' } }), [set('log.remarks', 'b')]);
    assert.ok(plan.kind === 'change');
    assert.deepEqual(plannedValues(plan.cells), { log: { remarks: 'b' } });
  });

  it('of a delete checks that the service permits it', () => {
    assert.deepEqual(planDelete(lead({})), { kind: 'delete' });
    assert.match(why(planDelete(lead({}, { is_deletable: 0 }))), /don't have permission to delete Ada/);
    assert.match(why(planDelete(lead({}, { is_record_deleted: true }))), /already been deleted/);
  });
});

describe('planned cells compared with the current record', () => {
  const cells = [{ at: ['score'], before: '12.5', after: '13.5' }];

  it('are as before, as planned or different, however numbers are written', () => {
    assert.equal(cellsNow(lead({}), cells).kind, 'before');
    assert.equal(cellsNow(lead({ score: '13.50' }), cells).kind, 'after');
    assert.deepEqual(cellsNow(lead({ score: '99' }), cells), { kind: 'other', why: '“Score” of Ada is now “99”' });
  });

  it('are found outside the record, and where a text replaces their parent', () => {
    const beside = { name: ['stage_log', 'node_id'], label: 'Node', template: 'text', permission: 2 };
    const remarks = { at: ['log', 'remarks'], before: null, after: 'z' };
    for (const log of [null, '', [], {}, 'text']) assert.equal(cellsNow(lead({ log }), [remarks]).kind, 'before');
    for (const held of ['', null, '5', undefined]) {
      const data = { leads: { id: '7' }, stage_log: held === undefined ? [] : { node_id: held } };
      const form = lead({}, { data, form: { permission: 2, elements: [beside, submit] } });
      const [field = assert.fail()] = form.fields;
      const plan = planEdit(form, [{ field: field.key, kind: 'set', value: '9' }]);
      assert.ok(plan.kind === 'change');
      assert.equal(cellsNow(form, plan.cells).kind, 'before', String(held));
    }
  });

  it('are different if someone cleared one or made part of the change', () => {
    const notes = { at: ['notes'], before: null, after: 'x' };
    assert.equal(cellsNow(lead({ notes: '' }), [notes]).kind, 'other');
    assert.deepEqual(cellsNow(lead({ score: '13.50' }), [...cells, notes]), {
      kind: 'other',
      why: '“Score” of Ada is now “13.50”',
    });
  });

  it('are restored unless someone changed them since', () => {
    assert.deepEqual(planUndo(lead({ score: '13.50' }), cells), {
      kind: 'change',
      cells: [{ at: ['score'], before: '13.50', after: '12.5' }],
    });
    assert.deepEqual(planUndo(lead({}), cells), { kind: 'unchanged' });
    assert.match(
      why(planUndo(lead({ score: '99' }), cells)),
      /skipped because it has changed since the run: “Score” of Ada is now “99”/,
    );
    const both = [{ at: ['city'], before: 'Pune', after: 'Goa' }, ...cells];
    assert.match(why(planUndo(lead({ score: '99' }), both)), /“Score” of Ada is now “99”/, 'the city is as written');
  });
});

const field = (name: string, example = ''): BulkField => ({
  field: name,
  label: name,
  kind: 'text',
  options: [],
  example,
});

describe('fields offered for bulk edits', () => {
  it('are the union of all records, in the order of the record with the most fields', () => {
    const offered = fieldsOfAny([
      [field('remarks')],
      [field('city'), field('name'), field('remarks')],
      [field('phone')],
    ]);
    assert.deepEqual(pluck(offered, 'field'), ['city', 'name', 'remarks', 'phone']);
  });

  it('show the notation of the service, from the first record with a value', () => {
    const offered = fieldsOfAny([[field('city'), field('zip')], [field('city', 'Pune')], [field('city', 'Goa')]]);
    assert.equal(offered[0]?.example, 'Pune');
  });

  it('are empty if no record has any', () => {
    assert.deepEqual(fieldsOfAny([[], []]), []);
  });
});
