import path from 'node:path';
import { type ImportMode, importModes } from '../../model/import/importWork.ts';
import type { SavedMapping } from '../../model/import/importMapping.ts';
import { ServiceMessages } from '../../services/common/serviceMessages.ts';
import { confirmedKey, mapColumns } from '../../services/import/importChoices.ts';
import { type InSteps, type PlannedImport, planImport, readImportFile } from '../../services/import/planImport.ts';
import { planText } from '../../services/plan/planText.ts';
import { bulkServices, type BulkServices, journalOptions, writableJournalFolder } from '../bulkServices.ts';
import { CliProblem } from '../cliProblem.ts';
import { command, type Context, type Given } from '../command.ts';
import { dryRunOptions, dryRunResult, withDryRun } from '../dryRun.ts';
import { exitCodes } from '../exitCodes.ts';
import { chosenView } from '../listOptions.ts';
import { appendSummary, checkSummary, runFacts, summaryText } from '../pipelineReport.ts';
import { connectionEntry } from '../plannedRun.ts';
import { checkPlanFile, writePlanFile } from '../planOutput.ts';
import type { Result } from '../result.ts';
import { countOutcomes, countProblems } from '../runReport.ts';
import { connectionOptions, emptyMemento, inSession, type Session } from '../session.ts';
import { resultOfDraft } from '../startedRun.ts';
import { controllerNamed } from './list.ts';

const options = {
  ...connectionOptions,
  'list-view': {
    type: 'string',
    value: 'NAME',
    about: 'List view that the file was exported from, to match its column titles',
  },
  mapping: {
    type: 'string',
    value: 'COLUMN=FIELD',
    about: 'Field that a column is imported into; “id” for the id, empty to skip it (default: by title)',
    isRepeated: true,
  },
  key: {
    type: 'string',
    value: 'COLUMN',
    about: 'Column that records are matched by, or “none” to add all of them (default: the id)',
  },
  mode: {
    type: 'string',
    value: 'MODE',
    choices: importModes,
    about: '“change” never adds a record, “add” never changes one (default: both)',
  },
  'keep-formulas': {
    type: 'boolean',
    about: 'Keep the apostrophe in front of texts that look like formulas',
  },
  plan: { type: 'string', value: 'FILE', about: 'Write the changes to a plan, to review and apply it later' },
  apply: { type: 'boolean', about: 'Write the changes to the service' },
  ...journalOptions,
  summary: { type: 'string', value: 'FILE', about: 'Append a summary as Markdown, such as to $GITHUB_STEP_SUMMARY' },
  ...dryRunOptions,
} as const;

/** `import` is a keyword. */
export const importCommand = command({
  operands: 'FILE CONTROLLER',
  about: `Imports records from a file (CSV, Excel, JSON, JSON Lines): updates existing records and adds the others.
Without --plan or --apply, only shows what would change. Columns are matched to fields by their titles, as in an
export. With --plan or --apply, exits with 3 if records of the file are refused.`,
  options,
  examples: [
    'recordbench import leads.csv crm/leads --connection test',
    'recordbench import leads.csv crm/leads --connection test --mode change --plan leads.recordplan.json',
    'recordbench import new.xlsx crm/leads --connection test --key none --mapping "Town=city" --mapping "Notes=" --apply',
  ],
  async run(given, [file = '', controller = ''], context) {
    if (given.plan !== undefined && given.apply === true)
      throw new CliProblem(
        'Could not run import: use --plan to write a plan, or --apply to write the records, not both.',
      );
    if (given['detailed-exitcode'] === true && given.apply === true)
      throw new CliProblem('Could not use --detailed-exitcode with --apply: it is for a dry run.');
    if (given.journal !== undefined && given.apply !== true)
      throw new CliProblem('Could not use --journal without --apply: only a run has a journal.');
    const choices = { mapping: mappingIn(given), key: given.key, mode: modeIn(given), isConfirmed: true };
    const name = controllerNamed(controller);
    await checkSummary(given.summary, context, file);
    await checkPlanFile(given.plan, [file, given.summary], context);
    const run = (folder: string): Promise<Result> =>
      inSession(given, context, async (session) => {
        const services = bulkServices(session, context, folder);
        try {
          const { connection, guard, listViews } = session;
          const views = given['list-view'] === undefined ? [] : await listViews.listViews(connection.id, name);
          const listView = chosenView(views, name, given['list-view'])?.id;
          const target = {
            address: { connection: connection.id, controller: name, listView },
            madeFor: guard.begin(connection.id, `import ${path.basename(file)}`),
          };
          const collected = new ServiceMessages();
          const planned = await collected.collectDuring(async () => {
            const inSteps = stepsIn(context);
            const local = path.resolve(context.workingFolder, file);
            const read = await readImportFile(local, path.basename(file), target, guard, inSteps);
            const uses = mapColumns(target, read, emptyMemento(), choices.mapping);
            const key = confirmedKey(choices, read, uses);
            const job = { ...target, ...read, uses, key, mode: choices.mode, defused: given['keep-formulas'] !== true };
            const draft = await planImport(job, async () => undefined, {
              ...services,
              guard,
              inSteps,
            });
            for (const note of read.table.notes) context.terminal.note(note);
            return draft;
          });
          for (const sentence of collected.said) context.terminal.note(sentence);
          return await finish(given, path.basename(file), planned, session, services, context);
        } finally {
          services.dispose();
        }
      });
    return given.apply === true ? run(await writableJournalFolder(given, context)) : withDryRun(run);
  },
});

async function finish(
  given: Given<typeof options>,
  name: string,
  { draft }: PlannedImport,
  session: Session,
  services: BulkServices,
  context: Context,
): Promise<Result> {
  const { ledger } = draft;
  const { run, title, controller, baseUrl } = ledger.plan;
  const facts = { Records: `${controller} at ${baseUrl}` };
  const about = { file: name, connection: connectionEntry(session.connection) };
  const summarize = (more: Readonly<Record<string, string>> = {}): Promise<void> =>
    appendSummary(given.summary, context, summaryText(title, { ...facts, ...more }, ledger));
  if (given.apply === true) {
    const result = await resultOfDraft(title, draft, services, session, context, about);
    await summarize(runFacts(result.document));
    return result;
  }
  await summarize();
  const result = dryRunResult(title, draft, given, facts, { ...about, plan: given.plan ?? null });
  if (given.plan === undefined) return result;
  await draft.journal.sync();
  await writePlanFile(given.plan, planText(ledger, services.runs.lines(run), session.connection.name), context);
  context.terminal.note(`Wrote the plan ${given.plan}.`);
  const isPartly = result.exit === exitCodes.done && countProblems(countOutcomes(ledger)) > 0;
  return isPartly ? { ...result, exit: exitCodes.partly } : result;
}

/** Runs each step without a prompt, and shows its progress. */
function stepsIn({ terminal, signal }: Context): InSteps {
  return (title, work) => work((done, total) => terminal.progress(`${title}: ${done} of ${total ?? '?'}`), signal);
}

function modeIn({ mode = 'both' }: Given<typeof options>): ImportMode {
  const found = importModes.find((one) => one === mode);
  if (found) return found;
  throw new CliProblem(`Could not use --mode: “${mode}” is not one of ${importModes.join(', ')}.`);
}

/** Splits at the last “=”, because a column title may contain one. */
function mappingIn({ mapping = [] }: Given<typeof options>): SavedMapping {
  const fields = new Map<string, string | null>();
  for (const one of mapping) {
    const at = one.lastIndexOf('=');
    if (at < 1) throw new CliProblem(`Could not use --mapping: “${one}” must be COLUMN=FIELD, such as "Town=city".`);
    const column = one.slice(0, at);
    if (fields.has(column)) throw new CliProblem(`Could not use --mapping: the column “${column}” is mapped twice.`);
    fields.set(column, one.slice(at + 1) || null);
  }
  return Object.fromEntries(fields);
}
