import assert from 'node:assert/strict';
import type { JournalLine } from '../../../../src/model/bulk/bulkJournal.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { RecordService } from '../../../../src/service/recordService.ts';
import { dryRun, type KnownLine, type Look } from '../../../../src/services/bulk/dryRun.ts';
import { leadsController } from '../../../support/bulkParts.ts';

describe('dry run with a service that fails for some time', () => {
  const trouble = new ServiceError('timedOut', { doing: 'open the record', why: 'busy' });
  const client = {
    open: async (_: unknown, id: string) => {
      if (id === 'broken') throw trouble;
      return { name: id, fields: [], otherFields: [], values: {} } as unknown as RecordForm;
    },
    checkSave: () => undefined,
  } as unknown as RecordService;
  const look = (id: string): Look => ({ id, plan: () => ({ kind: 'unchanged' }) });
  const added: KnownLine = {
    line: { type: 'record', id: '+2', name: 'line 2', action: 'add', cells: [] },
    form: {} as RecordForm,
  };

  async function lines(...work: (Look | KnownLine)[]): Promise<string[]> {
    const found: JournalLine[] = [];
    await dryRun({
      client,
      controller: leadsController,
      work,
      concurrency: 1,
      onField: () => undefined,
      onLine: async (line) => void found.push(line),
      signal: new AbortController().signal,
    });
    return found.map((line) => (line.type === 'left' ? line.how : line.type));
  }

  it('fails if the service answered for none of the records', async () => {
    await assert.rejects(lines(look('broken')), trouble);
    await assert.rejects(lines(look('broken'), look('broken')), trouble);
  });

  it('refuses only the record that it fails for if it answered for another one, or for a new one', async () => {
    assert.deepEqual(await lines(look('broken'), look('7')), ['refused', 'unchanged']);
    assert.deepEqual(await lines(look('broken'), added), ['refused', 'record']);
  });
});
