import assert from 'node:assert/strict';
import type { Context } from '../../../src/cli/command.ts';
import type { BulkServices } from '../../../src/cli/bulkServices.ts';
import type { Session } from '../../../src/cli/session.ts';
import { resultOfDraft } from '../../../src/cli/startedRun.ts';
import type { PreparedRun } from '../../../src/services/bulk/preparedRun.ts';

describe('prepared run of the command line', () => {
  it('does not begin, and leaves no journal, if Ctrl+C was pressed while it was prepared', async () => {
    const events: string[] = [];
    const draft = {
      ledger: { counts: { waiting: 3 } },
      discard: async () => void events.push('discarded'),
    } as unknown as PreparedRun;
    const runs = { begin: () => assert.fail('The run began.') } as unknown as BulkServices['runs'];
    const context = { signal: AbortSignal.abort() } as Context;
    await assert.rejects(
      resultOfDraft('Undo', draft, { runs }, {} as Session, context, {}),
      /^CliProblem: Interrupted before the first record was written\.$/,
    );
    assert.deepEqual(events, ['discarded']);
  });
});
