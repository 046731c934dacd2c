import assert from 'node:assert/strict';
import { type BulkField, fieldsOfAny } from '../../../../src/model/bulk/bulkPlan.ts';
import { pluck } from '../../../support/pluck.ts';

const field = (name: string, example = ''): BulkField => ({
  field: name,
  label: name,
  kind: 'text',
  options: [],
  example,
});

describe('the fields that bulk work offers', () => {
  it('are those of any record, in the order of the record that has most', () => {
    const offered = fieldsOfAny([
      [field('remarks')],
      [field('city'), field('name'), field('remarks')],
      [field('phone')],
    ]);
    assert.deepEqual(pluck(offered, 'field'), ['city', 'name', 'remarks', 'phone']);
  });

  it('show how the service writes a value, from the first record that has one', () => {
    const offered = fieldsOfAny([[field('city'), field('zip')], [field('city', 'Pune')], [field('city', 'Goa')]]);
    assert.equal(offered[0]?.example, 'Pune');
  });

  it('are none where no record has any', () => {
    assert.deepEqual(fieldsOfAny([[], []]), []);
  });
});
