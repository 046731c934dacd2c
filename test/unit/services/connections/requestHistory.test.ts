import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import type { RequestTrace, TracedEntry } from '../../../../src/model/requestTrace.ts';
import { DownServices } from '../../../../src/services/connections/downServices.ts';
import { RequestHistory } from '../../../../src/services/connections/requestHistory.ts';
import { leadService } from '../../../support/leadService.ts';
import { json, type Script, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { answer, element, read, submit } from '../../service/documented/form/formAnswer.ts';

const trace: RequestTrace = {
  method: 'GET',
  path: '/crm/leads/index.json',
  query: '?search_basic=Ada',
  status: 200,
  outcome: 'answered',
  bytes: 10,
  startedAt: 0,
  durationMs: 5,
  attempt: 1,
};
const connection = testConnection('https://records.example.com/base');
const leads = controllerName('crm', 'leads');

describe('request history of a window', () => {
  it('has at most 500 requests, latest first', () => {
    const logged: RequestTrace[] = [];
    const history = new RequestHistory({ request: (_, one) => logged.push(one) });
    for (let turn = 1; turn <= 510; turn++) history.request(connection, { ...trace, bytes: turn });
    assert.deepEqual([history.all().length, history.all()[0]?.bytes, history.all().at(-1)?.bytes], [500, 510, 11]);
    assert.equal(logged.length, 510);
    history.clear();
    assert.deepEqual(history.all(), []);
  });

  it('includes the URL of each request', () => {
    const history = new RequestHistory({ request: () => undefined });
    history.request(connection, trace);
    assert.equal(history.all()[0]?.address, 'https://records.example.com/crm/leads/index.json?search_basic=Ada');
  });

  it('shows no secret that was searched for', async () => {
    const service = await scriptedService((_, response) => json(response, { errors: [], paginate: { data: [] } }));
    const history = new RequestHistory({ request: () => undefined });
    const here = testConnection(service.url);
    const options = { token: async () => undefined, onRequest: (one: RequestTrace) => history.request(here, one) };
    const client = new RecordClient(here, options);
    await client.records(leads, { where: { 'leads.api_token': 'hush', 'leads.city': 'Goa' } });
    await client.close();
    await service.close();
    assert.match(service.received[0]?.query.get('q') ?? '', /hush/);
    assert.match(history.all()[0]?.address ?? '', /Goa/);
    assert.doesNotMatch(JSON.stringify(history.all()), /hush/);
  });

  it('stores the latest form bodies, within a limit', () => {
    const history = new RequestHistory({ request: () => undefined });
    const form = (text: string): TracedEntry[] => [{ key: 'data[leads][note]', kind: 'text', text }];
    for (let turn = 0; turn < 300; turn++) history.request(connection, { ...trace, form: form('x'.repeat(20_000)) });
    const kept = history.all().filter((one) => typeof one.form === 'object').length;
    assert.ok(kept > 40 && kept <= 100, `${kept} are kept`);
    assert.equal(typeof history.all()[0]?.form, 'object');
    assert.equal(history.all().at(-1)?.form, 'dropped');
  });

  it('shows the body of a save without passwords and tokens', async () => {
    const service = await scriptedService((_, response) => json(response, { errors: [] }));
    const history = new RequestHistory({ request: () => undefined });
    const here = testConnection(service.url);
    const client = new RecordClient(here, {
      token: async () => 'very secret',
      onRequest: (one) => history.request(here, one),
    });
    const elements = [element('city'), element('gate_code', { template: 'password' }), submit('save_progress', 'Save')];
    const form = read(answer({ city: 'Goa' }, { permission: 2, elements }));
    const [action = assert.fail('there is no button')] = form.submitActions;
    await client.sendSave(form, { city: 'Pune, very secret', gate_code: 'hunter2' }, action);
    await client.close();
    await service.close();
    assert.deepEqual(history.all()[0]?.form, [
      { key: 'data[leads][id]', kind: 'text', text: '17' },
      { key: 'data[leads][city]', kind: 'text', text: 'Pune, •••' },
      { key: 'data[leads][gate_code]', kind: 'secret' },
      { key: 'data[normalized]', kind: 'text', text: '1' },
      { key: 'data[action][save_progress]', kind: 'text', text: 'Save' },
    ]);
  });

  async function outcomes(script: Script, work: (client: RecordClient) => Promise<unknown>): Promise<string[]> {
    const service = await scriptedService(script);
    const history = new RequestHistory({ request: () => undefined });
    const here = testConnection(service.url);
    const client = new RecordClient(here, {
      token: async () => 'very secret',
      onRequest: (one) => history.request(here, one),
    });
    await work(client).catch(() => undefined);
    await client.close();
    await service.close();
    assert.ok(!JSON.stringify(history.all()).includes('very secret'));
    return history.all().map(({ status, outcome }) => `${status ?? '-'} ${outcome}`);
  }

  it('shows the outcome of each request', async () => {
    const list = (client: RecordClient): Promise<unknown> => client.records(leads, {});
    const good = { paginate: { data: [], header: [] }, errors: [] };
    assert.deepEqual(await outcomes((_, response) => json(response, good), list), ['200 answered']);
    assert.deepEqual(await outcomes((_, response) => json(response, { errors: ['No.'] }), list), ['200 refused']);
    assert.deepEqual(await outcomes((_, response) => json(response, { errors: ['No.'] }, 403), list), ['403 refused']);
    assert.deepEqual(await outcomes((_, response) => void response.end('{{{'), list), ['200 unreadable']);
    const write = (client: RecordClient): Promise<unknown> => client.sendDelete(leads, '1');
    assert.deepEqual(await outcomes((_, response) => void response.destroy(), write), ['- noAnswer']);
  });

  it('lists every redirect', async () => {
    const moved: Script = ({ path }, response) =>
      path.startsWith('/new')
        ? json(response, { paginate: { data: [], header: [] }, errors: [] })
        : void response.writeHead(302, { location: '/new/index.json' }).end();
    assert.deepEqual(await outcomes(moved, (client) => client.records(leads, {})), ['200 answered', '302 answered']);
  });

  it('marks aborted requests', async () => {
    const ending = new AbortController();
    const waiting: Script = () => ending.abort();
    assert.deepEqual(await outcomes(waiting, (client) => client.records(leads, {}, ending.signal)), ['- canceled']);
  });

  it('reports since when a service has been unreachable, until it answers', async () => {
    const service = await leadService();
    const history = new RequestHistory({ request: () => undefined });
    const here = testConnection(service.url);
    const client = new RecordClient(here, {
      token: async () => undefined,
      onRequest: (one: RequestTrace) => history.request(here, one),
    });
    const down = new DownServices(history);
    const ask = (): Promise<unknown> => client.records(leads, {}).catch(() => undefined);
    await ask();
    assert.equal(down.since(here), undefined);
    service.isGone = true;
    const before = Date.now();
    await ask();
    const since = down.since(here) ?? assert.fail('it is said to answer');
    assert.ok(since >= before && since <= Date.now());
    await ask();
    assert.equal(down.since(here), since);
    // the history contains only the latest requests
    for (let turn = 0; turn < 600; turn++)
      history.request(here, { ...trace, outcome: 'noAnswer', startedAt: since + 1 });
    assert.equal(down.since(here), since);
    // nothing is known about another URL
    assert.equal(down.since({ ...here, baseUrl: 'http://127.0.0.1:1' }), undefined);
    service.isGone = false;
    await ask();
    assert.equal(down.since(here), undefined);
    await client.close();
    await service.close();
  });

  it('notifies once when an unreachable service answers again', () => {
    const history = new RequestHistory({ request: () => undefined });
    const returned: string[] = [];
    history.onDidReturn((id) => returned.push(id));
    const say = (...traces: Partial<RequestTrace>[]): number => {
      for (const one of traces) history.request(connection, { ...trace, ...one });
      return returned.splice(0).length;
    };
    const none: Partial<RequestTrace> = { outcome: 'noAnswer', status: undefined };
    const good: Partial<RequestTrace> = { outcome: 'answered' };
    const given: Partial<RequestTrace> = { outcome: 'canceled', status: undefined };
    assert.equal(say(good, good), 0);
    assert.equal(say(none, none, given), 0);
    assert.equal(say(good, good), 1);
    assert.equal(say(none, { outcome: 'refused', status: 401 }), 1, 'who says no is there');
    assert.equal(say({ outcome: 'refused', status: 503 }, given), 0);
    assert.equal(say(good), 1);
  });
});
