import assert from 'node:assert/strict';
import { DemoClient, type Answer } from './demoClient.ts';

describe('demo service: saving', () => {
  let client: DemoClient;
  let id: string;
  before(async () => {
    client = await DemoClient.start();
    id = (await client.leadWhere({ 'leads.current_stage': '1. New' }))['leads.id'];
  });
  after(() => client.service.close());

  const read = async (record = id): Promise<Answer> =>
    (await client.get('/crm/leads/view', 'admin', { id: record })).body.data.leads;
  const fieldsOf = (body: Answer): string[] => body.errors.map((error: Answer) => error['__name']);

  it('stores what was sent, clears nulls, and increments the revision', async () => {
    const before = await read();
    const { body } = await client.save({
      id,
      city: 'Pune',
      notes: 'null',
      '[stage_log][remarks]': 'first line\nsecond',
      interests: 'Training,Support',
      budget: '12.5',
      __owned_by: 'ignored',
      modified: '1999-01-01 00:00:00',
    });
    assert.deepEqual(body.errors, []);
    const after = await read();
    assert.deepEqual(
      [after.city, after.notes, after.stage_log.remarks, after.interests, after.budget],
      ['Pune', null, 'first line\nsecond', 'Training,Support', '12.50'],
    );
    assert.equal(Number(after.revision), Number(before.revision) + 1);
    assert.equal(after.modified_by, '1');
    assert.ok(after.modified > before.modified);
    assert.deepEqual(body.data.leads, after);
  });

  it('changes nothing when one field is invalid, and names each invalid one', async () => {
    const before = await read();
    const { status, body } = await client.save({
      id,
      city: 'Nowhere',
      email: 'nope',
      last_name: 'null',
      employees: '-3',
      country: 'XX',
      expected_close_date: '2026-02-30',
      account_id: '999999',
      website: 'javascript:alert(1)',
      probability: '101',
    });
    assert.equal(status, 200);
    assert.deepEqual(
      new Set(fieldsOf(body)),
      new Set(
        [
          'email',
          'last_name',
          'employees',
          'country',
          'expected_close_date',
          'account_id',
          'website',
          'probability',
        ].map((field) => `leads.${field}`),
      ),
    );
    assert.deepEqual(await read(), before);
  });

  it('replaces the rows of a record with the ones sent, identified by id', async () => {
    const person = async (): Promise<Answer> =>
      (await client.get('/crm/peoples/view', 'admin', { id: '1' })).body.data.peoples;
    const save = async (...entries: (readonly [string, string | File])[]): Promise<Answer> => {
      const rest = [['data[peoples][id]', '1'] as const, ['data[action][save_progress]', 'Save'] as const];
      return (await client.post('/crm/peoples/edit.json', [...entries, ...rest])).body;
    };
    const { documents, phone_numbers: phones } = await person();
    assert.deepEqual([documents.length, phones.length], [2, 2]);
    const [contract, passport] = documents;
    const scan = new File(['x'], 'deed.pdf');
    await save(
      ['data[peoples][documents][0][id]', passport.id],
      ['data[peoples][documents][1][scan]', scan],
      ['data[peoples][phone_numbers][0][id]', phones[1].id],
      ['data[peoples][phone_numbers][0][note]', 'Home'],
    );
    const after = await person();
    assert.deepEqual(
      after.documents.map((row: Answer) => row.scan),
      [passport.scan, 'deed.pdf'],
    );
    assert.deepEqual(after.phone_numbers, [{ ...phones[1], note: 'Home' }]);
    const refused = await save(['data[peoples][documents][0][id]', contract.id]);
    assert.match(refused.errors[0].message, /^Documents has no row \d+\.$/);
    await save(['data[peoples][documents]', 'null']);
    assert.deepEqual((await person()).documents, []);
    assert.equal((await person()).phone_numbers.length, 1);
  });

  it('refuses unknown fields and meaningless entries', async () => {
    assert.deepEqual(fieldsOf((await client.save({ id, nonsense: '1' })).body), ['leads.nonsense']);
    assert.deepEqual(fieldsOf((await client.save({ id, ['[__proto__][x]']: '1' })).body), ['leads.__proto__.x']);
    assert.equal(
      (
        await client.post('/crm/leads/edit.json', [
          ['data[leads][id]', id],
          ['other', '1'],
          ['data[action][save_progress]', 'x'],
        ])
      ).body.errors[0].code,
      'unknown_entry',
    );
  });

  it('requires exactly one action, and one that is offered', async () => {
    const without = await client.post('/crm/leads/edit.json', [['data[leads][id]', id]]);
    const two = await client.post('/crm/leads/edit.json', [
      ['data[leads][id]', id],
      ['data[action][save_progress]', 'a'],
      ['data[action][approve]', 'b'],
    ]);
    for (const { body } of [without, two]) assert.equal(body.errors[0].code, 'one_action');
    assert.equal((await client.save({ id }, 'admin', 'reopen')).body.errors[0].code, 'unknown_action');
  });

  it('moves a lead through its stages, to the end and back', async () => {
    const stages = [];
    for (const action of ['approve', 'approve', 'approve', 'approve', 'reopen', 'reject']) {
      stages.push((await client.save({ id }, 'admin', action)).body.data.leads.current_stage);
    }
    assert.deepEqual(stages, ['2. Contacted', '3. Qualified', '4. Proposal', '5. Won', '1. New', '6. Lost']);
    assert.deepEqual(fieldsOf((await client.save({ id, city: 'Goa' })).body), ['leads.city']);
    assert.deepEqual((await client.save({ id, closing_remarks: 'Too dear' })).body.errors, []);
  });

  it('updates counts and totals at once', async () => {
    const { body: added } = await client.save({ last_name: 'Zzyzx', budget: '10' });
    const figures = async (query: Record<string, string>): Promise<number[]> => {
      const list = await client.listViewId('All Leads');
      const { paginate } = (await client.get('/crm/leads/index.json', 'admin', { current_listview: list, ...query }))
        .body;
      const total = paginate.header.find((column: Answer) => column.name === 'budget').column_total;
      return [paginate.total_count, Math.round(total * 100)];
    };
    const search = { search_basic: 'zzyzx' };
    const filter = { q: JSON.stringify({ where: { 'leads.last_name': 'Zzyzx' } }) };
    const [count = 0, total = 0] = await figures({});
    assert.deepEqual(
      [await figures(search), await figures(filter)],
      [
        [1, 1000],
        [1, 1000],
      ],
    );
    await client.save({ id: added.id, budget: '12.34' });
    assert.deepEqual(
      [await figures({}), await figures(search), await figures(filter)],
      [
        [count, total + 234],
        [1, 1234],
        [1, 1234],
      ],
    );
    await client.save({ id: added.id, last_name: 'Plain' });
    assert.deepEqual(
      [await figures(search), await figures(filter)],
      [
        [0, 0],
        [0, 0],
      ],
    );
    await client.post(`/crm/leads/delete.json?id=${added.id}&is_confirm=1`, []);
    assert.deepEqual(await figures({}), [count - 1, total - 1000]);
  });

  it('lets a clerk save only their own records, without money fields', async () => {
    const own = (await client.leadWhere({ 'leads.owned_by': '2', 'leads.current_stage': '1. New' }, 'clerk'))[
      'leads.id'
    ];
    const record = await read(own);
    assert.deepEqual(
      (await client.save({ id: own, city: 'Oslo', expected_amount: record.expected_amount }, 'clerk')).body.errors,
      [],
    );
    assert.deepEqual(fieldsOf((await client.save({ id: own, expected_amount: '1' }, 'clerk')).body), [
      'leads.expected_amount',
    ]);
    assert.equal((await client.save({ id: '1', city: 'Oslo' }, 'reader')).body.errors[0].code, 'not_allowed');
  });

  it('adds a record and returns its id', async () => {
    const { body } = await client.save({ last_name: 'Neumann' }, 'clerk');
    assert.deepEqual(body.errors, []);
    const added = await read(body.id);
    assert.deepEqual(
      [added.last_name, added.owned_by, added.revision, added.current_stage],
      ['Neumann', '2', '1', '1. New'],
    );
    assert.match(added.business_key, /^LD-\d+$/);
    assert.equal((await client.leadWhere({ 'leads.last_name': 'Neumann' }))['leads.id'], body.id);
    assert.deepEqual(
      fieldsOf((await client.save({ first_name: 'No', business_key: added.business_key })).body).toSorted(),
      ['leads.business_key', 'leads.last_name'],
    );
    assert.equal((await client.save({ last_name: 'X' }, 'reader')).body.errors[0].code, 'not_allowed');
  });

  it('stores the name of an uploaded file', async () => {
    const file = new File(['hello'], 'größe.txt', { type: 'text/plain' });
    const { body } = await client.post('/crm/leads/add.json', [
      ['data[leads][last_name]', 'Filer'],
      ['data[leads][attachment]', file],
      ['data[action][save_progress]', 'x'],
    ]);
    assert.equal(body.data.leads.attachment, 'größe.txt');
  });

  it('deletes only if confirmed and permitted, and only once', async () => {
    const { body: added } = await client.save({ last_name: 'Gone' });
    const ask = (user: 'admin' | 'clerk', query = {}) =>
      client.get('/crm/leads/delete.json', user, { id: added.id, ...query });
    assert.equal((await ask('admin')).body.errors[0].code, 'not_confirmed');
    assert.equal((await ask('clerk', { is_confirm: '1' })).body.errors[0].code, 'not_allowed');
    assert.equal(
      (
        await client.send(`/crm/leads/delete.json?id=${added.id}&is_confirm=1`, {
          method: 'HEAD',
          headers: client.headers('admin'),
        })
      ).status,
      405,
    );
    const before = (await client.get('/crm/leads/index.json')).body.paginate.total_count;
    assert.deepEqual((await client.post(`/crm/leads/delete.json?id=${added.id}&is_confirm=1`, [])).body.errors, []);
    assert.equal((await client.get('/crm/leads/index.json')).body.paginate.total_count, before - 1);
    assert.equal((await client.get('/crm/leads/view', 'admin', { id: added.id })).body.is_record_deleted, true);
    assert.equal((await ask('admin', { is_confirm: '1' })).body.errors[0].code, 'deleted');
    assert.equal((await client.save({ id: added.id, city: 'x' })).body.errors[0].code, 'deleted');
  });

  it('changes and deletes several records, and reports the outcome of each', async () => {
    const ids: string[] = [];
    for (const last_name of ['A', 'B']) ids.push((await client.save({ last_name })).body.id);
    const edited = await client.post('/crm/leads/edit_selected.json', [
      ...ids.map((one) => ['ids[]', one] as const),
      ['ids[]', '777777'],
      ['data[leads][priority]', 'Urgent'],
      ['data[normalized]', '1'],
      ['data[action][save_progress]', 'x'],
    ]);
    assert.deepEqual(
      edited.body.data.leads.map((one: Answer) => [one.id, one.status, one.revision]),
      [
        [ids[0], 'saved', '2'],
        [ids[1], 'saved', '2'],
        ['777777', 'refused', null],
      ],
    );
    assert.deepEqual(
      edited.body.errors.map((error: Answer) => error.id),
      ['777777'],
    );
    assert.equal((await read(ids[0])).priority, 'Urgent');
    const query = new URLSearchParams([...ids.map((one): [string, string] => ['ids[]', one]), ['is_confirm', '1']]);
    const deleted = await client.send(`/crm/leads/delete_selected.json?${query.toString()}`, {
      headers: client.headers('admin'),
    });
    assert.deepEqual(deleted.body.errors, []);
    assert.deepEqual(
      deleted.body.data.leads.map((one: Answer) => one.status),
      ['deleted', 'deleted'],
    );
  });
});
