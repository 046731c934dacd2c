import assert from 'node:assert/strict';
import { messagesByField } from '../../../../src/model/form/fieldMessages.ts';
import { parseFieldName, pathKey } from '../../../../src/model/form/fieldPath.ts';

const fields = [
  { path: ['leads', 'city'], at: ['city'] },
  { path: ['leads', 'addresses', 'zip'], at: ['addresses', 'zip'] },
];

function fieldOf(...field: string[]): readonly string[] | undefined {
  return messagesByField([{ text: 'no', field }], fields)[0]?.field;
}

describe('field message', () => {
  it('finds the field by its full path, its key, or a longer form of either', () => {
    for (const path of [['leads', 'city'], ['city'], ['city', 'notEmpty'], ['leads', 'city', '0'], ['Lead', 'city']]) {
      assert.deepEqual(fieldOf(...path), ['leads', 'city'], path.join('.'));
    }
  });

  it('finds a field in the row of a sub-table', () => {
    assert.deepEqual(fieldOf('leads', 'addresses', '3', 'zip'), ['leads', 'addresses', 'zip']);
    assert.deepEqual(fieldOf('addresses', '0', 'zip'), ['leads', 'addresses', 'zip']);
  });

  it('names the row if the service does', () => {
    const rowOf = (...field: string[]): readonly string[] | undefined =>
      messagesByField([{ text: 'no', field }], fields)[0]?.at;
    for (const path of [
      ['leads', 'addresses', '3', 'zip'],
      ['addresses', '3', 'zip', 'notEmpty'],
    ])
      assert.deepEqual(rowOf(...path), ['addresses', '3', 'zip'], path.join('.'));
    assert.equal(rowOf('leads', 'addresses', 'zip'), undefined);
    assert.equal(rowOf('leads', 'city'), undefined);
  });

  it('keeps the name of a field that is not in the form', () => {
    assert.deepEqual(messagesByField([{ text: 'no', field: ['state_id'] }, { text: 'plain' }], fields), [
      { text: 'state_id: no' },
      { text: 'plain' },
    ]);
  });
});

describe('field name', () => {
  it('is parsed in every notation', () => {
    for (const name of [
      'leads.city',
      'data[leads][city]',
      'leads[city]',
      '/data/leads/city',
      "data['leads']['city']",
      'data.leads.city',
    ]) {
      assert.deepEqual(parseFieldName(name), ['leads', 'city'], name);
    }
    assert.deepEqual(parseFieldName('city'), ['city']);
    assert.deepEqual(parseFieldName('data'), ['data']);
  });

  it('has one key per path', () => {
    assert.notEqual(pathKey(['a.b']), pathKey(['a', 'b']));
    assert.notEqual(pathKey(['a\\', 'b']), pathKey(['a\\.b']));
  });
});
