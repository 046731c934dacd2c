import path from 'node:path';
import type { ListViewAddress } from '../../model/address/address.ts';
import {
  canMatchById,
  comparedFields,
  type ComparedField,
  fileColumns,
  keyNamed,
  listColumns,
  matchingFields,
  valueFields,
} from '../../model/compare/comparedFields.ts';
import {
  type ComparedEntry,
  type ComparisonSummary,
  nameOfEntry,
  rowsOfEntry,
  type Side,
} from '../../model/compare/comparison.ts';
import type { PlanChoice } from '../../model/compare/comparisonPlan.ts';
import type { ControllerName } from '../../model/controller.ts';
import { shownDifference } from '../../model/form/shownValue.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { JsonObject } from '../../model/json.ts';
import { RecordChanges } from '../../services/common/recordChanges.ts';
import { Comparer, type Comparison } from '../../services/compare/comparer.ts';
import { ComparisonPlanner } from '../../services/compare/comparisonPlanner.ts';
import {
  assertComparable,
  type ComparedSide,
  type ComparisonSubject,
  compareSubject,
  sideLabels,
  sideTitle,
} from '../../services/compare/comparisonSubject.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { openImport } from '../../services/import/openImport.ts';
import { scanTable } from '../../services/import/scanTable.ts';
import { formOfList } from '../../services/records/formOfList.ts';
import { RecordForms } from '../../services/records/recordForms.ts';
import { bulkServices } from '../bulkServices.ts';
import { CliProblem } from '../cliProblem.ts';
import { command, type Context, type Given } from '../command.ts';
import { withDryRun } from '../dryRun.ts';
import { exitCodes } from '../exitCodes.ts';
import { conditionHelp, itemsNamed, openList, queryOptions } from '../listOptions.ts';
import { checkPlanFile, writePlanFile } from '../planOutput.ts';
import { Items, type Result } from '../result.ts';
import { connectionOptions, inSession, type Session } from '../session.ts';
import { controllerNamed } from './list.ts';

const options = {
  ...connectionOptions,
  'list-view': { type: 'string', value: 'NAME', about: 'Name or id of a list view (default: the default list view)' },
  'with-list-view': { type: 'string', value: 'NAME', about: 'List view to compare with' },
  'with-controller': { type: 'string', value: 'CONTROLLER', about: 'Controller to compare with (default: the same)' },
  'with-url': { type: 'string', value: 'URL', about: 'Service to compare with (default: the same)' },
  'with-connection': {
    type: 'string',
    value: 'NAME',
    about: 'Service to compare with, by its name in recordbench.json',
  },
  'with-token-env': {
    type: 'string',
    value: 'NAME',
    about: 'Environment variable with the token of that service (default: RECORDBENCH_WITH_TOKEN)',
  },
  ...queryOptions,
  key: { type: 'string', value: 'FIELD', about: 'Field that records are matched by (default: id)' },
  'hide-system-fields': { type: 'boolean', about: "Don't compare created, modified and other system fields" },
  plan: {
    type: 'string',
    value: 'FILE',
    about: 'Write a plan that makes the list view match the other side',
  },
  change: {
    type: 'string',
    value: 'SIDE',
    choices: ['here', 'there'],
    about: 'Side that the plan changes: “here” (the list view, default) or “there”',
  },
  fields: {
    type: 'string',
    value: 'FIELDS',
    about: 'Fields that the plan may change, separated by commas (default: all)',
  },
  adds: { type: 'boolean', about: 'Let the plan add records that only the other side has' },
  deletes: { type: 'boolean', about: "Let the plan delete records that the other side doesn't have" },
} as const;

/** A side with its columns. */
interface Described {
  readonly side: ComparedSide;
  readonly columns: ReturnType<typeof listColumns>;
}

/** The sessions of both sides; the same one twice if both are on one service. */
type BothSides = readonly [here: Session, there: Session];

export const compare = command({
  operands: 'CONTROLLER [FILE]',
  about: `Compares a list view with another one, of the same or another service, or with a file.
Exits with 2 if there are differences, and with 3 if a side could not be read completely.
A search and filters apply to both list views, but not to a file.
${conditionHelp}`,
  options,
  examples: [
    'recordbench compare crm/leads leads.csv --connection production',
    'recordbench compare crm/leads --connection production --with-connection test --key email --json',
    'recordbench compare crm/leads leads.csv --connection production --adds --plan leads.recordplan.json',
  ],
  async run(given, [controller = '', file], context) {
    const name = controllerNamed(controller);
    const isWithList = withOptions.some((option) => given[option] !== undefined);
    if (isWithList === (file !== undefined))
      throw new CliProblem(
        'Could not run compare: specify either a file or one of --with-list-view, --with-controller, --with-url and --with-connection.',
      );
    if (
      given['with-token-env'] !== undefined &&
      given['with-url'] === undefined &&
      given['with-connection'] === undefined
    )
      throw new CliProblem('Could not use --with-token-env without --with-url or --with-connection.');
    assertPlanOptions(given, file !== undefined);
    await checkPlanFile(given.plan, [file], context);
    return withDryRun((folder) =>
      inSession(given, context, async (session) => {
        const here = await describeList(session, name, given['list-view'], given, context);
        if (file !== undefined) {
          const there = await describeFile(file, here, context);
          return finish(given, [here, there], [session, session], folder, context);
        }
        const other = given['with-controller'] === undefined ? name : controllerNamed(given['with-controller']);
        return inOtherSession(given, session, context, async (partner) => {
          const there = await describeList(partner, other, given['with-list-view'], given, context);
          return finish(given, [here, there], [session, partner], folder, context);
        });
      }),
    );
  },
});

const withOptions = ['with-list-view', 'with-controller', 'with-url', 'with-connection'] as const;

function assertPlanOptions(given: Given<typeof options>, isWithFile: boolean): void {
  const { plan, change = 'here', fields, adds, deletes } = given;
  if (change !== 'here' && change !== 'there')
    throw new CliProblem(`Could not use --change: “${change}” is neither “here” nor “there”.`);
  if (change === 'there' && isWithFile) throw new CliProblem("Could not use --change: a plan can't change a file.");
  if (plan === undefined && [given.change, fields, adds, deletes].some((one) => one !== undefined))
    throw new CliProblem('Could not use --change, --fields, --adds or --deletes without --plan FILE.');
}

/** The token of one service is never sent to another one. */
function inOtherSession(
  given: Given<typeof options>,
  session: Session,
  context: Context,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { 'with-url': url, 'with-connection': connection, 'with-token-env': tokenName } = given;
  if (url === undefined && connection === undefined) return work(session);
  const other = {
    ...(url !== undefined && { url }),
    ...(connection !== undefined && { connection }),
    ...(given['allow-http'] === true && { 'allow-http': true }),
    'token-env': tokenName ?? 'RECORDBENCH_WITH_TOKEN',
  };
  return inSession(other, context, work, `${session.connection.id}-other`);
}

async function describeList(
  session: Session,
  controller: ControllerName,
  named: string | undefined,
  given: Given<typeof queryOptions>,
  { signal }: Context,
): Promise<Described> {
  const { clients, connections } = session;
  const { first, query, name, connection, listView } = await openList(session, controller, named, given, signal);
  const list: ListViewAddress = { kind: 'listView', connection, controller, listView };
  const form = await formOfList(new RecordForms(clients, new RecordChanges(), connections), list, first);
  const isFiltered = Object.keys(query).length > 0;
  const side = { name, list, ...(isFiltered && { query }), first: { ...first, rows: [] } };
  return { side, columns: listColumns(first, form) };
}

/** Reads the whole file first, so that errors in it are reported before anything is compared. */
async function describeFile(file: string, { side: { first } }: Described, context: Context): Promise<Described> {
  const { signal, terminal, workingFolder } = context;
  const name = path.basename(file);
  const local = path.resolve(workingFolder, file);
  const table = await openImport(local, name, { signal });
  await scanTable(table, name, (done) => terminal.progress(`Read ${done} records of ${name}`), signal);
  return { side: { name, file: local }, columns: fileColumns(table.titles, table.mayBeDefused, first?.primaryKey) };
}

async function finish(
  given: Given<typeof options>,
  [here, there]: readonly [Described, Described],
  both: BothSides,
  folder: string,
  context: Context,
): Promise<Result> {
  const { terminal, signal, threadScript } = context;
  const connections = connectionsOf(both);
  const fields = comparedFields(here.columns, there.columns, { isSystemHidden: given['hide-system-fields'] === true });
  const titles = [sideTitle(here.side, connections), sideTitle(there.side, connections)] as const;
  const asked = { sides: [here.side, there.side], fields, key: keyFor(given.key, fields) } as const;
  assertComparable(asked, titles);
  const { subject, comparison } = await compareSubject(
    asked,
    {
      clients: clientsOf(both),
      comparer: new Comparer({ script: threadScript }, { folder: () => path.join(folder, 'found') }),
    },
    there.side.file,
    (done, total) => terminal.progress(`Compared ${done} of ${total ?? '?'} records`),
    signal,
  );
  const { summary } = comparison;
  const notes = [...summary.notes.map(({ side, text }) => `${titles[side]}: ${text}`), ...summary.said];
  for (const note of notes) terminal.note(note);
  const plan =
    given.plan === undefined
      ? undefined
      : await makePlan(given, given.plan, subject, comparison, both, folder, context);
  return resultOf(subject, comparison, both, notes, plan);
}

function keyFor(named: string | undefined, fields: readonly ComparedField[]): 'id' | number {
  if (named !== undefined && (named !== 'id' || canMatchById(fields))) return keyNamed(named, fields);
  if (canMatchById(fields)) return 'id';
  const known = matchingFields(fields).map(({ label }) => label);
  throw new CliProblem(
    `Could not compare: the file has no ids. Use --key FIELD, such as: ${known.join(', ') || 'none'}.`,
  );
}

interface WrittenFile {
  readonly file: string | null;
  /** What is not in it, as a sentence. */
  readonly left: string | null;
}

async function makePlan(
  given: Given<typeof options>,
  file: string,
  subject: ComparisonSubject,
  { summary, result }: Comparison,
  both: BothSides,
  folder: string,
  context: Context,
): Promise<WrittenFile> {
  const { terminal, signal } = context;
  const target: Side = given.change === 'there' ? 1 : 0;
  const [adds, deletes] = [given.adds === true, given.deletes === true];
  if ((adds || deletes) && !summary.isComplete)
    throw new CliProblem(
      'Could not make a plan: one side could not be read completely, so it is unknown which records it lacks. Remove --adds and --deletes, or try again.',
    );
  const services = bulkServices(both[target], context, folder);
  try {
    const deps = { clients: clientsOf(both), guard: guardOf(both), references: services.references };
    const planner = new ComparisonPlanner(subject, deps, signal);
    const chosen = chosenFields(given.fields, await planner.fieldsOf(target));
    const pieces = await planner.plan(result, { target, fields: chosen, adds, deletes });
    if (pieces) await writePlanFile(file, pieces, context);
    const left = planner.left ?? null;
    terminal.note(pieces ? `Wrote the plan ${file}.` : 'There is nothing to change, so no plan was written.');
    if (left !== null) terminal.note(left);
    return { file: pieces ? file : null, left };
  } finally {
    services.dispose();
  }
}

function chosenFields(names: string | undefined, fields: PlanChoice['fields']): PlanChoice['fields'] {
  if (names === undefined) return fields;
  return names.split(',').map((name) => {
    const [found, ...others] = itemsNamed(
      fields,
      name.trim(),
      ({ field }) => field,
      ({ label }) => label,
    );
    if (others.length > 0) {
      const keys = [found, ...others].map((one) => one?.field).join(', ');
      throw new CliProblem(`Could not use --fields: several fields are called “${name.trim()}”. Use one of: ${keys}.`);
    }
    if (found) return found;
    const known = fields.map(({ label }) => label).join(', ') || 'none';
    throw new CliProblem(
      `Could not use --fields: “${name.trim()}” can't be changed on that side. It can change: ${known}.`,
    );
  });
}

function resultOf(
  subject: ComparisonSubject,
  { summary, result }: Comparison,
  both: BothSides,
  notes: readonly string[],
  plan: WrittenFile | undefined,
): Result {
  const { fields, key, sides } = subject;
  const labels = sideLabels(subject, connectionsOf(both));
  const { different, onlyHere, onlyThere, duplicate } = summary.counts;
  const found = different + onlyHere + onlyThere + duplicate;
  return {
    exit: !summary.isComplete ? exitCodes.partly : found > 0 ? exitCodes.found : exitCodes.done,
    document: {
      sides: sides.map((side, at) => sideEntry(side, labels[at] ?? '')),
      matchedBy: key === 'id' ? 'id' : (fields[key]?.label ?? null),
      fields: valueFields(fields, key).map(({ label }) => label),
      counts: { ...summary.counts },
      isComplete: summary.isComplete,
      notes: [...notes],
      ...(plan && { plan: { ...plan } }),
      records: new Items(entries((entry) => [entryOf(entry, fields)])),
    },
    lines: lines(),
  };

  async function* entries<T>(write: (entry: ComparedEntry) => readonly T[]): AsyncGenerator<T, void, void> {
    for await (const some of result.all('all')) for (const entry of some) yield* write(entry);
  }

  async function* lines(): AsyncGenerator<string, void, void> {
    yield* entries((entry) => entryLines(entry, fields, labels));
    yield `${labels.join(' ↔ ')}: ${countsText(summary, labels)}.`;
  }
}

function sideEntry({ name, list, file, service }: ComparedSide, label: string): JsonObject {
  if (!list) return { label, name, file: file ?? null };
  return { label, name, address: service ?? null, controller: list.controller, listView: list.listView ?? null };
}

function entryOf(entry: ComparedEntry, fields: readonly ComparedField[]): JsonObject {
  if (entry.kind === 'duplicate') {
    const [here, there] = entry.counts;
    return { outcome: entry.kind, key: entry.key, name: entry.name, here, there };
  }
  const [here, there] = rowsOfEntry(entry);
  const known = { outcome: entry.kind, key: (here ?? there)?.key ?? '', name: nameOfEntry(entry) };
  const ids = { here: here?.id ?? null, there: there?.id ?? null };
  if (entry.kind !== 'different') return { ...known, ids };
  const differing = entry.fields.map((at) => ({
    field: fields[at]?.key ?? '',
    label: fields[at]?.label ?? '',
    here: here?.cells[at] ?? null,
    there: there?.cells[at] ?? null,
  }));
  return { ...known, ids, fields: differing };
}

function entryLines(
  entry: ComparedEntry,
  fields: readonly ComparedField[],
  [here, there]: readonly [string, string],
): readonly string[] {
  if (entry.kind === 'duplicate') {
    const [count, countThere] = entry.counts;
    return [
      `  ! ${entry.key}  ${entry.name}: not compared, because it is not unique (${here}: ${count}, ${there}: ${countThere})`,
    ];
  }
  const [row, partner] = rowsOfEntry(entry);
  const title = `${(row ?? partner)?.key ?? ''}  ${nameOfEntry(entry)}`.trimEnd();
  if (entry.kind === 'onlyHere') return [`  < ${title}: only in ${here}`];
  if (entry.kind === 'onlyThere') return [`  > ${title}: only in ${there}`];
  const differing = entry.fields.map((at) => {
    const texts = shownDifference(entry.here.cells[at] ?? null, entry.there.cells[at] ?? null);
    return `      ${fields[at]?.label ?? ''}: ${texts.join(' ↔ ')}`;
  });
  return [`  ~ ${title}`, ...differing];
}

function countsText({ counts }: ComparisonSummary, [here, there]: readonly [string, string]): string {
  const words = [
    [counts.different, 'different'],
    [counts.onlyHere, `only in ${here}`],
    [counts.onlyThere, `only in ${there}`],
    [counts.duplicate, 'not unique'],
    [counts.same, 'the same'],
    [counts.notCompared, 'in both, without a field to compare'],
  ] as const;
  const parts = words.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`);
  return parts.join(', ') || 'no records';
}

function sessionOf([here, there]: BothSides, id: string): Session {
  return there.connection.id === id ? there : here;
}

function connectionsOf(both: BothSides): Pick<Connections, 'get'> {
  return { get: (id) => sessionOf(both, id).connections.get(id) };
}

function clientsOf(both: BothSides): Pick<Session['clients'], 'get'> {
  return { get: (id) => sessionOf(both, id).clients.get(id) };
}

function guardOf(both: BothSides): Pick<Session['guard'], 'checkService'> {
  return { checkService: (id, doing, madeFor) => sessionOf(both, id).guard.checkService(id, doing, madeFor) };
}
