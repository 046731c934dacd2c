import type { BulkChange } from './bulkChange.ts';
import { isTime } from '../fileAges.ts';
import type { RunSource } from '../history/writeSource.ts';
import type { PlannedCell } from './plannedCell.ts';
import type { JsonObject } from '../json.ts';
import { maxDecimals } from '../list/columnDecimals.ts';

/** How records are written: one by one with the documented edit and delete, or with the service's bulk endpoint. */
export type WriteMethod = 'records' | 'endpoint';

export type EntryAction = 'edit' | 'delete' | 'add';

/** Describes a run. Contains no secrets. */
export interface BulkPlan {
  readonly run: string;
  readonly kind: 'edit' | 'delete';
  readonly way: WriteMethod;
  readonly connection: string;
  /** The name at the time of the run; `runConnectionName` returns the current one. */
  readonly connectionName: string;
  readonly baseUrl: string;
  readonly controller: string;
  readonly title: string;
  readonly changes: readonly BulkChange[];
  readonly startedAt: number;
  /** Max duration of a write. */
  readonly timeoutMs: number;
  /** The run that this one undoes. */
  readonly undoOf?: string;
  /** Source of the run; omitted if the user selected records and changes. */
  readonly madeFrom?: 'import' | 'plan' | 'tool';
  /** The plan that this run executes, its author, and the SHA-256 of its bytes, if known. */
  readonly ofPlan?: { readonly file: string; readonly madeBy: string; readonly sha256?: string };
}

/** Returns the connection's current name, or the name at the time of the run if the connection no longer exists. */
export function runConnectionName(
  { connection, connectionName }: Pick<BulkPlan, 'connection' | 'connectionName'>,
  connections: { get(id: string): { readonly name: string } | undefined },
): string {
  return connections.get(connection)?.name ?? connectionName;
}

/** The source shown in the history. */
export function runSourceOf({ undoOf, madeFrom }: Pick<BulkPlan, 'undoOf' | 'madeFrom'>): RunSource {
  return undoOf === undefined ? (madeFrom ?? 'bulk') : 'undo';
}

/**
 * One line of a run's journal. The plan comes first; `ready` completes it. `sent` is on disk before a record is
 * written, and the outcome follows.
 */
export type JournalLine =
  | { readonly type: 'plan'; readonly version: 1; readonly plan: BulkPlan }
  | {
      readonly type: 'record';
      readonly id: string;
      readonly name: string;
      /** Set if it differs from the action of the run. */
      readonly action?: EntryAction;
      readonly cells?: readonly PlannedCell[];
      /** All values of a record to delete. */
      readonly values?: JsonObject;
      /** Digest of the record's content; a record that changed since isn't deleted. */
      readonly held?: string;
      /** How the record differs from the state that the plan expects; it is skipped unless the user includes it. */
      readonly since?: string;
    }
  | {
      readonly type: 'left';
      readonly id: string;
      readonly name: string;
      readonly how: (typeof leftStates)[number];
      readonly why?: string;
    }
  /** Some of the records that the next `ready` excludes, if there are too many for its own list. */
  | { readonly type: 'dropped'; readonly ids: readonly string[] }
  | {
      readonly type: 'ready';
      readonly dropped: readonly string[];
      /** Labels of the changed fields, by path key. */
      readonly labels: Readonly<Record<string, string>>;
      /** Decimal places of number fields, by path key; absent in older journals. */
      readonly decimals?: Readonly<Record<string, number>>;
    }
  | { readonly type: 'begin'; readonly at: number }
  | { readonly type: 'sent'; readonly ids: readonly string[]; readonly at: number }
  /** Was about to be sent, or was sent and didn't arrive: back to waiting. */
  | { readonly type: 'waiting'; readonly id: string }
  /**
   * `made`: id that the service assigned to a new record; `held`: digest of the record's content after it was added.
   */
  | {
      readonly type: 'done';
      readonly id: string;
      readonly said?: string;
      readonly made?: string;
      readonly held?: string;
    }
  | { readonly type: 'failed'; readonly id: string; readonly why: string }
  /** Sent, outcome unknown. */
  | { readonly type: 'unclear'; readonly id: string; readonly why: string }
  /** Failed records wait again; with `unclear`, also the new records that the user looked for and didn't find. */
  | { readonly type: 'again'; readonly unclear?: boolean }
  | { readonly type: 'end'; readonly at: number; readonly how: 'finished' | 'canceled' }
  | { readonly type: 'undone'; readonly by: string };

/** States of records that the plan excludes. */
const leftStates = ['unchanged', 'refused', 'gone', 'skipped'] as const;

/** Reads journal lines by their offset. */
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

/** Returns undefined for a line that is truncated or damaged. */
export function readLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text) as JournalLine | null;
    return typeof line === 'object' && line !== null && types.has(line.type) && isValid(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** True if the line has every property that its readers rely on: the file may be corrupt. */
function isValid(line: JournalLine): boolean {
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
      return areTexts([line.id, line.name, line.why ?? '']) && leftStates.includes(line.how);
    case 'dropped':
      return areTexts(line.ids);
    case 'ready':
      return (
        areTexts(line.dropped) &&
        areTexts(Object.values(line.labels)) &&
        Object.values(line.decimals ?? {}).every((one) => Number.isInteger(one) && one >= 0 && one <= maxDecimals)
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

/** Older journals may contain a timeout longer than connections allow now, or than a timer supports. */
const longestTimeout = 2 ** 30;

function isPlan(plan: BulkPlan): boolean {
  const { run, kind, way, connection, connectionName, baseUrl, controller, title } = plan;
  const { changes, startedAt, timeoutMs, ofPlan } = plan;
  return (
    ['edit', 'delete'].includes(kind) &&
    ['records', 'endpoint'].includes(way) &&
    areTexts([run, connection, connectionName, baseUrl, controller, title]) &&
    (ofPlan === undefined || areTexts([ofPlan.file, ofPlan.madeBy, ofPlan.sha256 ?? ''])) &&
    Array.isArray(changes) &&
    isTime(startedAt) &&
    isTime(timeoutMs) &&
    timeoutMs < longestTimeout
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
