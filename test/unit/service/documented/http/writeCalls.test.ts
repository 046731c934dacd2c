import assert from 'node:assert/strict';
import { RecordClient } from '../../../../../src/service/documented/recordClient.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import { json, scriptedService } from '../../../../support/scriptedService.ts';
import { testConnection } from '../../../../support/testConnection.ts';
import { answer, element, read, submit } from '../form/formAnswer.ts';
import { CallBench, failedCall, leads } from './callBench.ts';
import { pluck } from '../../../../support/pluck.ts';

describe('write request', () => {
  const bench = new CallBench();
  afterEach(() => bench.close());

  it('is sent once, however it fails, and reports what may have happened', async () => {
    const { service, client } = await bench.start((_, response) => response.destroy());
    const error = await failedCall(client.sendDelete(leads, '7'), 'unreachable');
    assert.equal(error.effect, 'unknown');
    assert.match(error.message, /may have been made/);
    assert.equal(service.received.length, 1);
  });

  for (const [status, effect] of [
    [300, 'unknown'],
    [401, 'refused'],
    [403, 'refused'],
    [408, 'unknown'],
    [422, 'refused'],
    [429, 'refused'],
    [500, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ] as const)
    it(`has ${effect === 'refused' ? 'no' : 'an unknown'} effect after ${status}`, async () => {
      const { service, client } = await bench.start((_, response) => json(response, { errors: [] }, status));
      const error = await client.sendDelete(leads, '7').catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError);
      assert.equal(error.effect, effect);
      assert.equal(/Check the record before/.test(error.message), effect === 'unknown');
      assert.equal(service.received.length, 1);
    });

  it('has an unknown effect after a failure that names a field', async () => {
    const { client } = await bench.start((_, response) => json(response, { errors: { city: ['No'] } }, 500));
    const error = await failedCall(client.sendDelete(leads, '7'), 'refused');
    assert.equal(error.effect, 'unknown');
    assert.match(error.message, /^Could not delete record 7 of crm\/leads: No\. Check the record before/);
  });

  describe('that saves a form', () => {
    const form = read(
      answer({ city: 'Goa' }, { permission: 2, elements: [element('city'), submit('save_progress', 'S')] }),
    );
    const [action = assert.fail('there is no button')] = form.submitActions;

    for (const [what, errors, status, isSettledByReading] of [
      ['that names its fields', { city: ['No'], leads: { city: { notEmpty: 'No' } } }, 500, true],
      ['that names its fields, whatever the number', { city: ['No'] }, 503, true],
      ['that names something else as well', { city: ['No'], exception: 'No' }, 500, false],
      ['that names something else', { query: ['No'] }, 500, false],
      ['that names a field of something else', { exception: { city: 'No' } }, 500, false],
      ['that begins like a field', ['City: No'], 500, false],
    ] as const)
      it(`has an unknown effect after a failure ${what}${isSettledByReading ? ', until the record is read' : ''}`, async () => {
        const { client } = await bench.start((_, response) => json(response, { errors }, status));
        const error = await failedCall(client.sendSave(form, { city: 'Pune' }, action), 'refused');
        assert.deepEqual([error.effect, error.doubt !== undefined], ['unknown', isSettledByReading]);
        assert.match(error.why, /No/);
        assert.match(error.message, /Check the record before/);
      });

    it('has an unknown effect when the redirect target fails and names its fields', async () => {
      const { client } = await bench.start(({ method }, response) =>
        method === 'POST'
          ? response.writeHead(303, { location: '/crm/leads/view?id=17' }).end()
          : json(response, { errors: { city: ['No'] } }, 500),
      );
      assert.equal((await failedCall(client.sendSave(form, { city: 'Pune' }, action), 'refused')).effect, 'unknown');
    });
  });

  it('never lets one id be read as two', async () => {
    const service = await scriptedService((_, response) => json(response, { errors: [] }));
    const endpoint = { path: 'bulk', method: 'post', ids: 'ids' } as const;
    const client = (idsAs: 'comma' | 'repeated'): RecordClient =>
      new RecordClient(testConnection(service.url, { bulkDelete: { ...endpoint, idsAs } }), {
        token: async () => undefined,
      });
    const [comma, repeated] = [client('comma'), client('repeated')];
    try {
      const error = await failedCall(comma.sendBulkDelete(leads, ['6', '7,8']), 'refused');
      assert.match(error.message, /an id contains a comma/);
      assert.deepEqual([error.effect, service.received], ['notSent', []]);
      await comma.sendBulkDelete(leads, ['6', '7']);
      await repeated.sendBulkDelete(leads, ['6', '7,8']);
      assert.equal(service.received.length, 2);
    } finally {
      await Promise.all([comma.close(), repeated.close(), service.close()]);
    }
  });

  it('may have an empty response', async () => {
    const { client } = await bench.start((_, response) => response.writeHead(204).end());
    assert.deepEqual(await client.sendDelete(leads, '7'), { messages: [] });
  });

  for (const [status, location, code, effect] of [
    [307, '/elsewhere', 'notARecordService', 'refused'],
    [308, '/elsewhere', 'notARecordService', 'refused'],
    ...([301, 302, 303, 307, 308] as const).flatMap((every) => [
      [every, 'https://elsewhere.test/', 'notARecordService', 'unknown'] as const,
      [every, 'https://elsewhere.test/users/login', 'notARecordService', 'unknown'] as const,
      [every, '/users/login', 'notSignedIn', 'unknown'] as const,
      [every, '', 'unreadable', 'unknown'] as const,
    ]),
    [303, 'http://', 'unreadable', 'unknown'],
    // following it by GET would also delete
    [303, '/crm/leads/delete.json?id=8&is_confirm=1', 'unreadable', 'unknown'],
    [302, '/crm/leads/delete?id=8&is_confirm=1', 'unreadable', 'unknown'],
  ] as const)
    it(`is not resent by a ${status} to ${location}, and has ${effect === 'refused' ? 'no' : 'an unknown'} effect`, async () => {
      const { service, client } = await bench.start((_, response) => response.writeHead(status, { location }).end());
      const error = await failedCall(client.sendDelete(leads, '7'), code);
      assert.equal(error.effect, effect);
      assert.equal(/Check the record before/.test(error.message), effect === 'unknown');
      assert.equal(service.received.length, 1);
    });

  it('follows a 303 to its result, as a read', async () => {
    const { service, client } = await bench.start((request, response) =>
      request.method === 'POST'
        ? response.writeHead(303, { location: '/crm/leads/view?id=7' }).end()
        : json(response, { errors: [] }),
    );
    await client.sendDelete(leads, '7');
    assert.deepEqual(pluck(service.received, 'method'), ['POST', 'GET']);
  });
});
