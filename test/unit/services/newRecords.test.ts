import assert from 'node:assert/strict';
import { NewRecords } from '../../../src/services/newRecords.ts';
import { plainMemory } from '../../support/memory.ts';

const place = { connection: 'demo', controller: { module: 'crm', controller: 'leads' } };

describe('records that are yet to be added', () => {
  it('get a number of their own, in later windows too', async () => {
    const memory = plainMemory();
    const first = new NewRecords(memory);
    const numbers = [await first.next(place), await first.next(place), await new NewRecords(memory).next(place)];
    assert.deepEqual(
      numbers.map(({ number }) => number),
      [1, 2, 3],
    );
  });

  it('get a number whatever is remembered', async () => {
    const memory = plainMemory();
    for (const odd of ['x', 999_999_999, null]) {
      await memory.update('newRecords', odd);
      assert.equal((await new NewRecords(memory).next(place)).number, 1);
    }
  });

  it('are handed what they begin with once', async () => {
    const records = new NewRecords(plainMemory());
    const address = await records.next(place);
    records.hand(address, { city: 'Goa' });
    assert.deepEqual(records.take({ ...address, connection: 'other' }), undefined);
    assert.deepEqual(records.take(address), { city: 'Goa' });
    assert.deepEqual(records.take(address), undefined);
  });
});
