import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/model/errors.ts';
import { json } from '../../../support/scriptedService.ts';
import { CallBench, failedCall, leads } from './callBench.ts';

describe('a call that writes to the service', () => {
  const bench = new CallBench();
  afterEach(() => bench.close());

  it('is sent once, however it fails, and says what may have happened', async () => {
    const { service, client } = await bench.start((_, response) => response.destroy());
    const error = await failedCall(client.delete(leads, '7'), 'unreachable');
    assert.equal(error.effect, 'unknown');
    assert.match(error.message, /may have been made/);
    assert.equal(service.received.length, 1);
  });

  for (const [status, effect] of [
    [401, 'none'],
    [403, 'none'],
    [422, 'none'],
    [429, 'none'],
    [500, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ] as const)
    it(`has ${effect === 'none' ? 'no' : 'an unknown'} effect after ${status}`, async () => {
      const { service, client } = await bench.start((_, response) => json(response, { errors: [] }, status));
      const error = await client.delete(leads, '7').catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError);
      assert.equal(error.effect, effect);
      assert.equal(service.received.length, 1);
    });

  it('has no effect after a failure that names the fields it is about', async () => {
    const { client } = await bench.start((_, response) => json(response, { errors: { city: ['No'] } }, 500));
    const error = await client.delete(leads, '7').catch((reason: unknown) => reason);
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.effect, error.message], ['none', 'Could not delete record 7 of crm/leads: No.']);
  });

  it('has no effect when nothing answers, or when it was cancelled before', async () => {
    const { service } = await bench.start((_, response) => json(response, {}));
    await service.close();
    assert.equal((await failedCall(bench.connect(service.url).delete(leads, '7'), 'unreachable')).effect, 'none');
    assert.equal(
      (await failedCall(bench.connect(service.url).delete(leads, '7', AbortSignal.abort()), 'cancelled')).effect,
      'none',
    );
  });

  it('has an unknown effect when no answer comes', async () => {
    const { client } = await bench.start(() => undefined, { timeoutMs: 100 });
    assert.equal((await failedCall(client.delete(leads, '7'), 'timedOut')).effect, 'unknown');
  });

  it('may be answered with nothing at all', async () => {
    const { client } = await bench.start((_, response) => response.writeHead(204).end());
    assert.deepEqual(await client.delete(leads, '7'), { messages: [] });
  });

  it('is not sent on by a 307', async () => {
    const { service, client } = await bench.start((_, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    await failedCall(client.delete(leads, '7'), 'notARecordService');
    assert.equal(service.received.length, 1);
  });

  it('is followed to its result by a 303, as a read', async () => {
    const { service, client } = await bench.start((request, response) =>
      request.method === 'POST'
        ? response.writeHead(303, { location: '/crm/leads/view?id=7' }).end()
        : json(response, { errors: [] }),
    );
    await client.delete(leads, '7');
    assert.deepEqual(
      service.received.map((request) => request.method),
      ['POST', 'GET'],
    );
  });
});
