import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { type Effect, ServiceError } from '../../../../src/model/errors.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { json, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { answer, element, leads, read, submit } from './form/formAnswer.ts';

const form = read(
  answer({ city: 'Goa' }, { permission: 2, elements: [element('city'), submit('save_progress', 'S')] }),
);
const [action = assert.fail('there is no button')] = form.submitActions;
const fresh: RecordForm = { ...form, operation: 'add', id: null, name: '' };
const bulk = { path: 'bulk', method: 'post', ids: 'ids', idsAs: 'repeated' } as const;
const mail = ['The welcome mail could not be sent.'];

interface Answered {
  readonly status?: number;
  readonly body?: object;
  readonly location?: string;
}

describe('effect of a write by its response', () => {
  let service: ScriptedService;
  let client: RecordClient;
  let answers: (response: ServerResponse) => void;

  beforeEach(async () => {
    service = await scriptedService((_, response) => answers(response));
    const connection = testConnection(service.url, { bulkEdit: bulk, bulkDelete: bulk, deleteMethod: 'post' });
    client = new RecordClient(connection, { token: async () => 'token' });
  });
  afterEach(async () => {
    await client.close();
    await service.close();
  });

  const writes: Record<string, () => Promise<unknown>> = {
    add: () => client.sendSave(fresh, { city: 'Pune' }, action),
    'sign-up': () =>
      client.sendSignup({
        userName: 'ann',
        lastName: 'Lee',
        password: 'p',
        confirmPassword: 'p',
        isLicenseAccepted: true,
        roleId: '1',
      } as Parameters<RecordClient['sendSignup']>[0]),
    edit: () => client.sendSave(form, { city: 'Pune' }, action),
    delete: () => client.sendDelete(leads, '17'),
    'bulk edit': () =>
      client.sendBulkEdit(leads, ['17'], { form, values: { city: 'Pune' }, fields: form.fields }, action),
    'bulk delete': () => client.sendBulkDelete(leads, ['17']),
  };

  async function effectOf(write: string, { status = 200, body = {}, location }: Answered): Promise<Effect | 'done'> {
    answers = (response) => {
      if (location !== undefined) response.setHeader('location', location);
      json(response, body, status);
    };
    return (writes[write] ?? assert.fail(write))().then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.effect : assert.fail(String(error))),
    );
  }

  const created: Record<string, Answered> = {
    'an id on top': { body: { id: '42', errors: mail } },
    'a number for an id': { body: { id: 42, errors: mail } },
    'an id in its data': { body: { data: { id: '42' }, errors: mail } },
    'an id with a refusing status': { status: 422, body: { id: '42', errors: mail } },
    'a status of 201': { status: 201, body: { errors: mail } },
    'a status of 201 and an address': { status: 201, body: { errors: mail }, location: '/crm/leads/view?id=42' },
    'an address': { body: { errors: mail }, location: '/crm/leads/42' },
    'an address and a refusing status': { status: 409, body: { errors: mail }, location: '/crm/leads/42' },
    'a status of 202': { status: 202, body: { errors: mail } },
    'a status of 207': { status: 207, body: { errors: mail } },
    'a status of 500 that names a field': { status: 500, body: { errors: { city: mail } } },
    'a status of 503 that names a field': { status: 503, body: { errors: { city: mail } } },
    'a status of 501': { status: 501, body: { errors: mail } },
    'a status of 500 in its body': { body: { status: 500, errors: mail } },
    'a status of 201 in its body': { body: { code: '201', errors: mail } },
    'a redirect that asks for the same again': { status: 308, location: '/crm/leads/add' },
    'keys without words': { body: { errors: { city: [] } } },
  };
  for (const write of ['add', 'sign-up'])
    for (const [what, answered] of Object.entries(created))
      it(`is unknown for one ${write} that is answered with errors and ${what}`, async () => {
        assert.equal(await effectOf(write, answered), 'unknown');
      });

  const ids: Record<string, object> = {
    'in the record': { data: { leads: { id: '42', city: 'Pune' } } },
    'in the only record, whatever it is called': { data: { Lead: [{ id: '42' }] } },
    'in one of several records that nobody can tell apart': { data: { Lead: { id: '42' }, Owner: { id: '3' } } },
    'by another name': { insert_id: 42 },
  };
  for (const [where, body] of Object.entries(ids))
    it(`is unknown for an add whose errors come with an id ${where}`, async () => {
      assert.equal(await effectOf('add', { body: { ...body, errors: mail } }), 'unknown');
    });

  const refusals: Record<string, Answered> = {
    'with words': { body: { errors: mail } },
    'with no id at all': { body: { id: null, data: { leads: { id: '', city: 'Pune' } }, errors: mail } },
    'with the id of nothing': { body: { id: '0', data: { leads: { id: 0 } }, errors: mail } },
    'with the id of the user': { body: { user_id: '7', data: { leads: { owned_by: '7' } }, errors: mail } },
    'with the record that was sent, and one beside it': {
      body: { data: { leads: { city: 'Pune' }, owner: { id: '3' } }, errors: mail },
    },
    'by a status': { status: 422, body: { errors: mail } },
    'by a status in its body': { body: { status: 422, errors: mail } },
    'without words': { body: { errors: [{}] } },
  };
  for (const write of ['add', 'sign-up'])
    for (const [how, answered] of Object.entries(refusals))
      it(`is refused for one ${write} that is refused ${how}`, async () => {
        assert.equal(await effectOf(write, answered), 'refused');
      });

  it('is done for an add that says so, with its id from any location', async () => {
    for (const location of ['/crm/leads/view?id=42', '/crm/leads/view/42', '/crm/leads/42', '/crm/leads/42.json']) {
      answers = (response) => {
        response.setHeader('location', location);
        json(response, { errors: [] }, 201);
      };
      assert.equal((await client.sendSave(fresh, { city: 'Pune' }, action)).id, '42', location);
    }
  });

  const wordless = [
    [{}],
    [null],
    [''],
    [{ field: 'city', message: '' }],
    [[]],
    [0],
    [false],
    true,
    { city: '' },
    1,
    '-',
  ];
  for (const write of ['edit', 'delete', 'bulk edit', 'bulk delete'])
    it(`is refused for one ${write} with errors, with or without a message`, async () => {
      for (const errors of wordless)
        assert.equal(await effectOf(write, { body: { errors } }), 'refused', JSON.stringify(errors));
      assert.equal(await effectOf(write, { body: { error: [{}] } }), 'refused');
    });

  for (const write of Object.keys(writes))
    it(`is done for one ${write} with empty errors of any form`, async () => {
      for (const errors of [[], {}, null, '', ' ', false, 0, undefined])
        assert.equal(await effectOf(write, { body: { errors } }), 'done', JSON.stringify(errors));
    });

  it('is shown as a refusal without a reason if there is no message', async () => {
    answers = (response) => json(response, { errors: [{}] });
    await assert.rejects(client.sendSave(form, { city: 'Pune' }, action), {
      message: 'Could not save 17: the service refused it without giving a reason.',
    });
  });

  it('does not affect reads: a record with empty errors in its response is shown', async () => {
    const content = answer({ city: 'Goa' }, { permission: 2, elements: [element('city')] });
    answers = (response) => json(response, { ...content, errors: [{}] });
    assert.equal((await client.form(leads, 'view', '17')).values['city'], 'Goa');
  });

  it('is reported for each record of a bulk endpoint, with or without a message', async () => {
    answers = (response) => json(response, { errors: [{ id: '17' }], results: { 18: { errors: [{}] } } });
    const { refused } = await client.sendBulkDelete(leads, ['17', '18', '19']);
    assert.deepEqual([...refused.keys()], ['17', '18']);
    assert.equal(refused.get('18'), 'The service refused it without giving a reason.');
  });
});
