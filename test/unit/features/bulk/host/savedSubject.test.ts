import assert from 'node:assert/strict';
import { readSavedSubject } from '../../../../../src/features/bulk/host/bulkSubject.ts';

describe('restored bulk edit tab', () => {
  const target = { connection: 'work', controller: 'crm/leads', madeFor: 'https://a.example', ids: ['1'] };

  it('has its records with their service, and is not restored without it', () => {
    assert.deepEqual(readSavedSubject({ subject: { kind: 'edit', target } }), { kind: 'edit', target, drafts: [] });
    const { madeFor: _, ...unnamed } = target;
    assert.equal(readSavedSubject({ subject: { kind: 'edit', target: unnamed } }), undefined);
  });
});
