import { journalOptions } from '../bulkServices.ts';
import { command } from '../command.ts';
import { connectionEntry } from '../plannedRun.ts';
import { connectionOptions } from '../session.ts';
import { inRun, resultOfDraft } from '../startedRun.ts';

export const undo = command({
  operands: 'RUN',
  about: `Undoes a run: restores the previous values of records that it edited, and deletes those that it added.
Records that changed since the run are skipped. Deleted records can't be restored.`,
  options: { ...connectionOptions, ...journalOptions },
  examples: ['recordbench undo 20261117093000000-1a2b3c4d --connection production --journal journal'],
  run: (given, [run = ''], context) =>
    inRun(given, run, context, `undo the run ${run}`, async (session, { planner, runs }, undone) => {
      const { terminal, signal } = context;
      const draft = await planner.prepareUndo(
        undone,
        (_, done, total) => terminal.progress(`Reading ${done} of ${total ?? '?'} records`),
        signal,
      );
      const about = { connection: connectionEntry(session.connection), undoOf: run };
      return resultOfDraft(draft.ledger.plan.title, draft, { runs }, session, context, about);
    }),
});
