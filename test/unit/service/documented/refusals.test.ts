import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { ServiceError, type ServiceErrorCode } from '../../../../src/model/errors.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { json, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { answer, element, leads, read, submit } from './form/formAnswer.ts';

type Answer = (response: ServerResponse) => void;

const form = read(
  answer({ city: 'Goa' }, { permission: 2, elements: [element('city'), submit('save_progress', 'S')] }),
);
const [action = assert.fail('there is no button')] = form.submitActions;
const fresh: RecordForm = { ...form, operation: 'add', id: null, name: '' };

const operations: Record<string, { doing: string; run: (client: RecordClient) => Promise<unknown> }> = {
  read: { doing: 'open record 17 of crm/leads', run: (client) => client.open(leads, '17') },
  'look at the form of a new record': {
    doing: 'create a new record in crm/leads',
    run: (client) => client.form(leads, 'add'),
  },
  save: { doing: 'save 17', run: (client) => client.sendSave(form, { city: 'Pune' }, action) },
  add: { doing: 'add the Lead', run: (client) => client.sendSave(fresh, { city: 'Pune' }, action) },
  delete: { doing: 'delete record 17 of crm/leads', run: (client) => client.sendDelete(leads, '17') },
};

describe('service that refuses', () => {
  let service: ScriptedService;
  let client: RecordClient;
  let answers: Answer;

  beforeEach(async () => {
    service = await scriptedService((_, response) => answers(response));
    client = new RecordClient(testConnection(service.url), { token: async () => 'token' });
  });
  afterEach(async () => {
    await client.close();
    await service.close();
  });

  async function failed(run: (client: RecordClient) => Promise<unknown>): Promise<ServiceError> {
    const error = await run(client).then(
      () => assert.fail('it did not fail'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ServiceError, String(error));
    return error;
  }

  for (const [name, { doing, run }] of Object.entries(operations)) {
    for (const status of [200, 422])
      it(`to ${name} with errors and status ${status} is quoted, with no effect`, async () => {
        answers = (response) => json(response, { errors: { city: ['Closed on Sundays.'] }, message: ['ok'] }, status);
        const error = await failed(run);
        assert.equal(error.message, `Could not ${doing}: Closed on Sundays.`);
        const effect = ['save', 'add', 'delete'].includes(name) ? 'refused' : 'notSent';
        assert.deepEqual([error.code, error.effect, error.reasons[0]?.field], ['refused', effect, ['city']]);
      });
  }

  describe('outside its errors', () => {
    const places: Record<string, [body: string, type: string, why: string]> = {
      'as a line of text': ['Closed on Sundays.', 'text/plain; charset=utf-8', 'Closed on Sundays'],
      'as a bare text': ['"Closed on Sundays."', 'application/json', 'Closed on Sundays'],
      'as a bare list': ['[{"field": "city", "message": "Closed."}]', 'application/json', 'Closed'],
      'as a problem': [
        '{"type": "about:blank", "title": "Conflict", "status": 409, "detail": "Closed on Sundays."}',
        'application/problem+json',
        'Closed on Sundays',
      ],
      'in what is meant for whoever runs it': ['Error: x\n  at y.js:1', 'text/plain', 'the service responded with 409'],
      'in a page': ['<html><body>Closed</body></html>', 'text/html', 'the service responded with 409'],
      'in a number': ['17', 'application/json', 'the service responded with 409'],
    };
    for (const [how, [body, type, why]] of Object.entries(places))
      it(`may give the reason ${how}`, async () => {
        answers = (response) => response.writeHead(409, { 'content-type': type }).end(body);
        const error = await failed((each) => each.sendSave(form, { city: 'Pune' }, action));
        assert.equal(error.message, `Could not save 17: ${why}.`);
      });

    it('is not confused with a gateway', async () => {
      for (const status of [403, 404, 501]) {
        answers = (response) => response.writeHead(status, { 'content-type': 'text/plain' }).end('no healthy upstream');
        assert.doesNotMatch((await failed((each) => each.sendSave(form, { city: 'Pune' }, action))).message, /healthy/);
      }
    });

    it('does not suggest checking its address when it says that a record is not found', async () => {
      answers = (response) => json(response, { errors: ['No such lead.'] }, 404);
      assert.equal(
        (await failed((each) => each.open(leads, '17'))).message,
        'Could not open record 17 of crm/leads: No such lead.',
      );
    });
  });

  for (const name of ['read', 'look at the form of a new record'])
    it(`with an empty response to ${name} is reported`, async () => {
      const { doing, run } = operations[name] ?? assert.fail(name);
      answers = (response) => response.end();
      const error = await failed(run);
      assert.match(
        error.message,
        new RegExp(`^Could not ${doing}: the response can't be read because it is empty\\. `),
      );
      assert.equal(error.code, 'unreadable');
    });

  for (const name of ['save', 'add', 'delete'])
    it(`may accept a request to ${name} with an empty response, and is asked once`, async () => {
      answers = (response) => response.end();
      await operations[name]?.run(client);
      assert.equal(service.received.length, 1);
    });

  describe('because the record was not found', () => {
    const gone: Record<string, [status: number, content: object, code: ServiceErrorCode]> = {
      'by its status': [404, { errors: [] }, 'notFound'],
      'by another status': [410, {}, 'notFound'],
      'in a good answer': [200, { errors: ['No such ticket.'] }, 'notFound'],
      'in another good answer': [200, { errors: [{ message: 'Record 17 does not exist' }], data: [] }, 'notFound'],
      'with an empty record': [200, { errors: [], data: [], form: { elements: [element('city')] } }, 'notFound'],
      'by the flag of a deleted record, in any language': [
        200,
        { errors: ['Dieser Kontakt ist weg.'], is_record_deleted: true },
        'notFound',
      ],
      'by a number beside its words': [200, { errors: [{ code: 404, message: 'Kein Datensatz.' }] }, 'notFound'],
      'by a number on top': [200, { status: '410', errors: ['Kein Datensatz.'] }, 'notFound'],
      'by a number that means something else': [200, { errors: [{ code: 403, message: 'Nein.' }] }, 'notAllowed'],
      'by a number at one of its fields': [
        200,
        { errors: [{ code: 404, field: 'city', message: 'Keine Stadt.' }] },
        'refused',
      ],
      'in words that may mean anything': [200, { errors: ['Computer says no.'] }, 'refused'],
    };
    for (const [how, [status, content, code]] of Object.entries(gone))
      it(`may say so ${how}`, async () => {
        answers = (response) => json(response, content, status);
        const error = await failed((each) => each.open(leads, '17'));
        assert.equal(error.code, code, error.message);
      });

    it('is not treated as not found if the message is about something in the record', async () => {
      answers = (response) => json(response, { errors: { city: 'This city was not found.' } });
      assert.equal((await failed((each) => each.sendSave(form, { city: 'Pune' }, action))).code, 'refused');
    });
  });

  describe('with the record it answered for', () => {
    const withIds = (top: unknown, inRecord: unknown): Answer => {
      const content = answer({ city: 'Goa' }, { permission: 2, elements: [element('city')] });
      return (response) => json(response, { ...content, id: top, data: { leads: { id: inRecord, city: 'Goa' } } });
    };

    it('is checked, since a save could overwrite another record', async () => {
      answers = withIds('18', '18');
      const error = await failed((each) => each.open(leads, '17'));
      assert.match(error.message, /Could not open record 17 of crm\/leads: the service returned record 18\./);
    });

    it('accepts the requested one, however the response writes its id, or without one', async () => {
      const ways: [asked: string, top: unknown, inRecord: unknown][] = [
        ['17', 17, null],
        ['17', null, '17'],
        ['17', 'form-3', 17],
        ['17', null, null],
        [' 17', ' 17', ' 17'],
        ['17', '0017', null],
        ['12345678901234567890', '12345678901234567890', null],
        ['AB-1', 'ab-1', 'ab-1'],
      ];
      for (const [asked, top, inRecord] of ways) {
        answers = withIds(top, inRecord);
        assert.equal((await client.open(leads, asked)).id, asked);
      }
    });
  });
});
