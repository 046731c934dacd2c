import assert from 'node:assert/strict';
import { DemoClient } from './demoClient.ts';

describe('demo service: page of records', () => {
  let client: DemoClient;
  let all: string;
  before(async () => {
    client = await DemoClient.start();
    all = await client.listViewId('All Leads');
  });
  after(() => client.service.close());

  const page = async (query: Record<string, string>) =>
    (await client.get('/crm/leads/index.json', 'admin', { current_listview: all, ...query })).body.paginate;
  const ids = async (query: Record<string, string>) =>
    (await page(query)).data.map((row: Record<string, string>) => row['leads.id']);

  it('has the documented envelope', async () => {
    const { status, body } = await client.get('/crm/leads/index.json');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), [
      'paginate',
      'errors',
      'current_listview',
      '__current_listview',
      'listview_id',
      'listview_name',
    ]);
    const wanted =
      'data alias count_query query render_as page page_size total_count primary_key display_field name category_id category_id_model __category_id header listview_id';
    assert.deepEqual(Object.keys(body.paginate), wanted.split(' '));
    assert.equal(body.paginate.primary_key, 'leads.id');
    assert.equal(body.paginate.render_as, 'index');
  });

  it('writes every value as a text or null, and permissions as booleans', async () => {
    const { data } = await page({});
    for (const row of data) {
      for (const [key, value] of Object.entries(row)) {
        const wanted = /^is_(edit|delete|comment)$/.test(key) ? 'boolean' : 'string';
        assert.ok(
          typeof value === wanted || (value === null && wanted === 'string'),
          `${key} is ${JSON.stringify(value)}`,
        );
      }
      assert.match(row['leads.deleted'], /^[01]$/);
      for (const acl of ['comment', 'edit', 'tmp_edit', 'delete', 'tmp_delete']) assert.ok(`leads._acl_${acl}` in row);
    }
    assert.ok('Current Stage' in data[0] && 'Owned By' in data[0] && 'Current Workflow Actors' in data[0]);
  });

  it('describes each column with flags in their documented types', async () => {
    const { header } = await page({});
    for (const column of header) {
      assert.match(column.is_invisible + column.clickable_link + column.compute_column_total, /^[01]{3}$/);
      assert.deepEqual(
        [typeof column.sortable, typeof column.visible, typeof column.column_total, typeof column.total_count],
        ['boolean', 'number', 'number', 'number'],
      );
    }
    assert.ok(header.some((column: { field_type: string }) => column.field_type !== 'Data-Field'));
    assert.ok(header.some((column: { column_total: number }) => column.column_total > 0));
  });

  it('returns every record exactly once, whatever the order', async () => {
    const { header, total_count: total } = await page({});
    const sortable = header.filter((column: { sortable: boolean }) => column.sortable);
    for (const { column_name: sort } of sortable) {
      for (const dir of ['ASC', 'DESC']) {
        const seen = new Set<string>();
        for (let number = 1; number <= Math.ceil(total / 70); number++) {
          for (const id of await ids({ sort, dir, page: String(number), limit: '70' })) seen.add(id);
        }
        assert.equal(seen.size, total, `${sort} ${dir}`);
      }
    }
  });

  it('reverses the order for DESC, even for equal values', async () => {
    const up = await ids({ sort: 'leads.priority', dir: 'ASC', limit: '1000' });
    const down = await ids({ sort: 'leads.priority', dir: 'DESC', limit: '1000' });
    assert.deepEqual(down, up.toReversed());
  });

  it('answers a page past the end with no records', async () => {
    assert.deepEqual(await ids({ page: '9999' }), []);
  });

  it('finds text ignoring case and accents, in any script and of any length', async () => {
    await client.save({ last_name: 'Größe-Žižek', first_name: '欧阳', city: 'Łódź' });
    for (const text of ['ŽIŽEK', 'zizek', '欧阳', '阳', 'größe-ziz']) {
      const found = (await page({ search_basic: text })).data.map(
        (row: Record<string, string>) => row['leads.last_name'],
      );
      assert.ok(found.includes('Größe-Žižek'), text);
    }
  });

  it('filters by q, given as one object or several', async () => {
    const { data } = await page({ limit: '1' });
    const city = data[0]['leads.city'];
    const one = await ids({ q: JSON.stringify({ where: { 'leads.city': city } }), limit: '1000' });
    const several = await ids({
      q: JSON.stringify({ method: 'find', where: [{ 'leads.city': city }, { 'leads.id': one[0] }] }),
    });
    assert.ok(one.length > 0);
    assert.deepEqual(several, [one[0]]);
  });

  it('has the columns and the order that q requests', async () => {
    const { data, header } = await page({
      q: JSON.stringify({ fields: ['leads.city', 'leads.country as land'], order: ['leads.city DESC'] }),
    });
    assert.deepEqual(
      header.map((column: { name: string }) => column.name),
      ['city', 'country'],
    );
    assert.ok('leads.city' in data[0] && 'land' in data[0]);
  });

  for (const [what, query, code] of [
    ['a q that is not JSON', { q: '{' }, 'malformed_q'],
    ['a q that is no object', { q: '[1]' }, 'malformed_q'],
    ['a condition on an unknown column', { q: '{"where":{"leads.nope":1}}' }, 'malformed_q'],
    ['SQL in place of a column', { q: '{"where":{"1=1; DROP TABLE leads":1}}' }, 'malformed_q'],
    ['an unknown sort column', { sort: 'leads.nope' }, 'unknown_column'],
    ['SQL in place of a sort column', { sort: 'id; DROP TABLE leads' }, 'unknown_column'],
    ['a column without an order', { sort: 'leads.notes' }, 'not_sortable'],
    ['a page before the first', { page: '0' }, 'malformed_page'],
    ['an unknown direction', { dir: 'UP' }, 'malformed_dir'],
  ] as const) {
    it(`reports what is wrong with ${what}`, async () => {
      const { status, body } = await client.get('/crm/leads/index.json', 'admin', { current_listview: all, ...query });
      assert.equal(status, 400);
      assert.equal(body.errors[0].code, code);
      assert.ok(body.errors[0].message.endsWith('.'));
    });
  }

  it('treats quotes and percent signs in a search literally', async () => {
    for (const text of ['"', "' OR 1=1 --", '100%"x"', 'NEAR(a b)', '*'])
      assert.deepEqual((await page({ search_basic: text })).data, [], text);
  });
});
