import assert from 'node:assert/strict';
import { noNames } from '../../../support/references.ts';
import type { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { collectIds, type CollectedIds } from '../../../../src/services/bulk/collectIds.ts';
import { type Answer, fakeClient, leads } from '../export/exportPages.ts';

describe('ids of all records of a list, for a bulk run', () => {
  const target = { connection: 'work', controller: controllerName('crm', 'leads'), madeFor: 'http://localhost' };
  const collected = (answer: Answer): Promise<CollectedIds> =>
    collectIds(
      fakeClient(answer).client as RecordClient,
      target,
      noNames,
      () => undefined,
      new AbortController().signal,
    );

  it('are complete, whatever total each page reports', async () => {
    for (const total of [0, 100, 130]) {
      const { ids } = await collected((query) => ({ ...leads(450)(query), total }));
      assert.deepEqual([ids.length, new Set(ids).size], [450, 450]);
    }
  });

  it('are marked incomplete if the service repeats a page', async () => {
    const { ids, notes } = await collected((query) => ({
      ...leads(450)({ ...query, page: 1 }),
      page: query.page,
      total: undefined,
    }));
    assert.equal(ids.length, 100);
    assert.match(notes.join(), /so some may be missing/);
  });
});
