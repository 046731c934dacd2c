import type { BulkLedger, EntryState, LedgerEntry } from '../model/bulk/bulkLedger.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { shownDifference } from '../model/form/shownValue.ts';
import type { JsonObject } from '../model/json.ts';
import { planFieldOf, type PlanField } from '../model/plan/recordPlan.ts';
import { positionOfEntry } from '../services/import/plannedAdds.ts';
import { Items } from './result.ts';

/** Outcomes of a record in a plan or a run, as shown to the user. */
export type Outcome = keyof typeof outcomeWords;

export const outcomeWords = {
  pending: 'to do',
  done: 'done',
  unchanged: 'no change',
  changedSince: 'changed since the plan was made',
  notFound: 'not found',
  refused: 'refused',
  skipped: 'skipped',
  excluded: 'excluded by the mode',
  failed: 'failed',
  unknown: 'outcome unknown',
} as const;

const outcomeOf: Readonly<Record<EntryState, Outcome>> = {
  waiting: 'pending',
  sent: 'unknown',
  done: 'done',
  failed: 'failed',
  unclear: 'unknown',
  unchanged: 'unchanged',
  refused: 'refused',
  gone: 'notFound',
  dropped: 'skipped',
  changed: 'changedSince',
  skipped: 'excluded',
};

const fine: readonly Outcome[] = ['pending', 'done', 'unchanged', 'excluded'];
/** States of records with a problem. */
export const problemStates = (Object.keys(outcomeOf) as EntryState[]).filter((one) => !fine.includes(outcomeOf[one]));

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export function countOutcomes({ counts }: Pick<BulkLedger, 'counts'>): OutcomeCounts {
  const all = Object.fromEntries(Object.keys(outcomeWords).map((one) => [one, 0])) as Record<Outcome, number>;
  for (const [state, count] of Object.entries(counts)) all[outcomeOf[state as EntryState]] += count;
  return all;
}

/** True if a record with this outcome needs attention. */
export function isProblem(outcome: Outcome): boolean {
  return !fine.includes(outcome);
}

/** Counts the records that have a problem or were not processed. */
export function countProblems(counts: OutcomeCounts): number {
  return Object.entries(counts).reduce((sum, [one, count]) => (fine.includes(one as Outcome) ? sum : sum + count), 0);
}

/** “3 to do, 1 refused”. */
export function countsText(counts: OutcomeCounts): string {
  const present = Object.entries(outcomeWords).filter(([outcome]) => counts[outcome as Outcome] > 0);
  return present.map(([one, words]) => `${formatNumber(counts[one as Outcome])} ${words}`).join(', ') || 'no records';
}

const plannedStates: ReadonlySet<EntryState> = new Set(['waiting', 'sent', 'done', 'failed', 'unclear', 'changed']);

/** An entry of the JSON document for each record, read from the journal when it is written. */
export function recordItems(ledger: BulkLedger): Items {
  const { entries, labels } = ledger;
  function* each(): Generator<JsonObject, void, void> {
    for (const entry of entries) {
      const { id, name, action, state, why, cells, values, made } = entry;
      const fields = cells.map(planFieldOf).map((one) => ({ label: labels.get(one.field) ?? one.field, ...one }));
      yield {
        ...whereOf(id, made),
        name,
        // the journal has no action for a record that was excluded before the run
        ...(plannedStates.has(state) && { do: action }),
        outcome: outcomeOf[state],
        ...(why !== undefined && { why }),
        ...(fields.length > 0 && { fields }),
        ...(values !== undefined && { held: values }),
      };
    }
  }
  return new Items(each());
}

/** A new record has no id until it is added, so its line identifies it. */
function whereOf(id: string, made: string | undefined): JsonObject {
  const line = positionOfEntry(id);
  return line === undefined ? { id } : { id: made ?? null, line };
}

const signs = { edit: '~', add: '+', delete: '-' } as const;

/** Yields a line for each record with one of the outcomes, and one for each of its changes. */
export function* recordLines(
  { entries, labels }: BulkLedger,
  isShown: (outcome: Outcome) => boolean,
): Generator<string> {
  for (const entry of entries) {
    const outcome = outcomeOf[entry.state];
    if (!isShown(outcome)) continue;
    const isFine = fine.includes(outcome);
    yield `  ${isFine ? signs[entry.action] : '!'} ${titleOf(entry)}${isFine ? '' : `: ${problemText(entry)}`}`;
    if (outcome === 'pending')
      for (const field of entry.cells.map(planFieldOf)) yield `      ${changeText(field, labels)}`;
  }
}

export function titleOf({ id, name, action, made }: LedgerEntry): string {
  const line = positionOfEntry(id);
  if (line === undefined) return name === '' ? id : `${id}  ${name}`;
  const where = name === '' ? `line ${line}` : name;
  // what was refused may be about a record that exists
  const title = action === 'add' ? `new record (${where})` : where;
  return made === undefined ? title : `${made}  ${title}`;
}

export function problemText({ state, why }: LedgerEntry): string {
  const words = outcomeWords[outcomeOf[state]];
  return why === undefined ? words : `${words}: ${why}`;
}

function changeText(
  { field, was, wasText, becomes, becomesText }: PlanField,
  labels: ReadonlyMap<string, string>,
): string {
  const [before, after] = shownDifference(wasText ?? was, becomesText ?? becomes);
  return `${labels.get(field) ?? field}: ${before} → ${after}`;
}
