import assert from 'node:assert/strict';
import { compareStaged, isShownAs } from '../../../../src/model/list/compareStaged.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import type { StagedChange } from '../../../../src/model/list/stagedCells.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const options = [
  { value: '1', text: 'Open' },
  { value: '2', text: 'Won' },
  { value: '3', text: 'Lost' },
  { value: '4', text: 'Lost' },
];
const form = read(
  answer({ stage: '1' }, { permission: 2, elements: [element('stage', { template: 'select', options })] }),
);

function compared(from: string, to: string): Record<string, unknown> {
  const { same, conflicts, values } = compareStaged(form, new Map([['stage', { from, to }]]));
  return { same: same.size, conflicts: conflicts.size, sent: values['stage'] };
}

describe('staged cell of a choice field', () => {
  it('is compared and sent as the stored value, if the list shows labels', () => {
    assert.deepEqual(compared('Open', 'Won'), { same: 0, conflicts: 0, sent: '2' });
    assert.deepEqual(compared('1', '2'), { same: 0, conflicts: 0, sent: '2' });
    assert.deepEqual(compared('Won', 'Open'), { same: 1, conflicts: 0, sent: undefined });
    assert.deepEqual(compared('Won', '3'), { same: 0, conflicts: 1, sent: undefined });
  });

  it('is compared with the previous stored value if it is known', () => {
    const change = { from: 'O.', to: '2' };
    const conflicts = (held: string): number =>
      compareStaged(form, new Map([['stage', { ...change, held }]])).conflicts.size;
    assert.deepEqual([conflicts('1'), conflicts('3')], [0, 1]);
  });

  it('is sent as typed when no choice, or more than one, has that label', () => {
    assert.deepEqual(compared('Open', 'Other'), { same: 0, conflicts: 0, sent: 'Other' });
    assert.deepEqual(compared('Open', 'Lost'), { same: 0, conflicts: 0, sent: 'Lost' });
  });
});

describe('staged cell of a multiple choice field', () => {
  const many = (held: JsonValue, more: JsonObject = {}): RecordForm =>
    read(
      answer(
        { stages: held },
        {
          permission: 2,
          elements: [element('stages', { template: 'multiselect', options: options.slice(0, 3), ...more })],
        },
      ),
    );
  const found = (of: RecordForm, from: string | null, to: string | null, held?: string): unknown => {
    const change = { from, to, ...(held !== undefined && { held }) };
    const { same, conflicts, refused, toSend, values } = compareStaged(of, new Map([['stages', change]]));
    if (toSend.size > 0) return values['stages'];
    return same.size > 0 ? 'same' : (conflicts.get('stages')?.why ?? refused.get('stages'));
  };

  it('is sent as the form sends it, whichever way the list writes it', () => {
    for (const [from, to] of [
      ['Open', 'Open, Lost'],
      ['1', '1,3'],
      ['["1"]', '["1","3"]'],
    ] as const) {
      assert.deepEqual(found(many(['1']), from, to), ['1', '3'], to);
      assert.equal(found(many('1', { data_type: 'SET' }), from, to), '1,3', to);
      assert.match(
        String(found(many('1'), from, to)),
        /Could not determine from the values of “STAGES” how multiple choices are written/,
        to,
      );
    }
    assert.deepEqual(found(many(['1', '2']), 'Open, Won', 'Lost, Won'), ['2', '3']);
    assert.equal(found(many('1;2'), 'Open, Won', 'Lost, Won'), '2;3');
    assert.equal(found(many('["1","2"]'), 'Open, Won', 'Lost, Won'), '["2","3"]');
    assert.match(String(found(many('x;y'), 'x;y', 'Won')), /can't be read as a set of choices/);
    assert.deepEqual(found(many(['1']), 'Open', null), []);
    assert.deepEqual(found(many(null), null, 'Won'), ['2']);
    assert.equal(found(many(null, { data_type: 'SET' }), null, 'Won, Open'), '2,1');
  });

  it('is already stored in any order, or conflicts with what someone else chose', () => {
    assert.equal(found(many(['3', '1']), 'Won', 'Open, Lost'), 'same');
    assert.match(String(found(many(['2']), 'Open', 'Lost')), /Someone else changed/);
    assert.match(String(found(many(['1']), 'Open', 'Klingon')), /“Klingon” is not one of the choices/);
    // the list has its own notation, so the record's base value decides
    assert.deepEqual(found(many(['1', '2']), '2 stages', 'Lost', '["2","1"]'), ['3']);
    assert.match(String(found(many(['1']), '2 stages', 'Lost', '["2","1"]')), /Someone else changed/);
    const old = many(['1', 'old']);
    assert.ok(old.fields.some((field) => isShownAs(old, field, 'old, Open')));
    assert.deepEqual(found(many(['1', 'old']), 'old, Open', 'old, Won'), ['old', '2']);
  });

  it('matches the stored value, whatever delimiters surround it there', () => {
    for (const held of ['^2^', '{2}', '"2"']) {
      assert.equal(found(many(held), held, 'Won'), 'same', held);
      assert.doesNotMatch(String(found(many(held), 'Won', 'Lost')), /Someone else/, held);
      assert.doesNotMatch(String(found(many(held), 'Won', null, '["2"]')), /Someone else/, held);
    }
  });

  it('replaces its own save, even if that cleared it', () => {
    const cells = new Map([['stages', { from: 'Open', to: 'Won' }]]);
    for (const [sent, stored] of [
      [[], null],
      [['3', '1'], '1,3'],
      [['3', '1'], '^1^,^3^'],
    ] as const) {
      const written = new Map([['stages', { from: 'Open', shown: null, value: sent }]]);
      const count = (record: RecordForm): number => compareStaged(record, cells, written).conflicts.size;
      assert.deepEqual([count(many(stored)), count(many(['2', '3']))], [0, 1]);
    }
  });
});

describe('staged cell', () => {
  const owner = element('owner', { template: 'reference' });
  const record = (values: JsonObject, ...elements: JsonObject[]): RecordForm =>
    read(answer(values, { permission: 2, elements }));
  const found = (of: RecordForm, name: string, change: StagedChange): unknown => {
    const { same, conflicts, refused, values } = compareStaged(of, new Map([[name, change]]));
    return same.size > 0 ? 'same' : (refused.get(name) ?? conflicts.get(name)?.why ?? values);
  };

  it('references another record by id and model, whatever its current name', () => {
    const ada = record({ owner: '7', __owner: 'Ada B.', owner_model: 'users' }, owner);
    const set = (model?: string): StagedChange => ({
      from: 'Bo',
      held: '8',
      to: 'Ada',
      reference: { id: '7', ...(model !== undefined && { model }) },
    });
    for (const model of ['users', 'Users', '\\App\\Model\\User', undefined])
      assert.equal(found(ada, 'owner', set(model)), 'same', model);
    const team = { ...set('teams'), from: 'Ada B.', held: '7' };
    assert.deepEqual(found(ada, 'owner', team), { owner: '7', __owner: 'Ada', owner_model: 'teams' });
    // without a model in the response, it can't be checked
    assert.equal(found(record({ owner: '7', __owner: 'Ada' }, owner), 'owner', set('teams')), 'same');
  });

  it('is already stored when it writes the date of the record as the list does', () => {
    const born = record({ born: '2031-12-24' }, element('born', { template: 'date' }));
    assert.equal(found(born, 'born', { from: '13.11.2031', to: '24.12.2031' }), 'same');
    assert.deepEqual(found(born, 'born', { from: '24.12.2031', held: '2031-12-24', to: '25.12.2031' }), {
      born: '2031-12-25',
    });
  });

  it('is sent with the decimal comma of the record', () => {
    const rated = (rate: string): unknown =>
      found(record({ rate }, element('rate', { template: 'number' })), 'rate', { from: rate, to: '3.5' });
    for (const rate of ['12,5', '-0,25', '1.234,50']) assert.deepEqual(rated(rate), { rate: '3,5' }, rate);
    for (const rate of ['12.5', '1,234', '1,234.50', '7']) assert.deepEqual(rated(rate), { rate: '3.5' }, rate);
  });

  it('is already stored if someone else cleared it too, to null or to an empty text', () => {
    const city = element('city', { template: 'text' });
    for (const [now, held, to] of [
      ['', null, null],
      [null, null, ''],
      ['', 'Goa', null],
    ] as const)
      assert.equal(found(record({ city: now }, city), 'city', { from: 'Goa', held, to }), 'same');
    assert.equal(found(record({ city: '' }, city), 'city', { from: null, to: '' }), 'same');
    // a reference without a name isn't a cleared one
    const pointed = { from: 'Bob', held: '3', to: null, reference: { id: '5' } };
    assert.match(String(found(record({ owner: null }, owner), 'owner', pointed)), /Someone else changed/);
  });

  it('conflicts with what someone else wrote, even when it is set to the previous value', () => {
    const score = record({ score: '5' }, element('score', { template: 'number' }));
    assert.match(String(found(score, 'score', { from: '1', to: '1.0' })), /Someone else changed “SCORE”/);
  });

  it('is refused on its own if it is read-only, unless the record already has it', () => {
    const code = record({ code: 'a', owner: '7', __owner: 'Ada' }, element('code', { permission: 4 }), owner);
    assert.equal(found(code, 'code', { from: 'a', to: 'b' }), '“CODE” is read-only for you.');
    assert.equal(found(code, 'code', { from: 'b', to: 'a' }), 'same');
    for (const name of ['hat', '__owner'])
      assert.match(String(found(code, name, { from: null, to: 'b' })), /has no field “(hat|__owner)”/);
  });
});
