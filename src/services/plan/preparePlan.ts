import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { ImportedCell } from '../../model/import/importWork.ts';
import {
  fieldNamed,
  type PlanContext,
  planPlannedDelete,
  planPlannedEdit,
  plannedText,
  severalValues,
  type PlannedReference,
} from '../../model/plan/planOperation.ts';
import { type PlanField, proposedBy } from '../../model/plan/recordPlan.ts';
import { FirstIndexes } from '../../model/firstIndexes.ts';
import type { PreparedRun } from '../bulk/preparedRun.ts';
import type { BulkPlanner, PlanProgress } from '../bulk/bulkPlanner.ts';
import type { KnownLine, Look } from '../bulk/dryRun.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import { inOrder } from '../common/inOrder.ts';
import type { Clients } from '../connections/clients.ts';
import { importSubject } from '../import/importSubject.ts';
import { addedLine, positionName, refusedLine } from '../import/plannedAdds.ts';
import type { NamedRecords, ReferenceField } from '../references/namedRecords.ts';
import type { ReadPlan, WrittenOperation } from './planFile.ts';
import { type MatchField, matchByField, meantTwice } from './planMatch.ts';
import { scalarText } from '../../model/form/fieldValue.ts';
import type { ReferenceValue } from '../../model/form/value.ts';
import { LookUpCache } from '../common/lookUpCache.ts';
import { pointing } from '../references/completeReferences.ts';

/** The records that earlier runs of exactly the same plan added; new records can't be found by id. */
export interface KnownAdds {
  readonly sha256: string;
  /** Returns undefined for a record that none of them added. */
  lineFor(position: number, name: string): JournalLine | undefined;
}

/** Target of a plan. */
export interface PlanTarget {
  readonly connection: string;
  /** Base URL of the service: that of the plan, or the one that the user chose. */
  readonly madeFor: string;
  /** True if the service isn't the plan's. */
  readonly isElsewhere: boolean;
  /** If undefined, records are matched by id. */
  readonly match?: MatchField;
  /** Earlier runs of the same plan, if their journals are known. */
  readonly earlier?: KnownAdds;
}

export interface PlanDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly planner: BulkPlanner;
  readonly references: Pick<NamedRecords, 'find' | 'checkPair'>;
}

/** Operations prepared in parallel before their records are read. */
const atOnce = 4;

/** Reads the current state of every record in a plan, and creates the draft of a run. Writes nothing. */
export async function preparePlan(
  deps: PlanDeps,
  plan: ReadPlan,
  target: PlanTarget,
  onProgress: PlanProgress,
  signal: AbortSignal,
): Promise<PreparedRun> {
  const collected = new ServiceMessages();
  const draft = await collected.collectDuring(() => draftOf(deps, plan, target, onProgress, signal));
  draft.addNotes(collected.said);
  return draft;
}

async function draftOf(
  { clients, planner, references }: PlanDeps,
  plan: ReadPlan,
  target: PlanTarget,
  onProgress: PlanProgress,
  signal: AbortSignal,
): Promise<PreparedRun> {
  const { name, head, counts } = plan;
  const { controller, madeBy } = head;
  const client = await clients.get(target.connection);
  const known = await planContextFor(client, plan, target, references, signal);
  const form = counts.add > 0 ? await client.form(controller, 'add', undefined, signal) : undefined;
  return planner.prepareEach(
    {
      connection: target.connection,
      madeFor: target.madeFor,
      controller,
      count: counts.edit + counts.add + counts.delete,
      title: t('Plan {0}', name),
      kind: counts.delete > 0 && counts.edit + counts.add === 0 ? 'delete' : 'edit',
      madeFrom: madeBy === proposedBy ? 'tool' : 'plan',
      ofPlan: { file: name, madeBy, ...(target.earlier && { sha256: target.earlier.sha256 }) },
    },
    workOf(client, plan, target, known, form, signal),
    onProgress,
    signal,
  );
}

/** Yields work items one operation at a time, with everything needed before its record is read. */
async function* workOf(
  client: RecordService,
  plan: ReadPlan,
  { match, earlier }: Pick<PlanTarget, 'match' | 'earlier'>,
  meetingFor: (fields: readonly PlanField[]) => Promise<PlanContext>,
  form: RecordForm | undefined,
  signal: AbortSignal,
): AsyncGenerator<Look | KnownLine, void, void> {
  const here = { client, controller: plan.head.controller };
  const met = inOrder(plan.operations(signal), atOnce, async ({ line, operation }) => {
    const meeting = await meetingFor(operation.do === 'delete' ? [] : operation.fields);
    if (operation.do === 'add') return { line, operation, meeting };
    const id = match ? await matchByField({ line, operation }, match, here, signal) : operation.id;
    return { line, operation, meeting, id };
  });
  const firstLines = new FirstIndexes();
  for await (const { line, operation, meeting, id } of met) {
    if (operation.do === 'add') {
      const known = earlier?.lineFor(line, positionName('line', line));
      if (known) yield { line: known };
      else if (form) yield addLine(form, line, operation.fields, meeting);
    } else if (typeof id !== 'string') {
      if (id) yield { line: id };
    } else if (match && firstLines.addIfNew(id, line) !== undefined) {
      for (const refused of meantTwice(id, { line, operation })) yield { line: refused };
    } else yield { id, plan: (now) => planOne(now, operation, meeting), gone: notFoundLine(id, operation) };
  }
}

/** Reads a form to learn which fields are references; a plan without names doesn't need one. */
async function planContextFor(
  client: RecordService,
  { head, hasNames }: ReadPlan,
  target: PlanTarget,
  references: PlanDeps['references'],
  signal: AbortSignal,
): Promise<(fields: readonly PlanField[]) => Promise<PlanContext>> {
  const { isElsewhere } = target;
  const none = { isElsewhere, reference: () => undefined };
  if (!isElsewhere && !hasNames) return async () => none;
  const { form } = await importSubject(client, head.controller, undefined, signal);
  const known = planReferences(form, target, references, signal);
  return async (fields) => ({ isElsewhere, reference: await known(fields) });
}

function planOne(
  form: RecordForm,
  operation: WrittenOperation['operation'],
  meeting: PlanContext,
): ReturnType<typeof planPlannedEdit> {
  return operation.do === 'edit'
    ? planPlannedEdit(form, operation.fields, meeting)
    : planPlannedDelete(form, operation.held, meeting);
}

/** A record to delete that doesn't exist already is as the plan wants it. */
function notFoundLine(id: string, operation: WrittenOperation['operation']): JournalLine {
  return { type: 'left', id, name: operation.name, how: operation.do === 'delete' ? 'unchanged' : 'gone' };
}

function addLine(form: RecordForm, position: number, fields: readonly PlanField[], meeting: PlanContext): KnownLine {
  const cells = fields.map((planned) => addedCell(form, planned, meeting));
  const why = cells.find((one) => typeof one === 'string');
  if (why !== undefined) return refusedLine({ position, why }, 'line');
  return addedLine(form, { position, cells: cells.filter((one) => typeof one !== 'string') }, 'line');
}

/** Returns the cell, or why the field can't be set, as one sentence. */
function addedCell(form: RecordForm, planned: PlanField, meeting: PlanContext): ImportedCell | string {
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

/** Maximum number of cached references, however many a plan names. */
const maxKept = 20_000;

/**
 * Resolves the references of a plan: the name and id given together must identify the same record, and in another
 * service, which has different ids, the record is found by name. Looks each one up once.
 */
function planReferences(
  form: Pick<RecordForm, 'fields' | 'otherFields'>,
  target: { readonly connection: string; readonly isElsewhere: boolean },
  records: Pick<NamedRecords, 'find' | 'checkPair'>,
  signal: AbortSignal,
): (fields: readonly PlanField[]) => Promise<PlanContext['reference']> {
  const known = new LookUpCache<PlannedReference>(maxKept);
  return async (fields) => {
    const found = new Map<PlanField, PlannedReference>();
    for (const planned of fields) {
      const isNamed = target.isElsewhere || planned.becomesText !== undefined;
      const field = isNamed && scalarText(planned.becomes) ? fieldNamed(form, planned.field) : undefined;
      if (!field?.reference) continue;
      const pointer = pointing(field, planned.model);
      found.set(planned, await known.get(keyOf(planned), () => lookedUp(planned, pointer, target, records, signal)));
    }
    return (planned) => found.get(planned);
  };
}

async function lookedUp(
  { becomes, becomesText: text }: PlanField,
  field: ReferenceField,
  { connection, isElsewhere }: { readonly connection: string; readonly isElsewhere: boolean },
  records: Pick<NamedRecords, 'find' | 'checkPair'>,
  signal: AbortSignal,
): Promise<PlannedReference> {
  const id = scalarText(becomes) ?? '';
  if (text === undefined || text === '')
    return isElsewhere
      ? { why: t('The plan does not name the record that “{0}” should point to.', field.label) }
      : { id };
  const known = isElsewhere
    ? await records.find(connection, field, text, signal)
    : await records.checkPair(connection, field, { id, text }, signal);
  return known.kind === 'one' ? referenceOf(known.value) : { why: known.why };
}

function referenceOf({ id, text, model }: ReferenceValue): PlannedReference {
  return { id, ...(text !== null && { text }), ...(model !== undefined && { model }) };
}

function keyOf({ field, becomes, becomesText, model }: PlanField): string {
  return JSON.stringify([field, becomes, becomesText, model]);
}
