import assert from 'node:assert/strict';
import type { RecordField } from '../../../../src/model/form/formElement.ts';
import type { PlanOperation } from '../../../../src/model/plan/recordPlan.ts';
import { ReferenceMapper } from '../../../../src/services/compare/referenceMapper.ts';

const owner = { at: 0, field: 'owner', label: 'Owner', ofRecord: { kind: 'reference' } as RecordField };
const city = { at: 1, field: 'city', label: 'City' };
const edit = (was: string, becomes: string | null, becomesText?: string): PlanOperation => ({
  do: 'edit',
  id: '1',
  name: 'Lead 1',
  fields: [
    { field: 'owner', was, becomes, ...(becomesText !== undefined && { becomesText }) },
    { field: 'city', was: 'Goa', becomes: 'Pune' },
  ],
});

describe('references copied to another service', () => {
  const asked: string[] = [];
  const there = (): ReferenceMapper =>
    new ReferenceMapper([owner, city], async (_, name) => {
      asked.push(name);
      return name === 'Ada'
        ? { kind: 'one', value: { id: '70', text: 'Ada', model: 'users' } }
        : { kind: 'none', why: 'There is none.' };
    });
  const ownerIn = (operation: PlanOperation | undefined): unknown =>
    operation?.do === 'edit' ? operation.fields.find(({ field }) => field === 'owner') : undefined;

  it('resolve to the records with the same names, each looked up once', async () => {
    const mapper = there();
    for (let turn = 0; turn < 2; turn++)
      assert.deepEqual(ownerIn(await mapper.resolve(edit('9', '4', 'Ada'))), {
        field: 'owner',
        was: '9',
        becomes: '70',
        becomesText: 'Ada',
        model: 'users',
      });
    assert.deepEqual(asked, ['Ada']);
    assert.equal(ownerIn(await mapper.resolve(edit('70', '4', 'Ada'))), undefined, 'it points there already');
    assert.deepEqual(ownerIn(await mapper.resolve(edit('9', null))), { field: 'owner', was: '9', becomes: null });
    assert.equal(mapper.left.size, 0);
  });

  it('are skipped and counted if no such record exists or its name is unknown', async () => {
    const mapper = there();
    const unknown = await mapper.resolve(edit('9', '4', 'Eve'));
    assert.deepEqual([ownerIn(unknown), unknown?.do === 'edit' && unknown.fields.length], [undefined, 1]);
    await mapper.resolve(edit('9', '4'));
    assert.deepEqual([...mapper.left], [['Owner', 2]]);
  });

  it('stay unchanged within one service', async () => {
    const operation = edit('9', '4', 'Ada');
    assert.deepEqual(await new ReferenceMapper([owner, city], undefined).resolve(operation), operation);
  });
});
