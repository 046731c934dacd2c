import assert from 'node:assert/strict';
import { withDecimals } from '../../../../src/model/list/columnDecimals.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const amount = plainColumn('amount', { kind: 'number' });
const learn = (columns = [amount], ...values: (string | null)[]): (number | undefined)[] =>
  withDecimals(
    columns,
    values.map((value) => ({ cells: [value] })),
  ).map(({ decimals }) => decimals);

describe('decimals of a column', () => {
  it('are the max of all values', () => {
    assert.deepEqual(learn([amount], '1036.50', '7', null, 'n/a', '-0.5'), [2]);
    assert.deepEqual(learn([amount], '1', '2'), [undefined]);
  });

  it('grow with later rows and never shrink', () => {
    const first = withDecimals([amount], [{ cells: ['1.5'] }]);
    assert.equal(withDecimals(first, [{ cells: ['2'] }]), first);
    assert.equal(withDecimals(first, [{ cells: ['2.25'] }])[0]?.decimals, 2);
  });

  it('ignore an endless fraction, a version and a date', () => {
    assert.deepEqual(learn([amount], '0.3333333333333333', '1.5'), [1]);
    assert.deepEqual(learn([plainColumn('version')], '1.2.3'), [undefined]);
    assert.deepEqual(learn([plainColumn('day', { kind: 'date' })], '20.12'), [undefined]);
  });
});
