import assert from 'node:assert/strict';
import { type Connection, defaultNetworkChoices } from '../../../../src/model/connection/connection.ts';
import { connectionOfDraft, draftOf, draftProblems } from '../../../../src/model/connection/connectionInput.ts';
import { testConnection } from '../../../support/testConnection.ts';

const usual = { ...defaultNetworkChoices, timeoutMs: 40_000 };

describe('connection form', () => {
  const full: Connection = {
    ...testConnection(
      'https://records.example.com',
      {
        pathSuffix: 'never',
        deleteMethod: 'get',
        emptyValue: 'empty',
        choiceSeparator: 'pipe',
        dateFormat: 'DD/MM/YYYY',
        saveAction: 'save_&_close',
        lookUpViews: { 'crm/leads': 'All: leads', 'crm/peoples': '0f' },
        bulkEdit: { path: '{module}/bulk.json', method: 'post', ids: 'id', idsAs: 'comma' },
      },
      { timeoutMs: 5_000, pageSize: 20, extraCa: '/etc/ca.pem', proxy: 'http://own:1' },
    ),
    color: 'red',
    readOnly: true,
  };

  it('round-trips its values', () => {
    assert.deepEqual(connectionOfDraft(draftOf(full, usual), full, usual), full);
    const plain = testConnection('https://a.example', {}, usual);
    const draft = draftOf(plain, usual);
    assert.deepEqual([draft.timeoutSeconds, draft.pageSize, draft.proxy], ['', '', '']);
    assert.deepEqual(connectionOfDraft(draft, plain, usual), plain);
  });

  it('has no errors for a connection in use', () => {
    assert.deepEqual(draftProblems(draftOf(full, usual)), {});
  });

  it('reports errors per field', () => {
    const draft = {
      ...draftOf(full, usual),
      name: ' ',
      baseUrl: 'ftp://a',
      timeoutSeconds: '0',
      pageSize: '2.5',
      proxy: 'proxy:8080',
      lookUpViews: 'crm/leads: All\nAll leads',
      bulkEditIds: '',
      bulkDeletePath: 'https://elsewhere.example/delete',
    };
    const problems = draftProblems(draft);
    assert.deepEqual(Object.keys(problems).toSorted(), [
      'baseUrl',
      'bulkDeletePath',
      'bulkEditIds',
      'lookUpViews',
      'name',
      'pageSize',
      'proxy',
      'timeoutSeconds',
    ]);
    for (const sentence of Object.values(problems)) assert.match(sentence, /^[A-Z].*\.$/);
  });

  it('lets no bulk path leave the service', () => {
    for (const path of ['//elsewhere.example/x', '../admin', 'a/../../b', 'a?x=1', 'http://x', 'a b', 'a#b'])
      assert.ok(draftProblems({ ...draftOf(full, usual), bulkEditPath: path }).bulkEditPath, path);
    for (const path of ['edit_selected', '/{module}/{controller}/edit_selected.json'])
      assert.equal(draftProblems({ ...draftOf(full, usual), bulkEditPath: path }).bulkEditPath, undefined, path);
  });
});
