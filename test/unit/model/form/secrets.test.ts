import assert from 'node:assert/strict';
import { draftFields } from '../../../../src/model/plan/pendingFields.ts';
import { guessMapping } from '../../../../src/model/import/importMapping.ts';
import { fileColumns, listColumns } from '../../../../src/model/compare/comparedFields.ts';
import { proposedEdit } from '../../../../src/model/draft/proposedEdit.ts';
import { isSecretName } from '../../../../src/model/secretNames.ts';
import { snapshotOfList } from '../../../../src/model/snapshot.ts';
import { tracedForm, withoutSecretParameters } from '../../../../src/model/requestTrace.ts';
import { column } from '../../services/export/exportPages.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';
import { pluck } from '../../../support/pluck.ts';

const form = read(
  answer(
    { city: 'Goa', f17: 'tok-4711', passwd: 'hunter22' },
    { permission: 2, elements: [element('city'), element('f17', { label: 'API key' }), element('passwd')] },
  ),
);

describe('secret field', () => {
  it('is recognized by name in any spelling', () => {
    for (const name of ['api_token', 'ApiKey', 'API key', 'passwd', 'userPassword', 'PIN', 'pinCode', 'client-secret'])
      assert.ok(isSecretName(name), name);
    for (const name of ['city', 'secretary', 'shipping', 'pinned', 'author', 'opinion', 'key_account', 'keyboard'])
      assert.ok(!isSecretName(name), name);
  });

  it('is not in a plan of pending changes, which says so', () => {
    const { fields, left } = draftFields(form, form.values, {
      ...form.values,
      city: 'Pune',
      f17: 'tok-new',
      passwd: 'x',
    });
    assert.deepEqual(fields, [{ field: 'city', was: 'Goa', becomes: 'Pune' }]);
    assert.deepEqual(left, ['API key', 'PASSWD']);
  });

  it('is not imported, since a journal would store it', () => {
    const subject = { form, columns: [], lookUpColumns: [], alias: 'leads', primaryKey: 'id' };
    assert.deepEqual(
      guessMapping(['city', 'f17', 'passwd'], subject, {}).map((use) => (use.kind === 'left' ? use.why : use.kind)),
      ['field', '“API key” contains a secret.', '“PASSWD” contains a secret.'],
    );
  });

  it('is neither proposed by nor shown to a language model', () => {
    const { changes, refused } = proposedEdit(form, form.values, { f17: 'tok-new' });
    assert.deepEqual(changes, []);
    assert.deepEqual(pluck(refused, 'why'), ['“API key” contains a secret. The user must enter it in the form.']);
  });

  it('is not compared, since compared values are stored', () => {
    const columns = ['leads.city', 'leads.f17', 'leads.passwd'].map((key) => column(key, 'text', key));
    assert.deepEqual(pluck(listColumns({ columns, alias: 'leads', primaryKey: undefined }, form), 'key'), [
      'leads.city',
    ]);
    assert.deepEqual(pluck(fileColumns(['City', 'Password', 'Token (leads.x)'], false, undefined), 'key'), ['City']);
  });

  it('is not in the stored data of a watched list view', () => {
    const columns = [column('leads.city', 'text', 'City'), column('leads.login_pin', 'text', 'Door')];
    const row = {
      id: '1',
      name: 'Ada',
      isDeleted: false,
      canEdit: undefined,
      canDelete: undefined,
      cells: ['Goa', '4711'],
    };
    const page = { columns, rows: [row], total: 1 } as unknown as Parameters<typeof snapshotOfList>[0];
    const snapshot = snapshotOfList(page, 'Leads');
    assert.deepEqual(snapshot.kind === 'list' && snapshot.rows.get('1')?.cells, ['Goa']);
  });

  it('is not in the request history, in any part of a request', () => {
    assert.equal(withoutSecretParameters('?page=2&author=Ada'), '?page=2&author=Ada');
    for (const query of [
      '?page=2&access_key=tok-4711',
      '?filter%5Bclient_secret%5D=tok-4711',
      `?q=${encodeURIComponent('{"a":[{"api_token":"tok-4711"}]}')}`,
    ]) {
      const safe = withoutSecretParameters(query);
      assert.doesNotMatch(safe, /tok-4711/);
      assert.match(decodeURIComponent(safe), /access_key=…|\[client_secret\]=…|"a":\[\{\}\]/);
    }
    assert.deepEqual(tracedForm([['data[users][pinCode]', '4711']]), [{ key: 'data[users][pinCode]', kind: 'secret' }]);
  });
});
