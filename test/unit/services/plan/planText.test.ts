import assert from 'node:assert/strict';
import { readPlan } from '../../../../src/model/plan/readPlan.ts';
import type { PlanOperation } from '../../../../src/model/plan/recordPlan.ts';
import type { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import { planText } from '../../../../src/services/plan/planText.ts';
import { type BulkParts, bulkParts } from '../../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';

describe('preview exported as a plan', () => {
  let service: BulkService;
  let parts: BulkParts;

  beforeEach(async () => {
    service = await bulkService(5);
    parts = await bulkParts(service.url);
  });

  afterEach(async () => {
    parts.end();
    await service.close();
  });

  async function saved(draft: PreparedRun): Promise<string> {
    await draft.journal.sync();
    const pieces: string[] = [];
    for await (const piece of planText(draft.ledger, parts.runs.lines(draft.ledger.plan.run), 'Test'))
      pieces.push(piece);
    await draft.discard();
    return pieces.join('');
  }

  const operations = (text: string): PlanOperation[] => readPlan(text).operations.map((one) => one.operation);

  it('contains its origin and the old and new values of each included record', async () => {
    service.closed.add('2');
    const draft = await parts.edit({ ids: ['1', '2', '3', '4'] }, { field: 'city', kind: 'set', value: 'Pune' });
    draft.ledger.setExcluded('3', true);
    const text = await saved(draft);
    const { head } = readPlan(text);
    assert.deepEqual(
      [head.connection, head.address, head.controller, head.madeBy, head.why],
      ['Test', service.url, 'crm/leads', 'Recordbench', draft.ledger.plan.title],
    );
    assert(Math.abs(Date.parse(head.madeAt) - Date.now()) < 60_000);
    assert.deepEqual(
      operations(text),
      ['1', '4'].map((id) => ({
        do: 'edit',
        id,
        name: draft.ledger.get(id)?.name,
        fields: [{ field: 'city', was: 'Goa', becomes: 'Pune' }],
      })),
    );
    assert.equal(service.posts(), 0);
  });

  it('has all values of a record to be deleted', async () => {
    const [operation, ...more] = operations(await saved(await parts.remove({ ids: ['2'] })));
    assert(operation?.do === 'delete' && more.length === 0);
    assert.equal(operation.held['city'], 'Goa');
    assert.equal(service.posts(), 0);
  });
});
