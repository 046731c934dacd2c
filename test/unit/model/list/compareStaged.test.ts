import assert from 'node:assert/strict';
import { compareStaged, isShownAs, stagedValues } from '../../../../src/model/list/compareStaged.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
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
  const { same, conflicts, toSend } = compareStaged(form, new Map([['stage', { from, to }]]));
  return { same: same.size, conflicts: conflicts.size, sent: toSend.get('stage')?.to };
}

describe('a staged cell of a field with choices', () => {
  it('is compared and sent as what the record holds, where the list shows the texts', () => {
    assert.deepEqual(compared('Open', 'Won'), { same: 0, conflicts: 0, sent: '2' });
    assert.deepEqual(compared('1', '2'), { same: 0, conflicts: 0, sent: '2' });
    assert.deepEqual(compared('Won', 'Open'), { same: 1, conflicts: 0, sent: undefined });
    assert.deepEqual(compared('Won', '3'), { same: 0, conflicts: 1, sent: undefined });
  });

  it('is compared with what the record held where that is known', () => {
    const change = { from: 'O.', to: '2' };
    const conflicts = (held: string): number =>
      compareStaged(form, new Map([['stage', { ...change, held }]])).conflicts.size;
    assert.deepEqual([conflicts('1'), conflicts('3')], [0, 1]);
  });

  it('is sent as it was typed when no choice, or more than one, is called like that', () => {
    assert.deepEqual(compared('Open', 'Other'), { same: 0, conflicts: 0, sent: 'Other' });
    assert.deepEqual(compared('Open', 'Lost'), { same: 0, conflicts: 0, sent: 'Lost' });
  });
});

describe('a staged cell of a field with many choices', () => {
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
    const { same, conflicts, refused, toSend } = compareStaged(of, new Map([['stages', change]]));
    if (toSend.size > 0) return stagedValues(of, toSend)['stages'];
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
        /No value of “STAGES” shows how several choices are written/,
        to,
      );
    }
    assert.deepEqual(found(many(['1', '2']), 'Open, Won', 'Lost, Won'), ['2', '3']);
    assert.equal(found(many('1;2'), 'Open, Won', 'Lost, Won'), '2;3');
    assert.equal(found(many('["1","2"]'), 'Open, Won', 'Lost, Won'), '["2","3"]');
    assert.match(String(found(many('x;y'), 'x;y', 'Won')), /cannot be read as choices/);
    assert.deepEqual(found(many(['1']), 'Open', null), []);
    assert.deepEqual(found(many(null), null, 'Won'), ['2']);
    assert.equal(found(many(null, { data_type: 'SET' }), null, 'Won, Open'), '2,1');
  });

  it('is there already, in whatever order, or in the way of what someone else chose', () => {
    assert.equal(found(many(['3', '1']), 'Won', 'Open, Lost'), 'same');
    assert.match(String(found(many(['2']), 'Open', 'Lost')), /Someone else changed/);
    assert.match(String(found(many(['1']), 'Open', 'Klingon')), /“Klingon” is not one of the choices/);
    // the list writes in a way of its own, so what the record held decides
    assert.deepEqual(found(many(['1', '2']), '2 stages', 'Lost', '["2","1"]'), ['3']);
    assert.match(String(found(many(['1']), '2 stages', 'Lost', '["2","1"]')), /Someone else changed/);
    assert.ok(isShownAs(many(['1', 'old']), 'stages', 'old, Open'));
    assert.deepEqual(found(many(['1', 'old']), 'old, Open', 'old, Won'), ['old', '2']);
  });
});
