import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bulkServices } from '../bulkServices.ts';
import { command } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { annotate, appendSummary, summaryText } from '../pipelineReport.ts';
import { connectionEntry, planEntry, planFacts, planOptions, prepareRun, readPlanOf } from '../plannedRun.ts';
import { PlanSource } from '../planSource.ts';
import { countOutcomes, countProblems, countsText, recordItems, recordLines } from '../runReport.ts';
import { connectionOptions, inSession } from '../session.ts';
import { columns } from '../terminal.ts';

export const plan = command({
  operands: 'FILE',
  about: `Shows what a plan would change: reads the plan and every record that it names, and writes nothing.
Records that changed since the plan was made, and those that would be refused, are marked with “!”.`,
  options: {
    ...connectionOptions,
    ...planOptions,
    'detailed-exitcode': { type: 'boolean', about: 'End with 2 if there is anything to do or to look at' },
  },
  examples: [
    'recordbench plan leads.recordplan.json --url https://records.example.com',
    'recordbench plan leads.recordplan.json --connection production --json --detailed-exitcode',
  ],
  async run(given, [file = ''], context) {
    await appendSummary(given.summary, context);
    const source = new PlanSource(file, context.workingFolder, given['expect-sha256']);
    const read = await readPlanOf(source, context);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'recordbench-plan-'));
    const cleanUp = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      return await inSession(given, context, async (session) => {
        const services = bulkServices(session, context, folder);
        const draft = await prepareRun(read, session, services, context);
        const { ledger } = draft;
        await annotate(read, source, ledger, context);
        const facts = planFacts(read, source);
        await appendSummary(given.summary, context, summaryText(`Plan ${source.name}`, facts, ledger));
        const counts = countOutcomes(ledger);
        const isFound = given['detailed-exitcode'] === true && counts.pending + countProblems(counts) > 0;
        return {
          exit: isFound ? exitCodes.found : exitCodes.done,
          document: {
            plan: planEntry(read, source),
            connection: connectionEntry(session.connection),
            counts: counts,
            records: recordItems(ledger),
          },
          lines: lines(),
          afterwards: async () => {
            await draft.discard();
            await cleanUp();
          },
        };

        function* lines(): Generator<string, void, void> {
          yield source.name;
          yield* columns(Object.entries(facts));
          yield* recordLines(ledger, (outcome) => outcome !== 'unchanged');
          yield `Plan: ${countsText(counts)}.`;
        }
      });
    } catch (error) {
      await cleanUp();
      throw error;
    }
  },
});
