import assert from 'node:assert/strict';
import { defaultNetworkChoices, defaultServiceChoices } from '../../../../src/model/connection/connection.ts';
import { readConnections } from '../../../../src/model/connection/connectionSetting.ts';
import { writeConnection } from '../../../../src/model/connection/writeConnections.ts';
import type { JsonValue } from '../../../../src/model/json.ts';
import { pluck } from '../../../support/pluck.ts';

describe('connections setting', () => {
  it('requires only an id and an address', () => {
    const { connections, problems } = readConnections([{ id: 'prod', baseUrl: 'https://records.example.com/' }]);
    assert.deepEqual(problems, []);
    assert.deepEqual(connections, [
      {
        id: 'prod',
        name: 'prod',
        baseUrl: 'https://records.example.com',
        readOnly: false,
        choices: defaultServiceChoices,
        network: defaultNetworkChoices,
      },
    ]);
  });

  it('never allows a page size or a timeout of zero', () => {
    const [connection] = readConnections([
      { id: 'prod', baseUrl: 'https://records.example.com', pageSize: 0.2, timeoutSeconds: 0.0001 },
    ]).connections;
    assert.deepEqual(connection?.network, { pageSize: 1, timeoutMs: 1_000 });
  });

  it('never allows a page size above the read limit, or a timeout that overflows a timer', () => {
    const [connection] = readConnections([
      { id: 'prod', baseUrl: 'https://records.example.com', pageSize: 1e9, timeoutSeconds: 1e9 },
    ]).connections;
    assert.deepEqual(connection?.network, { pageSize: 1_000, timeoutMs: 600_000 });
  });

  it('round-trips', () => {
    const entry = {
      id: 'prod',
      name: 'Production',
      baseUrl: 'https://records.example.com',
      readOnly: true,
      pathSuffix: 'never',
      deleteMethod: 'get',
      emptyValue: 'empty',
      choiceSeparator: 'json',
      dateFormat: 'MM/DD/YYYY',
      saveAction: 'update',
      lookUpViews: { 'crm/leads': 'All leads' },
      bulkEdit: { path: 'bulk', method: 'post', ids: 'id', idsAs: 'comma' },
      timeoutSeconds: 5,
      pageSize: 20,
      proxy: 'http://proxy:8080',
    };
    const [connection] = readConnections([entry]).connections;
    assert.ok(connection);
    assert.deepEqual(writeConnection(connection), entry);
  });

  it('falls back to the defaults for choices that do not exist', () => {
    const [connection] = readConnections([
      { id: 'a', baseUrl: 'a.example', pathSuffix: 'sometimes', deleteMethod: 5, timeoutSeconds: -1, pageSize: 'many' },
    ]).connections;
    assert.deepEqual(connection?.choices, defaultServiceChoices);
    assert.deepEqual(connection?.network, defaultNetworkChoices);
  });

  it('is read-only only when explicitly set', () => {
    const readOnly = (value: JsonValue): boolean | undefined =>
      readConnections([{ id: 'a', baseUrl: 'a.example', readOnly: value }]).connections[0]?.readOnly;
    assert.equal(readOnly(true), true);
    assert.equal(readOnly('true'), false);
  });

  it('omits invalid entries with a reason, and keeps the rest', () => {
    const { connections, problems } = readConnections([
      5,
      { id: 'A B', baseUrl: 'a.example' },
      { id: 'a', baseUrl: 'ftp://a' },
      { id: 'a', baseUrl: 'a.example' },
      { id: 'a', baseUrl: 'b.example' },
      { id: 'demo', baseUrl: 'http://127.0.0.1:1' },
    ]);
    assert.deepEqual(pluck(connections, 'id'), ['a']);
    assert.equal(problems.length, 5);
    for (const problem of problems) assert.match(problem, /^Connection \d in the settings was skipped: .+/);
  });

  it('lets no bulk path leave the service', () => {
    for (const path of ['../admin', '//elsewhere.test/x', 'a?b', 'a/../../b']) {
      const { connections, problems } = readConnections([
        { id: 'a', baseUrl: 'a.example', bulkDelete: { path } },
        { id: 'b', baseUrl: 'b.example', bulkEdit: { path } },
      ]);
      assert.deepEqual([connections.length, problems.length], [0, 2], path);
      assert.match(problems[0] ?? '', /Enter a path under the address/);
    }
  });

  it('tolerates any value', () => {
    for (const setting of [undefined, null, 'x', 5, {}, [null]])
      assert.deepEqual(readConnections(setting as JsonValue).connections, []);
  });
});
