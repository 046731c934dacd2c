import { bulkServices } from '../bulkServices.ts';
import { command } from '../command.ts';
import { dryRunOptions, dryRunResult, withDryRun } from '../dryRun.ts';
import { annotate, appendSummary, checkSummary, summaryText } from '../pipelineReport.ts';
import { connectionEntry, planEntry, planFacts, planOptions, prepareRun, readPlanOf } from '../plannedRun.ts';
import { PlanSource } from '../planSource.ts';
import { connectionOptions, inSession } from '../session.ts';

export const plan = command({
  operands: 'FILE',
  about: `Shows what a plan would change: reads the plan and every record in it, and writes nothing.
Records that changed since the plan was made, and those that would be refused, are marked with “!”.`,
  options: {
    ...connectionOptions,
    ...planOptions,
    ...dryRunOptions,
  },
  examples: [
    'recordbench plan leads.recordplan.json --url https://records.example.com',
    'recordbench plan leads.recordplan.json --connection production --json --detailed-exitcode',
  ],
  async run(given, [file = ''], context) {
    await checkSummary(given.summary, context, file);
    const source = new PlanSource(file, context.workingFolder, given['expect-sha256']);
    const read = await readPlanOf(source, context);
    return withDryRun((folder) =>
      inSession(given, context, async (session) => {
        const services = bulkServices(session, context, folder);
        const draft = await prepareRun(read, session, services, context);
        await annotate(read, source, draft.ledger, context);
        const facts = planFacts(read, source);
        await appendSummary(given.summary, context, summaryText(`Plan ${source.name}`, facts, draft.ledger));
        return dryRunResult(source.name, draft, given, facts, {
          plan: planEntry(read, source),
          connection: connectionEntry(session.connection),
        });
      }),
    );
  },
});
