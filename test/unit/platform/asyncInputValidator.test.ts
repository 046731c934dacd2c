import assert from 'node:assert/strict';
import { AsyncInputValidator } from '../../../src/platform/ui/asyncInputValidator.ts';
import { addressProblem } from '../../../src/services/connections/testConnection.ts';
import { listViewAnswer } from '../../support/listViewAnswers.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { json, type ScriptedService, scriptedService } from '../../support/scriptedService.ts';
import { testClients } from '../../support/testClients.ts';

describe('typed address', () => {
  let service: ScriptedService;
  let status: number;
  let shown: (string | undefined)[];
  let onShown: (remark: string | undefined) => void;
  let trial: AsyncInputValidator;

  beforeEach(async () => {
    status = 200;
    service = await scriptedService((request, response) => json(response, listViewAnswer([], request), status));
    const { connections } = memoryConnections();
    // a connection with a token, at the same URL
    await connections.add({ name: 'Known', baseUrl: service.url }, 'secret-token');
    const deps = { connections, clients: testClients(connections) };
    shown = [];
    onShown = () => undefined;
    trial = new AsyncInputValidator(
      (typed, signal) => addressProblem(typed, deps, signal),
      (remark, isBusy) => {
        if (isBusy) return;
        shown.push(remark);
        onShown(remark);
      },
    );
  });
  afterEach(async () => {
    trial.cancel();
    await service.close();
  });

  const nextRemark = (): Promise<string> =>
    new Promise((resolve) => {
      onShown = (remark) => {
        if (remark !== undefined) resolve(remark);
      };
    });

  it('is tested after a delay, without a token, and shows why it does not work', async () => {
    status = 404;
    const remark = nextRemark();
    trial.plan(service.url);
    assert.match(await remark, /^No record service was found at this address \(it responded with 404\)\./);
    assert.ok(service.received.length > 0);
    for (const { headers } of service.received) assert.equal(headers.authorization, undefined);
  });

  it('is accepted by the second Enter if nothing answers, and by the first if a service does', async () => {
    assert.equal(await trial.accepts('http://127.0.0.1:1'), false);
    assert.match(shown.at(-1) ?? '', /^The connection was refused\./);
    assert.equal(await trial.accepts('http://127.0.0.1:1'), true);
    assert.equal(await trial.accepts(service.url), true);
    assert.equal(shown.at(-1), undefined);
  });

  it('is accepted if the service requires a token, which is requested later', async () => {
    status = 401;
    assert.equal(await trial.accepts(service.url), true);
    assert.equal(await trial.accepts(service.url), true);
    assert.equal(service.received.length, 1);
  });

  it('is discarded when something else is typed', async () => {
    status = 404;
    const before = trial.accepts(service.url);
    trial.plan('http://127.0.0.1:1');
    assert.equal(await before, false);
    assert.deepEqual(
      shown.filter((remark) => remark !== undefined),
      [],
    );
  });
});
