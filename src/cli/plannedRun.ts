import type { Connection } from '../model/connection/connection.ts';
import type { JsonObject } from '../model/json.ts';
import { PlanProblem } from '../model/plan/readPlan.ts';
import type { PreparedRun } from '../services/bulk/preparedRun.ts';
import { type ReadPlan, readPlanFile } from '../services/plan/planFile.ts';
import { preparePlan, type PlanTarget } from '../services/plan/preparePlan.ts';
import type { BulkServices } from './bulkServices.ts';
import type { Context, OptionTable } from './command.ts';
import { annotateLine } from './pipelineReport.ts';
import type { PlanSource } from './planSource.ts';
import { assertMadeFor, type Session } from './session.ts';

/** Options of the commands that read a plan. */
export const planOptions = {
  'expect-sha256': { type: 'string', value: 'HEX', about: 'Refuse a plan with any other hash than the reviewed one' },
  summary: { type: 'string', value: 'FILE', about: 'Append a summary as Markdown, such as to $GITHUB_STEP_SUMMARY' },
} as const satisfies OptionTable;

/** Reads the whole plan, before anything is sent. */
export async function readPlanOf(source: PlanSource, context: Context): Promise<ReadPlan> {
  try {
    return await readPlanFile(source, context.signal);
  } catch (error) {
    if (error instanceof PlanProblem) annotateLine(source, error.line, error.message, context);
    throw error;
  }
}

/** Reads the current state of every record in the plan. */
export async function prepareRun(
  plan: ReadPlan,
  session: Session,
  { planner, references }: BulkServices,
  { terminal, signal }: Context,
  earlier?: PlanTarget['earlier'],
): Promise<PreparedRun> {
  const { connection, clients } = session;
  assertMadeFor(plan.head.address, connection, `use ${plan.name}`);
  const draft = await preparePlan(
    { clients, planner, references },
    plan,
    { connection: connection.id, madeFor: connection.baseUrl, isElsewhere: false, ...(earlier && { earlier }) },
    (_, done, total) => terminal.progress(`Reading ${done} of ${total ?? '?'} records`),
    signal,
  );
  if (draft.note !== undefined) terminal.note(draft.note);
  return draft;
}

/** Describes the plan in the JSON document. */
export function planEntry({ head, counts }: ReadPlan, { path: file, sha256 }: PlanSource): JsonObject {
  return { file, sha256, ...head, operations: { ...counts } };
}

export function connectionEntry({ name, baseUrl }: Connection): JsonObject {
  return { name, address: baseUrl };
}

/** Describes the plan in text and summaries. */
export function planFacts({ head }: ReadPlan, { sha256 }: PlanSource): Readonly<Record<string, string>> {
  const { why, controller, address, madeBy, madeAt } = head;
  return {
    ...(why !== '' && { Purpose: why }),
    Records: `${controller} at ${address}`,
    Made: [madeBy && `by ${madeBy}`, madeAt && `at ${madeAt}`].filter(Boolean).join(' ') || 'unknown',
    'SHA-256': sha256,
  };
}
