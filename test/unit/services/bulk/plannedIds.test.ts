import assert from 'node:assert/strict';
import { idsIn, plannedIds } from '../../../../src/services/bulk/plannedIds.ts';
import { memoryService } from '../../../contract/memoryService.ts';
import { bulkParts, states } from '../../../support/bulkParts.ts';

describe('ids of a plan', () => {
  it('are in its journal in order, whatever the outcome of each, and can be read back from it', async () => {
    const parts = await bulkParts('memory://records', {
      openService: async (connection, options) => memoryService(connection, options),
    });
    try {
      const ids = ['m7', 'l3', 'l2', '99', 'l1', 'l4'];
      const draft = await parts.edit({ ids }, { field: 'first_name', kind: 'set', value: 'Eva' });
      const planned = plannedIds(draft.ledger);
      assert.deepEqual(new Set(Object.values(states(draft.ledger))), new Set(['waiting', 'unchanged', 'refused']));
      assert.deepEqual([planned.length, planned.at(3), planned.at(6), [...planned]], [6, '99', undefined, ids]);
      await draft.journal.sync();
      const kept = await idsIn(parts.runs.lines(draft.ledger.plan.run));
      await draft.discard();
      assert.deepEqual([...kept], ids);
    } finally {
      parts.end();
    }
  });
});
