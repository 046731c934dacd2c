import assert from 'node:assert/strict';
import { recordName, recordNameFirst, recordTitle } from '../../../../src/model/form/recordForm.ts';
import { capitalized } from '../../../../src/model/sentence.ts';

describe('message about a record', () => {
  const unnamed = { name: '', id: '17', singular: 'issue' };

  it('starts with a capital letter, even if the service uses lowercase', () => {
    assert.equal(capitalized('issue “Door” was deleted.'), 'Issue “Door” was deleted.');
    assert.equal(capitalized('übung 3'), 'Übung 3');
    assert.equal(capitalized('“door”'), '“door”');
    assert.equal(capitalized(''), '');
    assert.equal(recordNameFirst(unnamed), 'Record 17');
    assert.equal(recordTitle(unnamed), 'Issue 17');
  });

  it('quotes the name of a record unchanged', () => {
    const named = { ...unnamed, name: 'iPhone' };
    assert.deepEqual([recordName(named), recordNameFirst(named), recordTitle(named)], ['iPhone', 'iPhone', 'iPhone']);
  });

  it('names a record without a name by its id, and a new one new', () => {
    assert.equal(recordName(unnamed), 'record 17');
    assert.equal(recordTitle({ ...unnamed, id: null }), 'New issue');
  });
});
