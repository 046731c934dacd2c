import assert from 'node:assert/strict';
import { queryText } from '../../../../../src/service/documented/http/serviceCaller.ts';

describe('the parameters of a request', () => {
  it('have a space as everyone reads it, and every other character as it is meant', () => {
    const text = queryText([
      ['sort', 'leads.first name'],
      ['id', 'a+b/c&d#é'],
    ]);
    assert.equal(text, 'sort=leads.first%20name&id=a%2Bb%2Fc%26d%23%C3%A9');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(text)), { sort: 'leads.first name', id: 'a+b/c&d#é' });
    assert.equal(queryText([]), '');
  });
});
