import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { findReferencedController, relatedControllers } from '../../../../src/editors/referencedController.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { ControllerSources } from '../../../../src/services/lists/controllersFor.ts';

const leads = controllerName('crm', 'leads');
const peoples = controllerName('crm', 'peoples');
const staff = controllerName('hr', 'peoples');

describe('where the records are that a form points at', () => {
  let asked = 0;
  const sources = (answer: () => Promise<readonly { name: typeof leads; listViews: [] }[]>): ControllerSources => ({
    listViews: {
      controllers: () => {
        asked += 1;
        return answer();
      },
      knownControllers: () => [],
    },
    added: { of: () => [] },
  });
  const knowing = (...names: (typeof leads)[]) => sources(async () => names.map((name) => ({ name, listViews: [] })));
  const failing = sources(() => Promise.reject(new Error('The service is down.')));

  beforeEach(() => {
    asked = 0;
  });

  it('is what the service says, without a question', async () => {
    assert.equal(await findReferencedController(failing, 'a', { controller: leads, model: 'Peoples' }), leads);
    assert.equal(asked, 0);
  });

  it('is the one known controller that the model fits', async () => {
    assert.equal(await findReferencedController(knowing(leads, peoples), 'a', { model: 'People' }), peoples);
    assert.equal(
      await findReferencedController(knowing(peoples), 'a', { model: 'Crm\\Model\\People', likelyController: staff }),
      peoples,
    );
  });

  it('stays unknown, or what the class suggests, when none fits or several do', async () => {
    assert.equal(await findReferencedController(knowing(leads), 'a', { model: 'People' }), undefined);
    assert.equal(await findReferencedController(knowing(peoples, staff), 'a', { model: 'People' }), undefined);
    assert.equal(await findReferencedController(knowing(leads), 'a', { model: 'x', likelyController: staff }), staff);
    assert.equal(await findReferencedController(knowing(leads), 'a', {}), undefined);
  });

  it('is a failure only where nothing else tells it', async () => {
    assert.equal(await findReferencedController(failing, 'a', { model: 'x', likelyController: staff }), staff);
    await assert.rejects(findReferencedController(failing, 'a', { model: 'x' }), /is down/);
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
});
