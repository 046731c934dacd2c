import { controllerName } from '../../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { relatedControllers } from '../../../../../src/features/common/host/referencedController.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import {
  referencedControllers,
  type ReferenceSources,
} from '../../../../../src/services/references/referencedControllers.ts';
import { ChosenControllers } from '../../../../../src/services/remembered/chosenControllers.ts';
import { plainMemory } from '../../../../support/memory.ts';
import { memoryConnections } from '../../../../support/memoryConnections.ts';

const leads = controllerName('crm', 'leads');
const peoples = controllerName('crm', 'peoples');
const staff = controllerName('hr', 'peoples');

describe('where the records are that a form points at', () => {
  let asked = 0;
  const sources = (answer: () => Promise<readonly { name: typeof leads; listViews: [] }[]>): ReferenceSources => ({
    listViews: {
      controllers: () => {
        asked += 1;
        return answer();
      },
      knownControllers: () => [],
    },
    added: { of: () => [] },
    chosen: new ChosenControllers(plainMemory(), memoryConnections().connections),
    entries: { of: () => undefined, find: async () => undefined },
  });
  const knowing = (...names: (typeof leads)[]) => sources(async () => names.map((name) => ({ name, listViews: [] })));
  const failing = sources(() => Promise.reject(new Error('The service is down.')));

  beforeEach(() => (asked = 0));

  it('is what the service says, without a question', async () => {
    assert.deepEqual(await referencedControllers(failing, 'a', { controller: leads, model: 'Peoples' }), [leads]);
    assert.equal(asked, 0);
  });

  it('is the one known controller that the model fits, by its name, its plural or its class', async () => {
    for (const model of ['peoples', 'People', '\\Crm\\Model\\Peoples', 'crm.People'])
      assert.deepEqual(await referencedControllers(knowing(leads, peoples), 'a', { model }), [peoples], model);
    const pointer = { model: 'Crm\\Model\\People', likelyController: staff };
    assert.deepEqual(await referencedControllers(knowing(peoples, staff), 'a', pointer), [peoples]);
  });

  it('stays unknown, or what the class suggests, when none fits', async () => {
    assert.deepEqual(await referencedControllers(knowing(leads), 'a', { model: 'People' }), []);
    assert.deepEqual(await referencedControllers(knowing(leads), 'a', { model: 'x', likelyController: staff }), [
      staff,
    ]);
    assert.deepEqual(await referencedControllers(knowing(leads), 'a', {}), []);
  });

  it('is chosen once among several that fit, as long as the service has what was chosen', async () => {
    const both = knowing(peoples, staff);
    assert.deepEqual(await referencedControllers(both, 'a', { model: 'People' }), [peoples, staff]);
    await both.chosen.choose('a', 'People', staff);
    assert.deepEqual(await referencedControllers(both, 'a', { model: 'People' }), [staff]);
    // of another connection, and of another model, nothing was said
    assert.deepEqual(await referencedControllers(both, 'b', { model: 'People' }), [peoples, staff]);
    assert.deepEqual(await referencedControllers(both, 'a', { model: 'Peoples' }), [peoples, staff]);
    const later = { ...knowing(leads, peoples), chosen: both.chosen };
    assert.deepEqual(await referencedControllers(later, 'a', { model: 'People' }), [peoples]);
  });

  it('is a failure only where nothing else tells it', async () => {
    assert.deepEqual(await referencedControllers(failing, 'a', { model: 'x', likelyController: staff }), [staff]);
    await assert.rejects(referencedControllers(failing, 'a', { model: 'x' }), /is down/);
  });

  it('is asked for with related records only where the form does not tell it', async () => {
    const form = (...associations: object[]) => ({ associations }) as unknown as RecordForm;
    const told = { name: 'a', kind: 'hasMany', modelClass: 'crm.Leads', likelyController: leads };
    assert.deepEqual([...(await relatedControllers(knowing(), 'a', form(told)))], [['a', leads]]);
    assert.equal(asked, 0);
    const untold = { name: 'b', kind: 'hasMany', modelClass: 'Peoples' };
    assert.deepEqual(
      [...(await relatedControllers(knowing(peoples), 'a', form(told, untold, { name: 'c', kind: 'hasMany' })))],
      [
        ['a', leads],
        ['b', peoples],
      ],
    );
    assert.equal(asked, 1);
    assert.deepEqual([...(await relatedControllers(failing, 'a', form(untold)))], []);
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
