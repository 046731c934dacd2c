import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { json, type ScriptedService } from '../../../support/scriptedService.ts';
import { describeOther, leads } from './otherService.ts';
import { pluck } from '../../../support/pluck.ts';

describeOther('service with other choices where the interface is silent', (start) => {
  const paths = (service: ScriptedService): string[] => service.received.map(({ method, path }) => `${method} ${path}`);

  describe('in the list of list views', () => {
    const view = (number: number): JsonObject => ({
      id: `v${number}`,
      name: `View ${number}`,
      controller: 'crm/leads',
      category_name: 'General',
      is_default: '0',
    });
    const all = Array.from({ length: 7 }, (_, index) => view(index));

    it('may cap its pages', async () => {
      const { client, service } = await start((request, response) => {
        const page = Number(request.query.get('page'));
        json(response, { paginate: { headers: [], data: all.slice((page - 1) * 3, page * 3), total_count: '7' } });
      });
      assert.deepEqual(
        pluck(await client.listViews(), 'id'),
        all.map(({ id }) => id),
      );
      assert.equal(service.received.length, 3);
    });

    it('may omit the total', async () => {
      const { client } = await start((request, response) => {
        const page = Number(request.query.get('page'));
        json(response, { paginate: { headers: [], data: all.slice((page - 1) * 3, page * 3) } });
      });
      assert.equal((await client.listViews()).length, 7);
    });

    it('may not support paging', async () => {
      const { client, service } = await start((_, response) =>
        json(response, { paginate: { data: all, total_count: 99 } }),
      );
      assert.equal((await client.listViews()).length, 7);
      assert.equal(service.received.length, 2);
    });

    it('may prefix its columns, nest the category, and return the query as an object', async () => {
      const row = {
        'listviews.id': 'a',
        'listviews.name': 'A',
        'listviews.controller': 'crm/leads',
        category: { name: 'Sales' },
        'listviews.is_default': 1,
        'listviews.query': { ui_helper: 'PieChart' },
      };
      const { client } = await start((_, response) => json(response, { paginate: { data: [row], total_count: 1 } }));
      assert.deepEqual(await client.listViews(leads), [
        {
          id: 'a',
          name: 'A',
          controller: leads,
          category: 'Sales',
          isDefault: true,
          chart: 'pie',
          hasConditions: false,
        },
      ]);
    });

    it('may not filter, and list views of other controllers are still left out', async () => {
      const { client, service } = await start((_, response) =>
        json(response, { paginate: { data: [view(1), { ...view(2), controller: 'crm/accounts' }], total_count: 2 } }),
      );
      assert.deepEqual(pluck(await client.listViews(leads), 'id'), ['v1']);
      assert.deepEqual(JSON.parse(service.received[0]?.query.get('q') ?? ''), {
        method: 'find',
        fields: ['*'],
        where: [{ 'listviews.controller': 'crm/leads' }],
        order: ['category.sequence ASC', 'listviews.sequence ASC', 'listviews.name ASC'],
      });
    });
  });

  it('may send full pages of other list views before those of the controller', async () => {
    const { client } = await start((request, response) => {
      const page = Number(request.query.get('page'));
      const controller = page < 3 ? 'crm/accounts' : 'crm/leads';
      const data = page > 3 ? [] : [{ id: `v${page}`, name: `View ${page}`, controller }];
      json(response, { paginate: { data } });
    });
    assert.deepEqual(pluck(await client.listViews(leads), 'id'), ['v3']);
  });

  describe('in its path suffix', () => {
    const page = { paginate: { data: [], header: [] } };
    const record = { data: { leads: { id: '1', name: 'A' } }, errors: [], alias: 'leads', id: '1' };

    it('may answer a path without .json with a web page', async () => {
      const { client, service } = await start((request, response) =>
        request.path.endsWith('.json') ? json(response, record) : response.end('<html></html>'),
      );
      await client.form(leads, 'view', '1');
      await client.form(leads, 'view', '1');
      assert.deepEqual(paths(service), ['GET /crm/leads/view', 'GET /crm/leads/view.json', 'GET /crm/leads/view.json']);
    });

    it('may not support .json, for reads or for writes', async () => {
      const { client, service } = await start((request, response) =>
        request.path.endsWith('.json') ? json(response, { errors: ['?'] }, 404) : json(response, page),
      );
      await client.records(leads, {});
      await client.sendDelete(leads, '1');
      assert.deepEqual(paths(service), ['GET /crm/leads/index.json', 'GET /crm/leads/index', 'POST /crm/leads/delete']);
    });

    it('is learned by each of several reads that started before it was known', async () => {
      const learned = Promise.withResolvers<void>();
      const { client } = await start((request, response) => {
        const isLate = request.query.get('page') === '2';
        if (!request.path.endsWith('.json')) json(response, page);
        else void (isLate ? learned.promise : Promise.resolve()).then(() => json(response, { errors: ['?'] }, 404));
      });
      const late = client.records(leads, { page: 2 });
      await client.records(leads, {});
      learned.resolve();
      await late;
    });

    it('is distinguished from a record that is not found', async () => {
      const { client, service } = await start((request, response) =>
        json(response, { errors: [`no record at ${request.path}`] }, 404),
      );
      await assert.rejects(client.form(leads, 'view', '1'), {
        code: 'notFound',
        message: /no record at \/crm\/leads\/view\./,
      });
      assert.equal(service.received.length, 2);
    });

    it('is not second-guessed when the user configured it', async () => {
      const { client, service } = await start((_, response) => json(response, { errors: ['?'] }, 404), {
        pathSuffix: 'never',
      });
      await assert.rejects(client.records(leads, {}), { code: 'notFound' });
      assert.deepEqual(paths(service), ['GET /crm/leads/index']);
    });
  });

  describe('in its delete method', () => {
    for (const status of [404, 405, 501])
      it(`may support only GET and answer ${status}, which is then remembered`, async () => {
        const lead = { data: { leads: { id: '1', name: 'A' } }, errors: [], alias: 'leads', id: '1' };
        const { client, service } = await start((request, response) =>
          request.method === 'GET' ? json(response, lead) : json(response, {}, status),
        );
        await client.sendDelete(leads, '1');
        await client.sendDelete(leads, '2');
        const deletes = service.received.filter(({ path }) => path.includes('delete'));
        assert.deepEqual(
          deletes.map(({ method, query }) => `${method} ${query.toString()}`),
          ['POST id=1&is_confirm=1', 'GET id=1&is_confirm=1', 'GET id=2&is_confirm=1'],
        );
      });

    it('is not tried another way for a missing record, which the first request may have deleted', async () => {
      const { client, service } = await start((_, response) => json(response, { errors: ['No such lead'] }, 404));
      await assert.rejects(client.sendDelete(leads, '1'), { code: 'notFound', message: /No such lead/ });
      assert.deepEqual(
        paths(service).filter((path) => path.includes('delete')),
        ['POST /crm/leads/delete.json'],
      );
    });

    it('is not tried another way after a failure that may have had an effect', async () => {
      const { client, service } = await start((_, response) => json(response, {}, 500));
      await assert.rejects(client.sendDelete(leads, '1'), { effect: 'unknown' });
      assert.equal(service.received.length, 1);
    });

    it('is used as configured', async () => {
      const { client, service } = await start((_, response) => json(response, {}, 405), { deleteMethod: 'post' });
      await assert.rejects(client.sendDelete(leads, '1'));
      assert.deepEqual(paths(service), ['POST /crm/leads/delete.json']);
      const other = await start((_, response) => json(response, { errors: [] }), { deleteMethod: 'get' });
      await other.client.sendDelete(leads, '1');
      assert.deepEqual(paths(other.service), ['GET /crm/leads/delete.json']);
    });
  });

  it('may refuse the form for editing; the record is then opened read-only', async () => {
    const { client } = await start((request, response) =>
      request.path.includes('edit')
        ? json(response, { errors: ['Not yours'] }, 403)
        : json(response, { data: { leads: { id: '1', city: 'Goa' } }, alias: 'leads', errors: [] }),
    );
    const form = await client.open(leads, '1');
    assert.equal(form.operation, 'view');
    assert.equal(form.values['city'], 'Goa');
    assert.ok([...form.fields, ...form.otherFields].every((field) => !field.permission.editable));
  });

  it('is not asked for the record another way when the token is wrong', async () => {
    const { client, service } = await start((_, response) => json(response, {}, 401));
    await assert.rejects(client.open(leads, '1'), { code: 'notSignedIn' });
    assert.equal(service.received.length, 1);
  });

  it('may return related records as a list, as a map, or as a page', async () => {
    const record = { id: '5', subject: 'Call' };
    for (const answer of [
      { data: { activities: [record] }, alias: 'activities' },
      { data: { activities: { '5': record } }, alias: 'activities' },
      { data: [record] },
      {
        paginate: {
          data: [{ 'activities.id': '5', 'activities.subject': 'Call' }],
          primary_key: 'activities.id',
          header: [],
        },
      },
    ]) {
      const { client, service } = await start((_, response) => json(response, answer));
      const page = await client.find(controllerName('crm', 'activities'), {
        kind: 'related',
        to: { id: '17', key: 'leads.id', modelClass: 'Lead' },
      });
      assert.deepEqual(pluck(page.rows, 'id'), ['5']);
      assert.equal(service.received[0]?.query.get('related_to'), '17');
      assert.deepEqual(JSON.parse(service.received[0]?.query.get('q') ?? ''), {
        where: { 'leads.id': '17' },
        pheader: '0',
        related_model_class: 'Lead',
        show_has_many_records: 'all',
      });
    }
  });

  it('can report errors of fields in several formats', async () => {
    const ways = [
      [{ field: 'city', message: 'Unknown city' }],
      { city: 'Unknown city' },
      { leads: { city: ['Unknown city'] } },
      [{ name: ['leads', 'city'], __name: 'leads.city', code: 7, message: 'Unknown city' }],
      [{ 'data[leads][city]': 'Unknown city' }],
    ];
    for (const errors of ways) {
      const { client } = await start((_, response) => json(response, { errors }));
      const error = await client.sendDelete(leads, '1').catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError);
      assert.deepEqual(
        [error.reasons[0]?.text, error.reasons[0]?.field?.at(-1)],
        ['Unknown city', 'city'],
        JSON.stringify(errors),
      );
    }
  });
});
