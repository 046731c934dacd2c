import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { ImportAdd, ImportedCell, ImportRefusal } from '../../model/import/importWork.ts';
import {
  fieldNamed,
  type PlanMeeting,
  planPlannedDelete,
  planPlannedEdit,
  plannedText,
  severalValues,
} from '../../model/plan/planOperation.ts';
import { type PlanField, proposedBy } from '../../model/plan/recordPlan.ts';
import type { BulkDraft, PlannedLines } from '../bulk/bulkDraft.ts';
import type { BulkPlanner, PlanProgress } from '../bulk/bulkPlanner.ts';
import { HeardWords } from '../common/heardWords.ts';
import type { Clients } from '../connections/clients.ts';
import { importSubject } from '../import/importSubject.ts';
import { plannedAdds } from '../import/plannedAdds.ts';
import type { NamedRecords } from '../references/namedRecords.ts';
import type { ReadPlan, WrittenOperation } from './planFile.ts';
import { type MatchField, matchByField, type MatchedOperations } from './planMatch.ts';
import { planReferences } from './planReferences.ts';

/** Where a plan is to run. */
export interface PlanPlace {
  readonly connection: string;
  /** It is another service than that of the plan. */
  readonly isElsewhere: boolean;
  /** Without it, records are those of the same ids. */
  readonly match?: MatchField;
}

export interface PlanDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly planner: BulkPlanner;
  readonly references: Pick<NamedRecords, 'find' | 'checkPair'>;
}

/** Looks at every record of a plan as it is now, and makes of it what any bulk work begins with. Nothing is written. */
export async function preparePlan(
  deps: PlanDeps,
  plan: ReadPlan,
  name: string,
  place: PlanPlace,
  onProgress: PlanProgress,
  signal: AbortSignal,
): Promise<BulkDraft> {
  const heard = new HeardWords();
  const draft = await heard.during(() => draftOf(deps, plan, name, place, onProgress, signal));
  draft.addNotes(heard.said);
  return draft;
}

async function draftOf(
  { clients, planner, references }: PlanDeps,
  plan: ReadPlan,
  name: string,
  place: PlanPlace,
  onProgress: PlanProgress,
  signal: AbortSignal,
): Promise<BulkDraft> {
  const { head, written, adds } = plan;
  const client = await clients.get(place.connection);
  const { controller, madeBy } = head;
  const matched = await operationsHere(client, plan, place, onProgress, signal);
  const meeting = await meetingOf(client, plan, place, references, signal);
  const lines = await addLines(client, plan, meeting, signal);
  const isDelete = adds.length === 0 && written.every(({ operation }) => operation.do === 'delete');
  return planner.prepareEach(
    {
      connection: place.connection,
      controller,
      ids: [...matched.byId.keys()],
      title: t('Plan {0}', name),
      kind: isDelete && written.length > 0 ? 'delete' : 'edit',
      madeFrom: madeBy === proposedBy ? 'tool' : 'plan',
      ofPlan: { file: name, madeBy },
      gone: (id) => goneLine(id, matched.byId.get(id)),
    },
    (form, id) => planOne(form, matched.byId.get(id), meeting),
    { lines: [...matched.left, ...lines.lines], labels: lines.labels },
    onProgress,
    signal,
  );
}

async function operationsHere(
  client: RecordClient,
  { head, written }: ReadPlan,
  { match }: PlanPlace,
  onProgress: PlanProgress,
  signal: AbortSignal,
): Promise<MatchedOperations> {
  if (!match) return { byId: new Map(written.map((one) => [one.operation.id, one])), left: [] };
  const found = (done: number): void => onProgress('find', done, written.length);
  return matchByField(written, match, { client, controller: head.controller }, found, signal);
}

/** A look at some form tells which fields are references; a plan without any that it names needs none. */
async function meetingOf(
  client: RecordClient,
  { head, written, adds }: ReadPlan,
  place: PlanPlace,
  references: PlanDeps['references'],
  signal: AbortSignal,
): Promise<PlanMeeting> {
  const { isElsewhere } = place;
  const fields = [...written, ...adds].flatMap(({ operation }) => (operation.do === 'delete' ? [] : operation.fields));
  if (!isElsewhere && fields.every(({ becomesText }) => becomesText === undefined))
    return { isElsewhere, reference: () => undefined };
  const { form } = await importSubject(client, head.controller, undefined, signal);
  return { isElsewhere, reference: await planReferences(fields, form, place, references, signal) };
}

function planOne(
  form: RecordForm,
  one: WrittenOperation | undefined,
  meeting: PlanMeeting,
): ReturnType<typeof planPlannedEdit> {
  if (!one) return { kind: 'unchanged' };
  const { operation } = one;
  return operation.do === 'edit'
    ? planPlannedEdit(form, operation.fields, meeting)
    : planPlannedDelete(form, operation.held, meeting);
}

/** What was to be deleted is as the plan wants it. */
function goneLine(id: string, one: WrittenOperation | undefined): JournalLine {
  const name = one?.operation.name ?? '';
  return { type: 'left', id, name, how: one?.operation.do === 'delete' ? 'unchanged' : 'gone' };
}

async function addLines(
  client: RecordClient,
  { head: { controller }, adds }: ReadPlan,
  meeting: PlanMeeting,
  signal: AbortSignal,
): Promise<PlannedLines> {
  if (adds.length === 0) return { lines: [], labels: new Map() };
  const form = await client.form(controller, 'add', undefined, signal);
  const fine: ImportAdd[] = [];
  const refused: ImportRefusal[] = [];
  const labels = new Map<string, string>();
  for (const { line: position, operation } of adds) {
    const cells = operation.fields.map((planned) => addedCell(form, planned, meeting));
    const why = cells.find((one) => typeof one === 'string');
    if (why !== undefined) refused.push({ position, why });
    const usable = cells.filter((one) => typeof one !== 'string');
    if (why === undefined) fine.push({ position, cells: usable });
    for (const { field } of usable) labels.set(pathKey(field.at), field.label);
  }
  const read = { form: async () => form };
  const { lines } = await plannedAdds(read, controller, { adds: fine, refused }, 'line', signal);
  return { lines, labels };
}

/** Or why the field cannot be set: one sentence. */
function addedCell(form: RecordForm, planned: PlanField, meeting: PlanMeeting): ImportedCell | string {
  const field = fieldNamed(form, planned.field);
  if (!field) return t('The form for a new {0} has no field “{1}”.', form.singular, planned.field);
  const text = plannedText(planned.becomes);
  if (text === undefined) return severalValues(field.label);
  const reference = field.reference ? meeting.reference(planned) : undefined;
  if (reference?.why !== undefined) return reference.why;
  const { becomesText, model } = planned;
  if (!reference) {
    const said = { ...(becomesText !== undefined && { text: becomesText }), ...(model !== undefined && { model }) };
    return { field, cell: text, value: text, ...(field.reference && { reference: said }) };
  }
  const { id, ...said } = reference;
  return { field, cell: id, value: id, reference: said };
}
