import assert from 'node:assert/strict';
import { compareStaged } from '../../../../src/model/list/compareStaged.ts';
import { answer, element, read } from '../../api/form/formAnswer.ts';

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
