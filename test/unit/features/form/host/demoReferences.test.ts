import assert from 'node:assert/strict';
import { relatedControllers } from '../../../../../src/features/common/host/referencedController.ts';
import {
  referencedControllers,
  type ReferenceSources,
} from '../../../../../src/services/references/referencedControllers.ts';
import { scalarText } from '../../../../../src/model/form/fieldValue.ts';
import { lookUp } from '../../../../../src/services/references/lookUp.ts';
import { NamedRecords } from '../../../../../src/services/references/namedRecords.ts';
import { controllersOf } from '../../../../../src/model/list/listView.ts';
import { accounts, describeService, leads } from '../../../service/documented/embeddedService.ts';

describeService('what the records of the embedded service point at', (use) => {
  const sources: ReferenceSources = {
    listViews: {
      controllers: async () => controllersOf(await use.admin.listViews()),
      knownControllers: () => [],
    },
    added: { of: () => [] },
    chosen: { of: () => undefined, choose: async () => undefined },
    entries: { of: () => undefined, find: async () => undefined },
  };

  it('is found by the names of models alone, and nowhere for one without a controller', async () => {
    const form = await use.admin.open(leads, use.anyLead());
    const places = await Promise.all(
      form.fields
        .filter(({ kind }) => kind === 'reference')
        .map(async ({ at, reference }) => {
          assert.equal(reference?.controller, undefined);
          const [place] = await referencedControllers(sources, 'demo', reference ?? {});
          return [at.join('.'), place];
        }),
    );
    assert.deepEqual(Object.fromEntries(places), {
      account_id: 'crm/accounts',
      referred_by: 'crm/peoples',
      owned_by: 'access_controls/users',
      created_by: 'access_controls/users',
      modified_by: 'access_controls/users',
      primary_acl_group: undefined,
    });
  });

  it('is found for related records, which then are there', async () => {
    const form = await use.admin.open(accounts, '3');
    const place = (await relatedControllers(sources, 'demo', form)).get('leads.account_id') ?? assert.fail('nowhere');
    assert.equal(place, 'crm/leads');
    const to = { id: '3', key: 'accounts.id', modelClass: form.modelClass ?? '' };
    assert.ok((await use.admin.find(place, { kind: 'related', to })).rows.length > 0);
  });

  it('is found by its full name, of which no single field holds all', async () => {
    const form = await use.admin.open(leads, use.anyLead());
    const owner = form.fields.find(({ at }) => at[0] === 'owned_by') ?? assert.fail('there is no such field');
    const id = scalarText(form.values['owned_by']);
    const name = scalarText(form.values['__owned_by']) ?? '';
    const deps = { ...sources, clients: { get: async () => use.admin } };
    const found = await new NamedRecords(deps).find('demo', owner, name);
    assert.equal(found.kind === 'one' && found.value.id, id);
    const { signal } = new AbortController();
    const { records } = await lookUp(deps, 'demo', owner, { text: name }, signal);
    assert.ok(records.some((record) => record.id === id));
  });

  it('can be chosen from what its rules list', async () => {
    const form = await use.admin.open(leads, use.anyLead());
    const field = (name: string) => form.fields.find(({ at }) => at.join('.') === name);
    assert.deepEqual([field('priority')?.kind, field('interests')?.kind], ['choice', 'choices']);
    assert.deepEqual(
      field('priority')?.options.map(({ text }) => text),
      ['Low', 'Normal', 'High', 'Urgent'],
    );
    assert.deepEqual(
      ['budget', 'birthday', 'next_follow_up', 'is_vip', 'notes', 'attachment'].map((name) => field(name)?.kind),
      ['number', 'date', 'dateTime', 'boolean', 'longText', 'file'],
    );
  });
});
