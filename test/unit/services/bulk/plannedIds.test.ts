import assert from 'node:assert/strict';
import { idsIn, plannedIds } from '../../../../src/services/bulk/plannedIds.ts';
import { bulkParts } from '../../../support/bulkParts.ts';
import { bulkService } from '../../../support/bulkService.ts';

describe('the ids that a plan was made for', () => {
  it('are in its journal, all of them in their order, whatever becomes of each, and can be kept from it', async () => {
    const service = await bulkService(8);
    const parts = await bulkParts(service.url);
    try {
      service.closed.add('2');
      Object.assign(service.leads.get('5') ?? {}, { city: 'Pune' });
      Object.assign(service.leads.get('6') ?? {}, { isDeleted: true });
      const ids = ['7', '5', '2', '99', '1', '6'];
      const draft = await parts.edit({ ids }, { field: 'city', kind: 'set', value: 'Pune' });
      const planned = plannedIds(draft.ledger);
      assert.deepEqual([planned.length, planned.at(3), planned.at(6), [...planned]], [6, '99', undefined, ids]);
      await draft.journal.sync();
      const kept = await idsIn(parts.runs.lines(draft.ledger.plan.run));
      await draft.discard();
      assert.deepEqual([...kept], ids);
    } finally {
      parts.end();
      await service.close();
    }
  });
});
