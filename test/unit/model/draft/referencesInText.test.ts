import assert from 'node:assert/strict';
import { referencesInText } from '../../../../src/model/draft/referencesInText.ts';

describe('references in a text', () => {
  const found = (value: unknown): string[] => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return referencesInText(text).map(
      ({ start, length, id, model }) => `${text.slice(start, start + length)} → ${model} ${id}`,
    );
  };

  it('are ids with a model name next to them, in rows as well', () => {
    assert.deepEqual(found({ owner: '3', __owner: 'Mira', owner_model: 'users', city: 'Goa', car_model: 'T' }), [
      '"3" → users 3',
      '"Mira" → users 3',
    ]);
    assert.deepEqual(found({ rows: [{ role_id: '7', role_id_model: '\\Acl\\Roles' }] }), ['"7" → \\Acl\\Roles 7']);
  });

  it('keep every digit of an id', () => {
    assert.deepEqual(found('{"owner": 9007199254740993, "owner_model": "users"}'), [
      '9007199254740993 → users 9007199254740993',
    ]);
  });

  it('are empty if nothing is referenced, and in a text that is not a record', () => {
    assert.deepEqual(found({ owner: null, __owner: null, owner_model: 'users' }), []);
    assert.deepEqual(found({ owner: '3', owner_model: null }), []);
    assert.deepEqual(found('{"owner": "3", "owner_mo'), []);
    assert.deepEqual(found('['.repeat(100_000)), []);
  });
});
