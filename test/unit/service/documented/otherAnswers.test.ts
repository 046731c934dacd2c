import assert from 'node:assert/strict';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { json, type Script } from '../../../support/scriptedService.ts';
import { describeOther, leads } from './otherService.ts';
import { pluck } from '../../../support/pluck.ts';

describeOther('service with unusual responses to writes', (start) => {
  describe('in its response to an add', () => {
    const addForm = {
      data: { leads: { id: null, city: '' } },
      alias: 'leads',
      errors: [],
      form: {
        permission: 2,
        elements: [
          { name: ['leads', 'city'], label: 'City', permission: 2 },
          { name: ['action', 'save_progress'], label: 'Save', template: 'submit' },
        ],
      },
    };

    const answers: Record<string, { answer: Script; id: string | undefined }> = {
      'with the id on top': { answer: (_, response) => json(response, { id: 42, errors: [] }), id: '42' },
      'with the record': {
        answer: (_, response) => json(response, { data: { leads: { id: '42' } }, errors: [] }),
        id: '42',
      },
      'with the record and the one that it belongs to': {
        answer: (_, response) => json(response, { data: { owner: { id: '7' }, leads: { city: 'Goa' } }, errors: [] }),
        id: undefined,
      },
      'with the record under a name of its own': {
        answer: (_, response) => json(response, { data: { Lead: { id: '42' } }, errors: [] }),
        id: '42',
      },
      'with a row of a list': {
        answer: (_, response) => json(response, { data: { 'leads.id': '42' }, errors: [] }),
        id: '42',
      },
      'with nothing': { answer: (_, response) => response.writeHead(201).end(), id: undefined },
      'with an empty list': { answer: (_, response) => response.end('[]'), id: undefined },
      'with the bare id': {
        answer: (_, response) => response.end('"0f8fad5b-d9cb-469f-a165-70867728950e"'),
        id: '0f8fad5b-d9cb-469f-a165-70867728950e',
      },
      'with the record alone in a list': {
        answer: (_, response) => json(response, [{ id: '42', errors: [] }]),
        id: '42',
      },
      'with a number that may mean anything': { answer: (_, response) => response.end('1'), id: undefined },
      'with a word': { answer: (_, response) => response.end('"Saved."'), id: undefined },
      'with the place of what was created': {
        answer: (_, response) => response.writeHead(201, { location: '/crm/leads/view?id=42' }).end(),
        id: '42',
      },
      'with the place of what was created, as a path': {
        answer: (_, response) => response.writeHead(201, { location: '/crm/leads/view/LD%2F42' }).end(),
        id: 'LD/42',
      },
      'with the number that the database gave it': {
        answer: (_, response) => json(response, { errors: [], insert_id: 42 }),
        id: '42',
      },
      'with a list of the one record': {
        answer: (_, response) => json(response, { data: { leads: [{ id: '42' }] }, errors: [] }),
        id: '42',
      },
      'with success and no id': {
        answer: (_, response) => json(response, { errors: [], message: ['Saved'] }),
        id: undefined,
      },
      'by pointing to the record': {
        answer: (request, response) =>
          request.method === 'POST'
            ? response.writeHead(302, { location: '/crm/leads/view?id=42' }).end()
            : json(response, { errors: [] }),
        id: '42',
      },
    };
    for (const [how, { answer, id }] of Object.entries(answers))
      it(`may answer ${how}`, async () => {
        const { client, service } = await start((request, response, turn) =>
          request.path === '/crm/leads/add' ? json(response, addForm) : answer(request, response, turn),
        );
        const form = await client.form(leads, 'add');
        const action = actionForSave(form);
        assert.ok(action);
        assert.equal((await client.sendSave(form, { city: 'Goa' }, action)).id, id);
        assert.equal(service.received.filter(({ method }) => method === 'POST').length, 1);
      });
  });

  it('may redirect a write to a refusal, which leaves the effect of the write unknown', async () => {
    for (const [status, errors] of [
      [404, []],
      [403, ['Not for you.']],
      [200, ['Not for you.']],
      [302, []],
    ] as const) {
      const { client, service } = await start((request, response) => {
        if (request.method === 'POST') return void response.writeHead(303, { location: '/crm/leads/view?id=1' }).end();
        json(response, { errors }, status, { location: '/users/login' });
      });
      await assert.rejects(client.sendDelete(leads, '1'), { effect: 'unknown' }, String(status));
      assert.deepEqual(pluck(service.received, 'method'), ['POST', 'GET']);
    }
  });

  it('may know another user after a new token, who does not get the name of the previous one', async () => {
    let user: object = { user_id: '1', user_fullname: 'Ada', organization_name: 'Acme' };
    const { client } = await start((_, response) => json(response, { errors: [], license_agreement: '', ...user }));
    assert.deepEqual(await client.organization(), { userId: '1', userName: 'Ada', organizationName: 'Acme' });
    user = { user_id: '2' };
    assert.deepEqual(await client.organization(), { userId: '2' });
  });

  it('may answer a bulk request with a list of errors, whose indexes are not used as ids', async () => {
    const endpoint = { path: 'delete_selected', method: 'post', ids: 'ids[]', idsAs: 'repeated' } as const;
    const { client } = await start((_, response) => json(response, { errors: ['No.', 'Not today.'] }), {
      bulkDelete: endpoint,
    });
    await assert.rejects(client.sendBulkDelete(leads, ['0', '1', '2']), { code: 'refused', effect: 'refused' });
  });

  it('may answer a save with a text, which is shown, and with false, which is not a success', async () => {
    let body = '"All is well."';
    const { client } = await start((_, response) => response.end(body));
    assert.deepEqual((await client.sendDelete(leads, '1')).messages, [{ text: 'All is well.' }]);
    for (body of ['false', '0', '[false]', '[1, 2]'])
      await assert.rejects(client.sendDelete(leads, '1'), { effect: 'unknown' });
    body = '[{"errors": ["Not yours."]}]';
    await assert.rejects(client.sendDelete(leads, '1'), { code: 'refused', effect: 'refused' });
  });
});
