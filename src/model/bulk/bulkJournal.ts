import type { BulkChange } from './bulkChange.ts';
import { isTime } from '../fileAges.ts';
import type { RunSource } from '../history/writeSource.ts';
import type { PlannedCell } from './plannedCell.ts';
import type { JsonObject } from '../json.ts';
import { mostDecimals } from '../list/columnDecimals.ts';

/** How records are written: one by one through the documented edit and delete, or by the service's own endpoint. */
export type BulkWay = 'records' | 'endpoint';

/** What is done to one record. */
export type EntryAction = 'edit' | 'delete' | 'add';

/** What a run is about. There is no secret in it. */
export interface RunPlan {
  readonly run: string;
  readonly kind: 'edit' | 'delete';
  readonly way: BulkWay;
  readonly connection: string;
  /** As it was called then: `runConnectionName` is how it is called now. */
  readonly connectionName: string;
  readonly baseUrl: string;
  readonly controller: string;
  readonly title: string;
  readonly changes: readonly BulkChange[];
  readonly startedAt: number;
  /** How long a write of it can be under way. */
  readonly timeoutMs: number;
  /** The run whose old values this one writes back. */
  readonly undoOf?: string;
  /** What it was made from, where that is not a choice of records and what to do to them. */
  readonly madeFrom?: 'import' | 'plan' | 'tool';
  /** The plan that it runs, and who or what made that. */
  readonly ofPlan?: { readonly file: string; readonly madeBy: string };
}

/** How its connection is called now, or was called then if it is gone. */
export function runConnectionName(
  { connection, connectionName }: Pick<RunPlan, 'connection' | 'connectionName'>,
  connections: { get(id: string): { readonly name: string } | undefined },
): string {
  return connections.get(connection)?.name ?? connectionName;
}

/** What the history says about it. */
export function runSourceOf({ undoOf, madeFrom }: Pick<RunPlan, 'undoOf' | 'madeFrom'>): RunSource {
  return undoOf === undefined ? (madeFrom ?? 'bulk') : 'undo';
}

/**
 * One line of a run's journal. The plan comes first and is complete with `ready`; before a record is written there is a
 * `sent` on the disk, and what became of it comes after.
 */
export type JournalLine =
  | { readonly type: 'plan'; readonly version: 1; readonly plan: RunPlan }
  | {
      readonly type: 'record';
      readonly id: string;
      readonly name: string;
      /** Where it is not what the run does to all others. */
      readonly action?: EntryAction;
      readonly cells?: readonly PlannedCell[];
      /** All of a record that is to be deleted. */
      readonly values?: JsonObject;
      /** A digest of what it held: what was changed since is not deleted. */
      readonly held?: string;
      /** How it differs from what a plan says that it was: it is left out unless a person takes it in. */
      readonly since?: string;
    }
  | {
      readonly type: 'left';
      readonly id: string;
      readonly name: string;
      readonly how: 'unchanged' | 'refused' | 'gone';
      readonly why?: string;
    }
  /** Some of those that are left out with the next `ready`, where they are too many for its own list. */
  | { readonly type: 'dropped'; readonly ids: readonly string[] }
  | {
      readonly type: 'ready';
      readonly dropped: readonly string[];
      /** Of the fields that are changed, by the key of their path. */
      readonly labels: Readonly<Record<string, string>>;
      /** What the numbers of a field are shown with, in the same way; left out of older journals. */
      readonly decimals?: Readonly<Record<string, number>>;
    }
  | { readonly type: 'begin'; readonly at: number }
  | { readonly type: 'sent'; readonly ids: readonly string[]; readonly at: number }
  /** It was about to be sent, or was sent and did not arrive: it waits as before. */
  | { readonly type: 'waiting'; readonly id: string }
  /** `made`: the id that the service gave to a new record; `held`: a digest of what it held once it was there. */
  | {
      readonly type: 'done';
      readonly id: string;
      readonly said?: string;
      readonly made?: string;
      readonly held?: string;
    }
  | { readonly type: 'failed'; readonly id: string; readonly why: string }
  /** Sent, and nobody can tell what became of it. */
  | { readonly type: 'unclear'; readonly id: string; readonly why: string }
  /** The failed ones wait again, and with `unclear` those new ones that a person has looked for in vain. */
  | { readonly type: 'again'; readonly unclear?: boolean }
  | { readonly type: 'end'; readonly at: number; readonly how: 'finished' | 'canceled' }
  | { readonly type: 'undone'; readonly by: string };

/** Gives lines of a journal back by where they begin in it. */
export interface LineSource {
  lineAt(at: number): JournalLine;
}

export function writeLine(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}

const types: ReadonlySet<string> = new Set([
  'plan',
  'record',
  'left',
  'dropped',
  'ready',
  'begin',
  'sent',
  'waiting',
  'done',
  'failed',
  'unclear',
  'again',
  'end',
  'undone',
] satisfies JournalLine['type'][]);

/** Undefined for a line that we have not written like this: it was cut off, or damaged. */
export function readLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text) as JournalLine | null;
    return typeof line === 'object' && line !== null && types.has(line.type) && isSound(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it has what whoever applies it relies on: a disk may give back anything. */
function isSound(line: JournalLine): boolean {
  switch (line.type) {
    case 'plan':
      return isPlan(line.plan);
    case 'record':
      return (
        areTexts([line.id, line.name, line.held ?? '', line.since ?? '']) &&
        ['edit', 'delete', 'add', undefined].includes(line.action) &&
        (line.cells ?? []).every(({ at }) => areTexts(at))
      );
    case 'left':
      return areTexts([line.id, line.name, line.why ?? '']) && ['unchanged', 'refused', 'gone'].includes(line.how);
    case 'dropped':
      return areTexts(line.ids);
    case 'ready':
      return (
        areTexts(line.dropped) &&
        areTexts(Object.values(line.labels)) &&
        Object.values(line.decimals ?? {}).every((one) => Number.isInteger(one) && one >= 0 && one <= mostDecimals)
      );
    case 'sent':
      return areTexts(line.ids) && isTime(line.at);
    case 'failed':
    case 'unclear':
      return areTexts([line.id, line.why]);
    case 'done':
      return areTexts([line.id, line.said ?? '', line.made ?? '', line.held ?? '']);
    case 'waiting':
      return areTexts([line.id]);
    case 'end':
      return ['finished', 'canceled'].includes(line.how);
    case 'undone':
      return areTexts([line.by]);
    case 'begin':
    case 'again':
      return true;
  }
}

/** An older one may name a longer time-out than any connection has now, and than a timer can wait. */
const longestTimeout = 2 ** 30;

function isPlan(plan: RunPlan): boolean {
  const { run, kind, way, connection, connectionName, baseUrl, controller, title } = plan;
  const { changes, startedAt, timeoutMs, ofPlan } = plan;
  return (
    ['edit', 'delete'].includes(kind) &&
    ['records', 'endpoint'].includes(way) &&
    areTexts([run, connection, connectionName, baseUrl, controller, title]) &&
    (ofPlan === undefined || areTexts([ofPlan.file, ofPlan.madeBy])) &&
    Array.isArray(changes) &&
    isTime(startedAt) &&
    isTime(timeoutMs) &&
    timeoutMs < longestTimeout
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
