import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { readRecordForm } from '../../../../src/service/documented/form/readForm.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { recordCard, readableValue } from '../../../../src/model/form/shownValue.ts';

describe('record card', () => {
  const element = (name: string, more: JsonObject = {}): JsonObject => ({
    name: ['leads', name],
    label: name,
    template: 'text',
    ...more,
  });
  const form = readRecordForm(
    {
      alias: 'leads',
      data: {
        leads: {
          id: '17',
          city: 'Pune',
          empty: '',
          owner_id: '4',
          __owner_id: 'Ada',
          status: 'b',
          tags: 'a,b',
          secret: 'hush',
          modified: '2024-01-01',
        },
      },
      form: {
        permission: 4,
        elements: [
          element('city'),
          element('empty'),
          element('owner_id'),
          element('status', { template: 'select', options: { a: 'Open', b: 'Closed' } }),
          element('tags', { template: 'multiselect', options: { a: 'Alpha', b: 'Beta' } }),
          element('secret', { template: 'password' }),
          element('modified'),
        ],
      },
    },
    { controller: controllerName('crm', 'leads'), operation: 'view' },
  );

  it('shows readable values, without empty ones or fields that the service maintains', () => {
    assert.deepEqual(
      recordCard(form, 10).map(({ label, value }) => `${label}: ${value}`),
      ['city: Pune', 'owner_id: Ada', 'status: Closed', 'tags: Alpha, Beta'],
    );
    assert.equal(recordCard(form, 2).length, 2);
  });

  it('shows the identifying columns of its list, in column order, without repeating its name', () => {
    const card = (...listed: string[]): string[] =>
      recordCard({ ...form, name: 'Pune Works' }, 3, listed).map(({ label, value }) => `${label}: ${value}`);
    assert.deepEqual(card('modified', 'nowhere', 'city', 'empty', 'secret', 'status', 'owner_id', 'tags'), [
      'modified: 01/01/2024',
      'status: Closed',
      'owner_id: Ada',
    ]);
    assert.deepEqual(card('nowhere', 'empty', 'secret'), ['city: Pune', 'owner_id: Ada', 'status: Closed']);
  });

  it('never shows a password', () => {
    const secret = form.fields.find(({ kind }) => kind === 'password');
    assert.ok(secret);
    assert.equal(readableValue(form, secret), '');
  });
});
