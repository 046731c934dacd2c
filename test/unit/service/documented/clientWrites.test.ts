import type { UniformChange } from '../../../../src/service/recordService.ts';
import assert from 'node:assert/strict';
import type { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { ServiceChoices } from '../../../../src/model/connection/connection.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { failure } from '../../../support/failure.ts';
import { describeService, leads, text } from './embeddedService.ts';

function cityChange(form: RecordForm, city: string): UniformChange {
  return { form, values: { city }, fields: form.fields.filter(({ at }) => at.join('.') === 'city') };
}

describeService('client writes to the demo service', (use) => {
  async function save(
    client: RecordClient,
    form: RecordForm,
    values: Record<string, string | null>,
  ): ReturnType<RecordClient['sendSave']> {
    const action = actionForSave(form);
    assert.ok(action, 'the form offers no plain save');
    return client.sendSave(form, values, action);
  }

  describe('4: a save', () => {
    it('changes only the fields it names', async () => {
      const id = use.anyLead();
      const before = await use.admin.open(leads, id);
      await save(use.admin, before, { city: 'Świnoujście & “co”\n東京' });
      const after = await use.admin.open(leads, id);
      assert.equal(after.values['city'], 'Świnoujście & “co”\n東京');
      const differing = Object.keys(after.values).filter(
        (key) => JSON.stringify(after.values[key]) !== JSON.stringify(before.values[key]),
      );
      const system = new Set([
        'modified',
        'modified_by',
        '__modified_by',
        'modified_by_model',
        'revision',
        '__modified',
      ]);
      assert.deepEqual(
        differing.filter((key) => !system.has(key)),
        ['city'],
      );
    });

    it('clears a field with null', async () => {
      const id = use.anyLead();
      await save(use.admin, await use.admin.open(leads, id), { city: null });
      const city = (await use.admin.open(leads, id)).values['city'];
      assert.ok(city === null || city === '');
    });

    it('without changes has no effect', async () => {
      const id = use.anyLead();
      const before = await use.admin.open(leads, id);
      await save(use.admin, before, {});
      const after = await use.admin.open(leads, id);
      for (const field of before.fields.filter((each) => each.permission.editable)) {
        const key = field.at.at(-1) ?? '';
        assert.deepEqual(after.values[key], before.values[key], field.label);
      }
    });

    it('is refused at the invalid field, and then has no effect', async () => {
      const id = use.anyLead();
      const form = await use.admin.open(leads, id);
      const error = await failure(save(use.admin, form, { email: 'no address', city: 'Nowhere' }), 'refused');
      assert.equal(error.effect, 'refused');
      assert.ok(
        error.reasons.some((reason) => reason.field?.at(-1) === 'email'),
        JSON.stringify(error.reasons),
      );
      assert.notEqual((await use.admin.open(leads, id)).values['city'], 'Nowhere');
    });

    it('is refused before it is sent when it would change a read-only field', async () => {
      const id = use.anyLead();
      const form = await use.admin.open(leads, id);
      assert.match(
        (await failure(save(use.admin, form, { created: '2020-01-01' }), 'notAllowed')).message,
        /“Created” is read-only for you/,
      );
      assert.match(
        (await failure(save(use.admin, form, { no_such_field: 'x' }), 'notAllowed')).message,
        /isn't a field of this record/,
      );
      await save(use.admin, form, { created: text(form.values['created']) });
    });

    it('is refused for a user without permission', async () => {
      const id = use.anyLead();
      const form = await use.admin.open(leads, id);
      const error = await save(use.connect('reader'), form, { city: 'Nowhere' }).catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError && ['notAllowed', 'refused'].includes(error.code), String(error));
    });
  });

  describe('5: a delete', () => {
    it('works with GET, too', async () => {
      const id = use.anyLead();
      const before = (await use.admin.records(leads, { limit: 1 })).total ?? 0;
      await use.connect('admin', { deleteMethod: 'get' }).sendDelete(leads, id);
      assert.equal((await use.admin.records(leads, { limit: 1 })).total, before - 1);
    });

    it('is refused for a user without permission, with the reason', async () => {
      const id = use.anyLead();
      const error = await failure(use.connect('clerk').sendDelete(leads, id), 'refused', /may not delete/);
      assert.ok(error.reasons.length > 0);
    });
  });

  describe('6: bulk endpoints', () => {
    const bulk: Partial<ServiceChoices> = {
      bulkEdit: { path: '{module}/{controller}/edit_selected.json', method: 'post', ids: 'ids[]', idsAs: 'repeated' },
      bulkDelete: {
        path: '{module}/{controller}/delete_selected.json',
        method: 'get',
        ids: 'ids[]',
        idsAs: 'repeated',
      },
    };

    it('report which records were refused while the others were edited', async () => {
      const client = use.connect('admin', bulk);
      const closed = await client.records(leads, { limit: 50, where: { 'leads.current_stage': '5. Won' } });
      const won = closed.rows[0]?.id ?? assert.fail('there is no closed lead');
      const open = use.anyLead();
      const form = await client.open(leads, open);
      const action = actionForSave(form);
      assert.ok(action);
      const result = await client.sendBulkEdit(leads, [won, open], cityChange(form, 'Goa'), action);
      assert.deepEqual([...result.refused.keys()], [won]);
      assert.equal((await client.open(leads, open)).values['city'], 'Goa');
    });

    it('delete many records in one request', async () => {
      const [one, two] = [use.anyLead(), use.anyLead()];
      const client = use.connect('admin', bulk);
      await client.sendBulkDelete(leads, [one, two]);
      const gone = await client.form(leads, 'view', one).then(
        (form) => form.isDeleted,
        (error: unknown) => error instanceof ServiceError && error.code === 'notFound',
      );
      assert.ok(gone);
    });

    it('are refused if not configured', async () => {
      assert.match((await failure(use.admin.sendBulkDelete(leads, ['1']), 'refused')).message, /no bulk endpoint/);
    });
  });
});
