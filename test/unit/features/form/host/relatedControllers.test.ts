import assert from 'node:assert/strict';
import { relatedControllers } from '../../../../../src/features/common/host/referencedController.ts';
import { controllerName } from '../../../../../src/model/controller.ts';
import { scalarText } from '../../../../../src/model/form/fieldValue.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import { controllersOf } from '../../../../../src/model/list/listView.ts';
import { lookUp } from '../../../../../src/services/references/lookUp.ts';
import { NamedRecords } from '../../../../../src/services/references/namedRecords.ts';
import {
  referencedControllers,
  type ReferenceSources,
} from '../../../../../src/services/references/referencedControllers.ts';
import { ChosenControllers } from '../../../../../src/services/remembered/chosenControllers.ts';
import { plainMemory } from '../../../../support/memory.ts';
import { memoryConnections } from '../../../../support/memoryConnections.ts';
import { accounts, describeService, leads } from '../../../service/documented/embeddedService.ts';

const peoples = controllerName('crm', 'peoples');
const staff = controllerName('hr', 'peoples');

describe('controller of referenced records', () => {
  let asked = 0;
  const sources = (answer: () => Promise<readonly { name: typeof leads; listViews: [] }[]>): ReferenceSources => ({
    listViews: {
      controllers: () => {
        asked += 1;
        return answer();
      },
      knownControllers: () => [],
    },
    added: { get: () => [] },
    chosen: new ChosenControllers(plainMemory(), memoryConnections().connections),
    entries: { controllerFor: () => undefined, find: async () => undefined },
  });
  const knowing = (...names: (typeof leads)[]) => sources(async () => names.map((name) => ({ name, listViews: [] })));
  const failing = sources(() => Promise.reject(new Error('The service is down.')));

  beforeEach(() => (asked = 0));

  it('is the one the service names, without a request', async () => {
    assert.deepEqual(await referencedControllers(failing, 'a', { controller: leads, model: 'Peoples' }), [leads]);
    assert.equal(asked, 0);
  });

  it('is the only known controller that matches the model by name, plural or class', async () => {
    for (const model of ['peoples', 'People', '\\Crm\\Model\\Peoples', 'crm.People'])
      assert.deepEqual(await referencedControllers(knowing(leads, peoples), 'a', { model }), [peoples], model);
    const pointer = { model: 'Crm\\Model\\People', likelyController: staff };
    assert.deepEqual(await referencedControllers(knowing(peoples, staff), 'a', pointer), [peoples]);
  });

  it('stays unknown, or the one the class suggests, if none matches', async () => {
    assert.deepEqual(await referencedControllers(knowing(leads), 'a', { model: 'People' }), []);
    assert.deepEqual(await referencedControllers(knowing(leads), 'a', { model: 'x', likelyController: staff }), [
      staff,
    ]);
    assert.deepEqual(await referencedControllers(knowing(leads), 'a', {}), []);
  });

  it('is chosen once among several matches, as long as the service has the chosen one', async () => {
    const both = knowing(peoples, staff);
    assert.deepEqual(await referencedControllers(both, 'a', { model: 'People' }), [peoples, staff]);
    await both.chosen.choose('a', 'People', staff);
    assert.deepEqual(await referencedControllers(both, 'a', { model: 'People' }), [staff]);
    // the choice doesn't apply to another connection or another model
    assert.deepEqual(await referencedControllers(both, 'b', { model: 'People' }), [peoples, staff]);
    assert.deepEqual(await referencedControllers(both, 'a', { model: 'Peoples' }), [peoples, staff]);
    const later = { ...knowing(leads, peoples), chosen: both.chosen };
    assert.deepEqual(await referencedControllers(later, 'a', { model: 'People' }), [peoples]);
  });

  it('fails only if there is no other source', async () => {
    assert.deepEqual(await referencedControllers(failing, 'a', { model: 'x', likelyController: staff }), [staff]);
    await assert.rejects(referencedControllers(failing, 'a', { model: 'x' }), /is down/);
  });

  it('is requested with related records only if the form does not have it', async () => {
    const form = (...associations: object[]) => ({ associations }) as unknown as RecordForm;
    const reported = { name: 'a', kind: 'hasMany', modelClass: 'crm.Leads', likelyController: leads };
    assert.deepEqual([...(await relatedControllers(knowing(), 'a', form(reported)))], [['a', leads]]);
    assert.equal(asked, 0);
    const unspecified = { name: 'b', kind: 'hasMany', modelClass: 'Peoples' };
    assert.deepEqual(
      [
        ...(await relatedControllers(
          knowing(peoples),
          'a',
          form(reported, unspecified, { name: 'c', kind: 'hasMany' }),
        )),
      ],
      [
        ['a', leads],
        ['b', peoples],
      ],
    );
    assert.equal(asked, 1);
    assert.deepEqual([...(await relatedControllers(failing, 'a', form(unspecified)))], []);
  });

  it('is the known controller that an association without a class is named after', async () => {
    const associations = ['peoples', 'people.lead_id', 'notes'].map((name) => ({ name, kind: 'hasMany' }));
    const form = { associations } as unknown as RecordForm;
    assert.deepEqual(
      [...(await relatedControllers(knowing(leads, peoples), 'a', form))],
      [
        ['peoples', peoples],
        ['people.lead_id', peoples],
      ],
    );
  });
});

describeService('references of the demo service', (use) => {
  const sources: ReferenceSources = {
    listViews: {
      controllers: async () => controllersOf(await use.admin.listViews()),
      knownControllers: () => [],
    },
    added: { get: () => [] },
    chosen: { get: () => undefined, choose: async () => undefined },
    entries: { controllerFor: () => undefined, find: async () => undefined },
  };

  it('is found by model name alone, and not for a model without a controller', async () => {
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

  it('is found, so that related records can be listed', async () => {
    const form = await use.admin.open(accounts, '3');
    const place = (await relatedControllers(sources, 'demo', form)).get('leads.account_id') ?? assert.fail('nowhere');
    assert.equal(place, 'crm/leads');
    const to = { id: '3', key: 'accounts.id', modelClass: form.modelClass ?? '' };
    assert.ok((await use.admin.find(place, { kind: 'related', to })).rows.length > 0);
  });

  it('is found by full name, even if no single field has all of it', async () => {
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

  it('can be chosen from the values its rules list', async () => {
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
