import { type JournalLine, type BulkPlan, runSourceOf } from '../../model/bulk/bulkJournal.ts';
import { type PlannedCell, plannedValues } from '../../model/bulk/plannedCell.ts';
import type { Connection } from '../../model/connection/connection.ts';
import type { ControllerName } from '../../model/controller.ts';
import { labelFromKey, pathKey } from '../../model/form/fieldPath.ts';
import { scalarText } from '../../model/form/fieldValue.ts';
import { isSecretName } from '../../model/secretNames.ts';
import type { HistoryChange, HistoryEntry } from '../../model/history/historyEntry.ts';
import type { RunSource } from '../../model/history/writeSource.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { JournalFolder } from '../bulk/journalFolder.ts';
import type { Connections } from '../connections/connections.ts';
import type { History } from './history.ts';

/** One run over many records; its page shows each of them. */
export interface RunEntry {
  readonly run: string;
  readonly title: string;
  readonly at: number;
  readonly through: RunSource;
  readonly controller: string;
}

interface HistoryTarget {
  readonly controller: ControllerName;
  readonly id: string;
}

interface RecordHistoryDeps {
  readonly history: History;
  readonly journals: Pick<JournalFolder, 'list' | 'lines'>;
  readonly connections: Pick<Connections, 'leadsTo'>;
}

/** A limit that few users would scroll through. */
const max = 500;

/** History of records from stored writes and the journals of runs, newest first. */
export class RecordHistory {
  readonly #deps: RecordHistoryDeps;

  constructor(deps: RecordHistoryDeps) {
    this.#deps = deps;
  }

  async ofRecord(connection: Connection, target: HistoryTarget, signal?: AbortSignal): Promise<HistoryEntry[]> {
    const entries: HistoryEntry[] = [];
    for await (const entry of this.#kept(connection)) {
      signal?.throwIfAborted();
      if (entry.controller === target.controller && entry.id === target.id) entries.push(entry);
      if (entries.length >= max) break;
    }
    for await (const plan of this.#plans(connection))
      if (plan.controller === target.controller) {
        const entry = await this.#entryIn(plan, target.id, signal);
        if (entry) entries.push(entry);
      }
    return withoutOwn(entries.toSorted((one, other) => other.at - one.at)).slice(0, max);
  }

  /** Combines a run over many records into one line. */
  async ofConnection(connection: Connection): Promise<(HistoryEntry | RunEntry)[]> {
    const entries: HistoryEntry[] = [];
    for await (const entry of this.#kept(connection)) {
      entries.push(entry);
      if (entries.length >= max) break;
    }
    const runs: RunEntry[] = [];
    for await (const plan of this.#plans(connection)) {
      const { run, title, controller } = plan;
      const at = await this.#begunAt(run);
      if (at !== undefined) runs.push({ run, title, at, through: runSourceOf(plan), controller });
    }
    return [...withoutOwn(entries), ...runs].toSorted((one, other) => other.at - one.at).slice(0, max);
  }

  /** Yields only entries for the service that the connection leads to now: another service has different records. */
  async *#kept({ id }: Connection): AsyncGenerator<HistoryEntry> {
    const { history, connections } = this.#deps;
    for await (const entry of history.entries(id)) if (connections.leadsTo(id, entry.service)) yield entry;
  }

  async *#plans({ id }: Connection): AsyncGenerator<BulkPlan> {
    const { history, journals, connections } = this.#deps;
    for (const run of await journals.list())
      for await (const line of journals.lines(run, isOfType('plan'))) {
        if (line.type !== 'plan') continue;
        const { plan } = line;
        const isOwn = plan.connection === id && connections.leadsTo(id, plan.baseUrl);
        if (isOwn && plan.startedAt >= history.oldest) yield plan;
        break;
      }
  }

  async #begunAt(run: string): Promise<number | undefined> {
    for await (const line of this.#deps.journals.lines(run, isOfType('sent'))) if (line.type === 'sent') return line.at;
    return undefined;
  }

  /** Returns undefined if the run hasn't written the record. */
  async #entryIn(plan: BulkPlan, id: string, signal?: AbortSignal): Promise<HistoryEntry | undefined> {
    const found = await this.#linesAbout(plan.run, id, signal);
    // an added record has a temporary id in the journal until it exists
    const added =
      found.made === undefined ? found : { ...(await this.#linesAbout(plan.run, found.made, signal)), isDone: true };
    const { record, sentAt = plan.startedAt, labels, isDone } = added;
    if (!record || !isDone) return undefined;
    const action = record.action ?? plan.kind;
    const { run, baseUrl: service, controller } = plan;
    const about = { key: `${run} ${id}`, at: sentAt, through: runSourceOf(plan), action, service, controller, id };
    return { ...about, name: record.name, ...this.#changeOf(record, labels) };
  }

  #changeOf({ cells = [], values }: RecordLine, labels: Readonly<Record<string, string>>): HistoryChange {
    const { history } = this.#deps;
    const kept = (all: JsonObject): JsonObject => history.withoutSecrets(all);
    if (values) return { fields: [], before: kept(values), after: {} };
    const fields = cells.map(({ at, before, after, beforeText, afterText }) => ({
      at,
      label: labels[pathKey(at)] ?? labelFromKey(at.at(-1) ?? ''),
      // the journal of an earlier version may contain a secret
      ...(!isSecretName(at.at(-1) ?? '') && { from: beforeText ?? textOf(before), to: afterText ?? textOf(after) }),
    }));
    const before = kept(plannedValues(cells.map(asBefore)) as JsonObject);
    return { fields, before, after: kept(plannedValues(cells) as JsonObject) };
  }

  async #linesAbout(run: string, id: string, signal?: AbortSignal): Promise<FoundLines> {
    const name = JSON.stringify(id);
    const found: {
      record?: RecordLine;
      sentAt?: number;
      isDone: boolean;
      made?: string;
      labels: FoundLines['labels'];
    } = { isDone: false, labels: {} };
    const isReady = isOfType('ready');
    const isWanted = (text: string): boolean => {
      signal?.throwIfAborted();
      return text.includes(name) || isReady(text);
    };
    for await (const line of this.#deps.journals.lines(run, isWanted)) {
      if (line.type === 'ready') found.labels = line.labels;
      else if (line.type === 'record' && line.id === id) found.record = line;
      else if (line.type === 'sent' && line.ids.includes(id)) found.sentAt = line.at;
      else if (line.type === 'done' && line.made === id && line.id !== id) found.made = line.id;
      else if (line.type === 'done' && line.id === id) found.isDone = true;
      else if ((line.type === 'failed' || line.type === 'unclear') && line.id === id) found.isDone = false;
    }
    return found;
  }
}

type RecordLine = Extract<JournalLine, { type: 'record' }>;

interface FoundLines {
  readonly record?: RecordLine;
  readonly sentAt?: number;
  readonly isDone: boolean;
  /** If the run added the record: the record's temporary id in the run. */
  readonly made?: string;
  readonly labels: Readonly<Record<string, string>>;
}

function isOfType(type: JournalLine['type']): (text: string) => boolean {
  return (text) => text.startsWith(`{"type":"${type}"`);
}

function asBefore({ at, before, beforeText, models }: PlannedCell): PlannedCell {
  return {
    at,
    before: null,
    after: before,
    ...(beforeText !== undefined && { afterText: beforeText }),
    ...(models && { models: models.before === undefined ? {} : { after: models.before } }),
  };
}

function textOf(value: JsonValue): string {
  return value === null ? '' : (scalarText(value) ?? JSON.stringify(value));
}

/** Drops changes that another window detected if they were written here or detected before. */
function withoutOwn(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const isDuplicate = (found: HistoryEntry): boolean =>
    entries.some(
      (one) =>
        one !== found &&
        one.id === found.id &&
        one.controller === found.controller &&
        one.at >= (found.since ?? 0) &&
        (one.through === 'elsewhere' ? one.at < found.at : one.at <= found.at) &&
        (one.action === 'delete' ? found.action === 'delete' : hasFields(one, found)),
    );
  return entries.filter((entry) => entry.through !== 'elsewhere' || !isDuplicate(entry));
}

function hasFields(one: HistoryEntry, found: HistoryEntry): boolean {
  return found.fields.every(({ label, to }) => one.fields.some((field) => field.label === label && field.to === to));
}
