import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { addressParts, parseAddress } from '../../../../src/model/address/address.ts';
import { NewRecords } from '../../../../src/services/records/newRecords.ts';

const place = { connection: 'demo', controller: controllerName('crm', 'leads') };

describe('new records', () => {
  it('get a unique number across windows', () => {
    const windows = [new NewRecords(), new NewRecords()];
    const numbers = Array.from({ length: 100 }, (_, turn) => windows[turn % 2]?.next(place).number);
    assert.equal(new Set(numbers).size, 100);
  });

  it('get a number that fits in their URI', () => {
    for (const chance of [0, 0.5, 1 - Number.EPSILON / 2]) {
      const address = new NewRecords(() => chance).next(place);
      assert.deepEqual(parseAddress(addressParts(address)), address);
    }
  });

  it('receive their initial values once', () => {
    const records = new NewRecords();
    const address = records.next(place);
    records.setInitialValues(address, { city: 'Goa' });
    assert.deepEqual(records.consume({ ...address, connection: 'other' }), undefined);
    assert.deepEqual(records.consume(address), { city: 'Goa' });
    assert.deepEqual(records.consume(address), undefined);
  });
});
