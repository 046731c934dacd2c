import { t } from '@vscode/l10n';
import { type ListViewAddress, parseAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import { lastChangedBy } from '../../model/form/headingFacts.ts';
import {
  changedRows,
  changesBetween,
  type Snapshot,
  type SnapshotChange,
  snapshotOfList,
  snapshotOfRecord,
  snapshotTexts,
  withOwn,
} from '../../model/snapshot.ts';
import { ignoredFilter } from '../../model/list/ignoredFilter.ts';
import type { RecordService } from '../../service/recordService.ts';
import type { ListQuery } from '../lists/listAddress.ts';
import type { ReferenceNames } from '../lists/listFilter.ts';
import { saidOfRecords } from '../../model/serviceWords.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import type { Clients } from '../connections/clients.ts';
import { isUnavailable } from '../connections/connections.ts';
import type { RecordChanges, RecordsChange } from '../common/recordChanges.ts';
import { Emitter } from '../common/emitter.ts';
import type { History } from '../history/history.ts';
import { ListLook } from './listLook.ts';
import { type WatchedAddress, watchKey, type WatchList } from './watchList.ts';
import type { WatchMemory } from './watchMemory.ts';

const unknown: Partial<WatchedItem> = {};

/** Maximum parallel requests, across all connections. */
const atOnce = 3;
/** Maximum number of changed rows of a watched list added to the history per check. */
const maxFound = 20;

/** State of a watched item. */
export interface Watched {
  readonly address: WatchedAddress;
  /** Undefined until it is checked in this window. */
  readonly name: string | undefined;
  readonly news: SnapshotChange | undefined;
  /** Why the last check failed. */
  readonly failure: string | undefined;
}

export interface SnapshotPair {
  readonly before: Snapshot;
  readonly now: Snapshot;
}

/** A saved search, without its order. */
export interface WatchedSearch {
  readonly name: string;
  readonly query: ListQuery;
}

/** Internal state of a watched item. */
interface WatchedItem {
  readonly address: WatchedAddress;
  /** Snapshot that the user last saw. */
  baseline?: Snapshot;
  now?: Snapshot;
  /** Latest snapshot, of this window or an earlier one. */
  last?: { readonly snapshot: Snapshot; readonly at: number };
  /** Base URL of the service that was checked. */
  service?: string;
  /** Difference last shown to the user. */
  shown?: SnapshotPair;
  failure?: string | undefined;
  /** Messages that the service sent with the last check. */
  said?: readonly string[];
  /** Ids changed through this window since the last check. */
  own: Set<string>;
  /** What is known about a list view since it was last read in full. */
  look?: ListLook | undefined;
  /** The search that was last checked. */
  query?: string;
  /** The check that is running or waiting. */
  check?: Promise<void> | undefined;
}

export interface WatcherDeps {
  readonly list: WatchList;
  readonly clients: Pick<Clients, 'get'>;
  readonly changes: RecordChanges;
  /** Storage that persists across windows. */
  readonly memory: WatchMemory;
  readonly history: History;
  readonly references: ReferenceNames;
  /** Returns the name and conditions of the saved search at an address; undefined if it can't be watched. */
  readonly searchOf: (address: ListViewAddress) => WatchedSearch | undefined;
  readonly now?: () => number;
}

/** Checks watched items, and reports what has changed since the user last saw them. */
export class Watcher {
  readonly #deps: WatcherDeps;
  readonly #entries = new Map<string, WatchedItem>();
  readonly #resting: ConnectionBackoff;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #news = new Emitter<WatchedAddress>();
  /** Fires when someone else changed something. */
  readonly onNews = this.#news.event;
  readonly #slots = new RequestSlots(atOnce);
  #round: Promise<void> | undefined;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.#resting = new ConnectionBackoff(deps.now ?? Date.now);
    deps.changes.onDidChange((change) => this.#noteOwn(change));
    deps.list.onDidChange(() => this.#forgetOthers());
    void deps.memory.prune((key) => {
      const slash = key.indexOf('/');
      const address = parseAddress({ authority: key.slice(0, slash), path: key.slice(slash) });
      return address !== undefined && address.kind !== 'newRecord' && deps.list.has(address);
    });
  }

  all(): Watched[] {
    return this.#deps.list.shown().map((address) => {
      const { baseline, now, failure } = this.#entries.get(watchKey(address)) ?? unknown;
      const news = baseline && now ? changesBetween(baseline, now) : undefined;
      return { address, name: (now ?? baseline)?.name, news, failure };
    });
  }

  /** Messages that the services sent with the last check of each item, with item names if not all got the same. */
  said(): readonly string[] {
    return saidOfRecords(
      this.#deps.list.shown().flatMap((address) => {
        const { now, baseline, said } = this.#entries.get(watchKey(address)) ?? unknown;
        return said ? [{ name: (now ?? baseline)?.name ?? address.controller, said }] : [];
      }),
    );
  }

  /**
   * Checks all items, one round at a time, or only those never checked, before the others. `interval` is in
   * milliseconds.
   */
  checkAll(interval: number, which: 'all' | 'unseen' = 'all'): Promise<void> {
    const items = this.#deps.list.shown();
    if (which === 'unseen') {
      const unseen = items.filter((address) => !this.#entries.get(watchKey(address))?.now);
      return this.#checkEach(unseen, interval, true);
    }
    this.#round ??= this.#checkEach(items, interval).finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Checks at the user's request, in full and ignoring any backoff. */
  async lookNow(interval: number): Promise<void> {
    // the service may have answered the checks under way before its latest changes
    await Promise.allSettled([this.#round, ...[...this.#entries.values()].map(({ check }) => check)]);
    for (const entry of this.#entries.values()) entry.look = undefined;
    for (const { connection } of this.#deps.list.shown()) this.#resting.wake(connection);
    await this.checkAll(interval);
  }

  /** Call when the user sees the item. */
  markSeen(address: WatchedAddress): void {
    const entry = this.#entries.get(watchKey(address));
    if (!entry?.baseline || !entry.now || entry.baseline === entry.now) return;
    if (changesBetween(entry.baseline, entry.now)) entry.shown = { before: entry.baseline, now: entry.now };
    entry.baseline = entry.now;
    this.#persist(entry);
    this.#changed.fire();
  }

  /** Returns the changes since the user last saw the item, or those shown last. Undefined if there never were any. */
  difference(address: WatchedAddress): SnapshotPair | undefined {
    const { baseline, now, shown } = this.#entries.get(watchKey(address)) ?? unknown;
    return baseline && now && changesBetween(baseline, now) ? { before: baseline, now } : shown;
  }

  async #checkEach(items: readonly WatchedAddress[], interval: number, isUrgent = false): Promise<void> {
    const checks = items.map((address) => {
      const key = watchKey(address);
      const entry: WatchedItem = this.#entries.get(key) ?? { address, own: new Set<string>() };
      this.#entries.set(key, entry);
      entry.check ??= this.#slots
        .run(() => this.#lookAt(entry, interval), isUrgent)
        .finally(() => {
          entry.check = undefined;
        });
      return entry.check;
    });
    await Promise.all(checks);
  }

  /** False once it is no longer watched, even if it was added again since. */
  #isWatched(entry: WatchedItem): boolean {
    return this.#entries.get(watchKey(entry.address)) === entry && this.#deps.list.has(entry.address);
  }

  async #lookAt(entry: WatchedItem, interval: number): Promise<void> {
    const { address } = entry;
    if (this.#resting.isResting(address.connection) || !this.#isWatched(entry)) return;
    const own = entry.own;
    const collected = new ServiceMessages();
    try {
      const now = await collected.collectDuring(() => this.#ask(address, entry));
      this.#note(entry, collected.said);
      this.#resting.wake(address.connection);
      if (!now) return this.#noteUnchanged(entry);
      // a change made here during the request may or may not be in its response
      if (entry.own !== own || !this.#isWatched(entry)) return void (entry.look = undefined);
      this.#applySnapshot(address, entry, now);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'canceled') return;
      this.#note(entry, collected.said);
      if (isNotServing(error, address.connection)) this.#resting.recordFailure(address.connection, interval);
      if (entry.failure === error.message) return;
      entry.failure = error.message;
      this.#changed.fire();
    }
  }

  #note(entry: WatchedItem, said: readonly string[]): void {
    const had = entry.said ?? [];
    entry.said = said;
    if (said.join('\n') !== had.join('\n')) this.#changed.fire();
  }

  #noteUnchanged(entry: WatchedItem): void {
    if (entry.last) entry.last = { ...entry.last, at: this.#now() };
    if (entry.failure === undefined) return;
    entry.failure = undefined;
    this.#changed.fire();
  }

  #applySnapshot(address: WatchedAddress, entry: WatchedItem, now: Snapshot): void {
    this.#addToHistory(address, entry, now);
    // show an earlier window's snapshot with the current form
    const { baseline } = entry;
    if (baseline?.kind === 'record' && !baseline.form && now.kind === 'record' && now.form)
      entry.baseline = { ...baseline, form: now.form };
    const had = this.#newsText(entry);
    if (entry.baseline && entry.own.size > 0) entry.baseline = withOwn(entry.baseline, now, entry.own);
    entry.own = new Set();
    const hadFailed = entry.failure !== undefined;
    const isFirst = !entry.now;
    entry.failure = undefined;
    entry.now = now;
    entry.baseline ??= now;
    entry.last = { snapshot: now, at: this.#now() };
    this.#persist(entry);
    const has = this.#newsText(entry);
    if (isFirst || hadFailed || has !== had) this.#changed.fire();
    if (has !== had && has !== undefined) this.#news.fire(address);
  }

  /** Adds other users' changes since the last check to the history. */
  #addToHistory(address: WatchedAddress, { last, own, service = '' }: WatchedItem, now: Snapshot): void {
    if (!last) return;
    const { history } = this.#deps;
    const { connection, controller } = address;
    const shared = { connection, controller, service, since: last.at };
    const before = last.snapshot;
    if (address.kind === 'listView') {
      const rows = changedRows(before, now).filter(({ id }) => !own.has(id));
      for (const { id, name, fields } of rows.slice(0, maxFound))
        history.noteFound({ ...shared, id, name, action: 'edit', change: { fields, before: {}, after: {} } });
      return;
    }
    const { id } = address;
    if (own.has(id) || before.kind !== 'record') return;
    const found = { ...shared, id, name: before.name };
    if (now.kind === 'gone')
      history.noteFound({ ...found, action: 'delete', change: { fields: [], before: before.values, after: {} } });
    if (now.kind !== 'record' || !now.form) return;
    const change = history.changeBetween(now.form, before.values, now.values);
    if (change.fields.length > 0)
      history.noteFound({ ...found, name: now.name, by: lastChangedBy(now.form), action: 'edit', change });
  }

  #persist({ address, baseline, last, service, own }: WatchedItem): void {
    if (!baseline || !last || service === undefined) return;
    const look = { at: last.at, service, baseline, now: last.snapshot, own: [...own] };
    this.#deps.memory.store(watchKey(address), look);
  }

  /** Loads an earlier window's snapshots before the first check. */
  async #recall(entry: WatchedItem, service: string): Promise<void> {
    if (entry.service === service) return;
    entry.service = service;
    entry.look = undefined;
    if (entry.last) return;
    const { address, own } = entry;
    const look = await this.#deps.memory.recall(watchKey(address), address.connection, service);
    if (!look || entry.baseline) return;
    entry.baseline = look.baseline;
    entry.last = { snapshot: look.now, at: look.at };
    for (const id of look.own) own.add(id);
  }

  #now(): number {
    return (this.#deps.now ?? Date.now)();
  }

  #newsText({ baseline, now }: WatchedItem): string | undefined {
    const news = baseline && now && changesBetween(baseline, now);
    return news && JSON.stringify([news, snapshotTexts(now, now).json.after]);
  }

  /** Returns undefined if a list view is unchanged since it was last read. */
  async #ask(address: WatchedAddress, entry: WatchedItem): Promise<Snapshot | undefined> {
    const client = await this.#deps.clients.get(address.connection);
    await this.#recall(entry, client.connection.baseUrl);
    if (address.kind === 'listView') {
      return this.#askList(client, address, entry);
    }
    try {
      return snapshotOfRecord(await client.open(address.controller, address.id), this.#deps.history.isSecret);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'notFound') throw error;
      return { kind: 'gone', name: (entry.now ?? entry.baseline)?.name ?? address.id };
    }
  }

  async #askList(client: RecordService, address: ListViewAddress, entry: WatchedItem): Promise<Snapshot | undefined> {
    const doing = t('check the saved search');
    const isSearch = address.search !== undefined;
    const search = isSearch ? this.#deps.searchOf(address) : undefined;
    if (isSearch && !search)
      throw new ServiceError('notFound', {
        doing,
        why: t('it was removed, or finds records by category, criteria or entry'),
        remedy: t('Stop watching it.'),
      });
    const { name, query = {} } = search ?? {};
    const asked = JSON.stringify(query);
    // after the search was edited, other results aren't changes
    if (entry.query !== undefined && entry.query !== asked) delete entry.baseline;
    if (entry.query !== asked) entry.look = undefined;
    entry.query = asked;
    const page = await (entry.look ??= new ListLook()).read(client, address, query, this.#deps.references);
    if (!page) return undefined;
    const keys = Object.fromEntries(Object.keys(query.where ?? {}).map((key) => [key, null]));
    const ignored = ignoredFilter(keys, page.columns, page.rows);
    if (!ignored)
      return snapshotOfList(name === undefined ? page : { ...page, listViewName: name }, address.controller);
    entry.look = undefined;
    throw new ServiceError('unreadable', { doing, why: t('the service ignores the filter on “{0}”', ignored.label) });
  }

  #noteOwn({ connection, controller, ids }: RecordsChange): void {
    for (const address of this.#deps.list.shown()) {
      const entry = this.#entries.get(watchKey(address));
      const isOf = address.connection === connection && address.controller === controller;
      if (!entry || !isOf) continue;
      const mine = address.kind === 'record' ? ids.filter((id) => id === address.id) : ids;
      // a new set, so that a check in progress notices the change
      if (mine.length === 0) continue;
      entry.own = new Set([...entry.own, ...mine]);
      this.#persist(entry);
    }
  }

  #forgetOthers(): void {
    const shown = new Set(this.#deps.list.shown().map(watchKey));
    for (const [key, { address }] of this.#entries) {
      if (shown.has(key)) continue;
      this.#entries.delete(key);
      // the connection may only be temporarily unavailable
      if (!this.#deps.list.has(address)) this.#deps.memory.remove(key);
    }
    this.#changed.fire();
  }
}

/** Limits parallel requests; urgent ones come next. */
class RequestSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async run(work: () => Promise<void>, isUrgent: boolean): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting[isUrgent ? 'unshift' : 'push'](resolve));
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** True if the whole service, not just this record, is unavailable. */
function isNotServing(error: ServiceError, connection: string): boolean {
  const { code, status = 0 } = error;
  const isShut = code === 'notSignedIn' || code === 'notARecordService' || status === 429 || status >= 500;
  return isShut || isUnavailable(error, connection);
}

/** Maximum backoff, in milliseconds, however long a service is down. */
const longest = 30 * 60_000;

/** Exponential backoff for services that don't respond. */
class ConnectionBackoff {
  readonly #now: () => number;
  readonly #resting = new Map<string, { readonly failures: number; readonly until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isResting(connection: string): boolean {
    return (this.#resting.get(connection)?.until ?? 0) > this.#now();
  }

  /** Call when it didn't respond; concurrent failures count once. */
  recordFailure(connection: string, interval: number): void {
    if (this.isResting(connection)) return;
    const failures = (this.#resting.get(connection)?.failures ?? 0) + 1;
    const pause = Math.min(longest, interval * 2 ** Math.min(failures, 16));
    this.#resting.set(connection, { failures, until: this.#now() + pause });
  }

  /** Call when it responded, or when its connection changed. */
  wake(connection: string): void {
    this.#resting.delete(connection);
  }
}
