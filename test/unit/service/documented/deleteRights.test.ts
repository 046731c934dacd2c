import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { json, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { answer, element, leads } from './form/formAnswer.ts';

const people = controllerName('crm', 'peoples');

describe('delete and edit permission', () => {
  let service: ScriptedService;
  let client: RecordClient;
  let token: string;
  /** Permissions in the rows of record 17 and others, and in forms. */
  let rows: Record<string, unknown>[];
  let isDeletable: number | undefined;
  let editable: number | undefined;

  beforeEach(async () => {
    token = 'mine';
    isDeletable = undefined;
    editable = undefined;
    service = await scriptedService(({ path, query }, response) => {
      if (path.includes('index')) return json(response, { paginate: { data: rows, header: [] }, errors: [] });
      if (query.has('current_category')) return json(response, { data: { leads: rows }, errors: [] });
      const id = query.get('id');
      const form = answer({ id, city: 'Goa' }, { permission: 2, elements: [element('city')] });
      json(response, { ...form, id, is_deletable: isDeletable, is_editable: editable });
    });
    client = new RecordClient(testConnection(service.url), { token: async () => token });
  });
  afterEach(async () => {
    await client.close();
    await service.close();
  });

  async function flags(...ids: string[]): Promise<(boolean | undefined)[]> {
    return Promise.all(ids.map(async (id) => (await client.open(leads, id)).isDeletable));
  }

  it('is from the latest response, either a row or a form', async () => {
    rows = [{ id: '17', is_delete: false }, { id: '18', is_delete: true }, { id: '19' }];
    await client.records(leads, {});
    assert.deepEqual(await flags('17', '18', '19', '17'), [false, undefined, undefined, false]);
    isDeletable = 1;
    assert.deepEqual(await flags('17', '18'), [true, true]);
    isDeletable = undefined;
    assert.deepEqual(await flags('17', '18'), [undefined, undefined]);
    isDeletable = 0;
    assert.deepEqual(await flags('17', '18'), [false, false]);
    isDeletable = undefined;
    assert.deepEqual(await flags('17', '18'), [false, false]);
    rows = [{ id: '17', is_delete: true }];
    await client.records(leads, {});
    assert.deepEqual(await flags('17', '18'), [undefined, false]);
  });

  it('covers edits, too: a row that denies editing makes a form without flags read-only', async () => {
    rows = [{ id: '17', is_edit: false }, { id: '18', is_edit: true }, { id: '19' }];
    await client.records(leads, {});
    const forms = await Promise.all(['17', '18', '19'].map((id) => client.open(leads, id)));
    assert.deepEqual(
      forms.map(({ fields, isEditable }) => [isEditable, fields[0]?.permission.editable]),
      [
        [false, false],
        [undefined, true],
        [undefined, true],
      ],
    );
    editable = 1;
    assert.equal((await client.open(leads, '17')).fields[0]?.permission.editable, true);
    editable = undefined;
    assert.equal((await client.open(leads, '17')).fields[0]?.permission.editable, true);
    editable = 0;
    assert.equal((await client.open(leads, '17')).fields[0]?.permission.editable, false);
    editable = undefined;
    assert.equal((await client.open(leads, '17')).fields[0]?.permission.editable, false);
    rows = [{ id: '17', is_edit: true }];
    await client.records(leads, {});
    assert.equal((await client.open(leads, '17')).fields[0]?.permission.editable, true);
  });

  it('is also read from related records', async () => {
    rows = [{ id: '17', is_delete: false }];
    await client.find(leads, { kind: 'category', category: '1' });
    assert.deepEqual(await flags('17'), [false]);
  });

  it('applies to one controller', async () => {
    rows = [{ id: '17', is_delete: false }];
    await client.records(people, {});
    assert.deepEqual(await flags('17'), [undefined]);
  });

  it('is the last one that a row stated', async () => {
    rows = [{ id: '17', is_delete: '0' }];
    await client.records(leads, {});
    rows = [{ id: '17' }];
    await client.records(leads, {});
    assert.deepEqual(await flags('17'), [false]);
    rows = [{ id: '17', is_delete: true }];
    await client.records(leads, {});
    assert.deepEqual(await flags('17'), [undefined]);
  });

  it('is unknown for another user', async () => {
    rows = [{ id: '17', is_delete: false }];
    await client.records(leads, {});
    token = 'yours';
    assert.deepEqual(await flags('17'), [undefined]);
  });

  it('is cached for a limited number of records, evicting the oldest', async () => {
    rows = [
      { id: '17', is_delete: false },
      ...Array.from({ length: 49_999 }, (_, at) => ({ id: `a${at}`, is_delete: false })),
    ];
    await client.records(leads, {});
    assert.deepEqual(await flags('17', 'a0'), [false, false]);
    rows = [
      { id: '17', is_delete: false },
      { id: 'b', is_delete: false },
    ];
    await client.records(leads, {});
    assert.deepEqual(await flags('17', 'a0', 'a1', 'b'), [false, undefined, false, false]);
  });
});
