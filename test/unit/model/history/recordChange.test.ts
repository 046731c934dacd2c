import assert from 'node:assert/strict';
import { textValues } from '../../../../src/model/draft/recordText.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { historyLine, readHistoryLine } from '../../../../src/model/history/historyEntry.ts';
import { withoutSecrets } from '../../../../src/model/form/secrets.ts';
import { changeBetween, withSent } from '../../../../src/model/history/recordChange.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { answer, element, read, submit } from '../../service/documented/form/formAnswer.ts';

const elements = [
  element('city', { label: 'City' }),
  element('score', { label: 'Score', template: 'number' }),
  element('owned_by', { label: 'Owner', template: 'reference' }),
  element('pass', { label: 'Pass word', template: 'password' }),
  element('api_token', { label: 'Token' }),
  element('photo', { label: 'Photo', template: 'file' }),
  element('modified', { label: 'Modified', permission: 4 }),
  { name: ['leads', 'doors', 'place'], label: 'Place' },
  { name: ['leads', 'doors', 'code'], label: 'Code', template: 'password' },
  submit('save_progress', 'Save'),
];

function formOf(record: JsonObject): RecordForm {
  return read(answer(record, { permission: 2, elements }), 'edit');
}

const record: JsonObject = {
  id: '17',
  city: 'Goa',
  score: '7.50',
  owned_by: '2',
  __owned_by: 'Bob',
  owned_by_model: 'users',
  pass: 'hunter2',
  api_token: 'abc',
  photo: 'a.png',
  modified: '2026-01-01 10:00:00',
  doors: [{ id: '1', place: 'Front', code: '4711' }],
};
const form = formOf(record);
const never = (): boolean => false;

describe('stored change', () => {
  it('contains each changed field, before and after, with its companion keys', () => {
    const sent = { city: 'Pune', score: '7.5', owned_by: '3', __owned_by: 'Ada', owned_by_model: 'users' };
    const own = textValues(form);
    const change = changeBetween(form, own, withSent(form, own, sent), never);
    assert.deepEqual(change.before, { city: 'Goa', owned_by: '2', __owned_by: 'Bob', owned_by_model: 'users' });
    assert.deepEqual(change.after, { city: 'Pune', owned_by: '3', __owned_by: 'Ada', owned_by_model: 'users' });
    assert.deepEqual(
      change.fields.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
      ['City: Goa → Pune', 'Owner: Bob → Ada'],
    );
  });

  it('only names passwords and fields named like a secret, at any depth', () => {
    const own = textValues(form);
    const doors = [{ id: '1', place: 'Back', code: '0815' }];
    const after = withSent(form, own, { pass: 'hunter3', api_token: 'def', doors });
    const text = JSON.stringify(changeBetween(form, own, after, never));
    for (const secret of ['hunter', 'abc', 'def', '4711', '0815'])
      assert.ok(!text.includes(secret), `${secret} is in ${text}`);
    assert.match(text, /Back/);
    assert.match(text, /Pass word/);
    const held = JSON.stringify(withoutSecrets(form, own, never));
    for (const secret of ['hunter', 'abc', '4711']) assert.ok(!held.includes(secret), held);
    assert.match(held, /Front/);
  });

  it('has no connection token that a record happens to contain', () => {
    const own = textValues(form);
    const change = changeBetween(form, own, withSent(form, own, { city: 'Bearer s3cr3t' }), (text) =>
      /s3cr3t/.test(text),
    );
    assert.ok(!JSON.stringify(change).includes('s3cr3t'));
  });

  it('has the name of a file, and no fields that the service maintains', () => {
    const own = textValues(form);
    const file = { name: 'b.png', type: 'image/png', bytes: new Uint8Array([1, 2]) };
    const after = { ...withSent(form, own, { photo: file }), modified: '2026-02-02 10:00:00' };
    const change = changeBetween(form, own, after, never);
    assert.deepEqual(
      change.fields.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
      ['Photo: a.png → b.png'],
    );
    assert.deepEqual([change.before, change.after], [{}, {}]);
  });
});

describe('history line', () => {
  const entry = {
    key: 'k',
    at: 1,
    through: 'form',
    action: 'edit',
    service: 'http://a',
    controller: 'crm/leads',
    id: '17',
    name: 'Nordlicht',
    fields: [{ at: ['city'], label: 'City', from: 'Goa', to: 'Pune' }],
    before: { city: 'Goa' },
    after: { city: 'Pune' },
  } as const;

  it('round-trips, and is skipped when it is truncated or invalid', () => {
    const line = historyLine(entry);
    assert.deepEqual(readHistoryLine(line.trim()), entry);
    for (let end = 0; end < line.length - 1; end++) assert.equal(readHistoryLine(line.slice(0, end)), undefined);
    for (const other of ['null', '[]', '{}', '{"fields":[]}', JSON.stringify({ ...entry, fields: [{}] }), '7'])
      assert.equal(readHistoryLine(other), undefined);
    for (const at of [1e16, -1]) assert.equal(readHistoryLine(JSON.stringify({ ...entry, at })), undefined);
    for (const key of Object.keys(entry).filter((one) => one !== 'id'))
      assert.equal(readHistoryLine(JSON.stringify({ ...entry, [key]: null })), undefined, key);
  });

  it('of a very long record says that its values are not stored', () => {
    const line = historyLine({ ...entry, after: { city: 'x'.repeat(300_000) } });
    assert.ok(line.length < 10_000);
    const cut = readHistoryLine(line.trim());
    assert.ok(cut && 'isCut' in cut);
  });
});
