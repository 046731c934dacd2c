import type { RecordService } from '../../service/recordService.ts';
import { addressParts, type ListViewAddress, type RecordAddress } from '../../model/address/address.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { shortName } from '../../model/controller.ts';
import { type RecordForm, recordTitle } from '../../model/form/recordForm.ts';
import type { Controller } from '../../model/list/listView.ts';
import type { RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import {
  holdTerms,
  namedRecord,
  type NamedRecord,
  type SearchTerms,
  searchTerms,
  sizeOf,
  distinguishingValues,
  withAllWords,
} from '../../model/list/searchWords.ts';
import { saidOfRecords } from '../../model/serviceWords.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import type { AddedControllers } from '../remembered/addedControllers.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import { findByPhone } from './findByPhone.ts';
import type { RecordPages } from './recordPages.ts';
import type { ListViewCache } from './listViewCache.ts';

export interface SearchHit {
  readonly address: RecordAddress;
  readonly name: string;
  readonly connection: Connection;
  readonly isDeleted: boolean;
  /** True if its id equals the search text. */
  readonly isById: boolean;
  /** Values that distinguish it from others with the same name, labeled by a form of its controller. */
  readonly details: (form: RecordForm | undefined) => readonly string[];
}

/** More matches of a controller than are shown individually. */
export interface SearchRest {
  readonly list: ListViewAddress;
  /** Search text that shows them in a table: the text as typed, or else one of its words. */
  readonly search: string;
  /** Number of records with all words; undefined if the service doesn't provide it. */
  readonly total: number | undefined;
  /** Too many records have each of the words: only this many per word were compared. */
  readonly compared?: number;
}

/** A connection or controller that couldn't be searched. */
export interface Unsearched {
  readonly connection: Connection;
  readonly controller: string | undefined;
  readonly error: unknown;
}

export interface SearchEnd {
  readonly unsearched: readonly Unsearched[];
  /** True if there was anything to search. */
  readonly isSearched: boolean;
  /** Messages from the services, with their names if not all sent the same. */
  readonly said: readonly string[];
}

export interface SearchProgress {
  /** Called once for each record, as soon as it is found. */
  readonly onFound: (records: readonly SearchHit[], rest?: SearchRest) => void;
  readonly signal: AbortSignal;
  /** Searches only this connection; all if undefined. */
  readonly connection?: string | undefined;
}

interface RecordSearchDeps {
  readonly connections: Pick<Connections, 'all'>;
  readonly clients: Pick<Clients, 'get'>;
  readonly listViews: Pick<ListViewCache, 'controllers'>;
  readonly added: Pick<AddedControllers, 'get'>;
}

interface Answer {
  readonly records: readonly SearchHit[];
  readonly rest?: SearchRest | undefined;
}

/** Limits parallel requests, so that typing doesn't flood a service. */
const atOnce = 4;
const maxPerController = 10;
/** Maximum records per word, if the words are searched separately. */
const maxMatchesPerWord = 100;

/** Searches for records by id or text, across controllers and connections. */
export class RecordSearch {
  readonly #deps: RecordSearchDeps;

  constructor(deps: RecordSearchDeps) {
    this.#deps = deps;
  }

  /** Resolves when all requests are done. A controller that fails doesn't affect the others. */
  async find(text: string, { onFound, signal, connection: only }: SearchProgress): Promise<SearchEnd> {
    const wanted = text.trim();
    const unsearched: Unsearched[] = [];
    if (wanted === '') return { unsearched, isSearched: false, said: [] };
    let isSearched = false;
    const collected: { readonly name: string; readonly said: readonly string[] }[] = [];
    const seen = new Set<string>();
    const report = ({ records, rest }: Answer): void => {
      const fresh = records.filter(({ address }) => {
        const { authority, path } = addressParts(address);
        return !seen.has(authority + path) && seen.add(authority + path);
      });
      if ((fresh.length > 0 || rest) && !signal.aborted) onFound(fresh, rest);
    };
    const named = namedRecord(wanted);
    const connections = this.#deps.connections.all().filter(({ id }) => only === undefined || id === only);
    await Promise.all(
      connections.map(async (connection) => {
        const messages = new ServiceMessages();
        try {
          const controllers = await this.#controllers(connection.id);
          const client = await this.#deps.clients.get(connection.id);
          const jobs = controllers.flatMap((controller) =>
            jobsFor(wanted, named, { connection, controller, client, signal }),
          );
          const onAnswer = (answer: Answer, { reportsFailure }: ControllerJob): void => {
            isSearched ||= reportsFailure;
            report(answer);
          };
          const onFailure = ({ controller }: ControllerJob, error: unknown): unknown =>
            unsearched.push({ connection, controller, error });
          await messages.collectDuring(() => runSome(jobs, signal, onAnswer, onFailure));
        } catch (error) {
          unsearched.push({ connection, controller: undefined, error });
        }
        collected.push({ name: connection.name, said: messages.said });
      }),
    );
    if (signal.aborted) return { unsearched: [], isSearched: false, said: [] };
    return { unsearched, isSearched, said: saidOfRecords(collected) };
  }

  async #controllers(connection: string): Promise<readonly Controller[]> {
    const listed = await this.#deps.listViews.controllers(connection);
    const names = new Set(listed.map(({ name }) => name));
    const byHand = this.#deps.added.get(connection).filter((name) => !names.has(name));
    return [...listed, ...byHand.map((name): Controller => ({ name, listViews: [] }))];
  }
}

/** Searches records already shown in tables, until the services respond. */
export function searchSeen(
  text: string,
  pages: Pick<RecordPages, 'seenRows'>,
  connections: readonly Connection[],
): SearchHit[] {
  const terms = searchTerms(text);
  if (terms.words.length === 0) return [];
  const found = new Map<string, SearchHit>();
  for (const { list, columns, rows } of pages.seenRows()) {
    const connection = connections.find(({ id }) => id === list.connection);
    if (!connection) continue;
    for (const row of rows) {
      if (found.size >= maxPerController) return [...found.values()];
      if (row.id === null || !holdTerms([row.id, row.name, ...row.cells], terms)) continue;
      const { connection: at, controller } = list;
      const page = { columns, alias: shortName(controller) };
      const hit = hitOf(row, row.id, page, terms, connection, { kind: 'record', connection: at, controller });
      const { authority, path } = addressParts(hit.address);
      found.set(authority + path, hit);
    }
  }
  return [...found.values()];
}

interface ControllerJob {
  readonly controller: string;
  readonly run: () => Promise<Answer>;
  /** Order of the request: ids first, because a user who types an id wants that record; the most expensive last. */
  readonly turn: number;
  /** True if a failure is reported. A controller without such an id isn't. */
  readonly reportsFailure: boolean;
}

interface Searched {
  readonly connection: Connection;
  readonly controller: Controller;
  readonly client: RecordService;
  readonly signal: AbortSignal;
}

function jobsFor(text: string, named: NamedRecord | undefined, searched: Searched): ControllerJob[] {
  const { connection, controller } = searched;
  const { name } = controller;
  const isNamed =
    named !== undefined &&
    (named.controller === name || named.controller === shortName(name)) &&
    (named.connection === undefined || named.connection === connection.name);
  const id = isNamed ? named.id : isIdLike(text) ? text : undefined;
  const { phone } = searchTerms(text);
  return [
    ...(id === undefined
      ? []
      : [{ controller: name, run: () => findById(id, searched), turn: 0, reportsFailure: false }]),
    { controller: name, run: () => findByText(text, searched), turn: 1, reportsFailure: true },
    ...(phone === undefined
      ? []
      : [{ controller: name, run: () => findPhone(text, phone, searched), turn: 2, reportsFailure: true }]),
  ];
}

async function findById(
  wanted: string,
  { connection, controller: { name: controller }, client, signal }: Searched,
): Promise<Answer> {
  const form = await client.form(controller, 'view', wanted, signal);
  const { id, isDeleted } = form;
  if (id?.toLowerCase() !== wanted.toLowerCase()) return { records: [] };
  const address = { kind: 'record', connection: connection.id, controller, id } as const;
  return { records: [{ address, name: recordTitle(form), connection, isDeleted, isById: true, details: () => [] }] };
}

async function findByText(text: string, searched: Searched): Promise<Answer> {
  const { list, ask } = searchedList(searched);
  const { words } = searchTerms(text);
  const whole = await ask(text, maxPerController);
  const hits = (rows: readonly RecordRow[]): SearchHit[] => hitsOf(rows, whole, text, searched);
  if (words.length < 2) {
    const shown = whole.rows.slice(0, maxPerController);
    const hasMore = whole.total === undefined ? shown.length === maxPerController : whole.total > shown.length;
    return { records: hits(shown), rest: hasMore ? { list, search: text, total: whole.total } : undefined };
  }
  const single: { word: string; found: RecordPage }[] = [];
  for (const word of words) single.push({ word, found: await ask(word, maxMatchesPerWord) });
  const { rows, isComplete, isWholeText } = withAllWords(whole, single, maxMatchesPerWord);
  const records = hits(rows.slice(0, maxPerController));
  const byText = isWholeText ? (whole.total ?? whole.rows.length) : 0;
  if (byText > records.length && byText >= rows.length) return { records, rest: { list, search: text, total: byText } };
  if (isComplete && rows.length <= records.length) return { records };
  // the service can't search for all words at once: a table for the rarest word comes closest
  const rarest = single.toSorted((one, other) => sizeOf(one.found) - sizeOf(other.found))[0]?.word ?? text;
  const total = isComplete ? rows.length : undefined;
  return { records, rest: { list, search: rarest, total, ...(!isComplete && { compared: maxMatchesPerWord }) } };
}

/** The service may format the number differently than it was typed. */
async function findPhone(text: string, digits: string, searched: Searched): Promise<Answer> {
  const { list, ask } = searchedList(searched);
  const { rows, columns, alias, search = text } = await findByPhone(ask, digits);
  const records = hitsOf(rows.slice(0, maxPerController), { columns, alias }, text, searched);
  return { records, rest: rows.length > maxPerController ? { list, search, total: undefined } : undefined };
}

interface SearchedList {
  readonly list: ListViewAddress;
  /** With an empty text, returns the first records. */
  readonly ask: (search: string, limit: number) => Promise<RecordPage>;
}

function searchedList({ connection, controller, client, signal }: Searched): SearchedList {
  const { name, listViews } = controller;
  // the last used list view may be a chart, or filtered
  const chosen = listViews.find(({ isForLookUps }) => isForLookUps) ?? listViews.find(({ isDefault }) => isDefault);
  const listView = (chosen ?? listViews[0])?.id;
  return {
    list: { kind: 'listView', connection: connection.id, controller: name, listView },
    ask: (search, limit) => {
      const asked = { limit, page: 1, ...(search !== '' && { search }), ...(listView !== undefined && { listView }) };
      return client.records(name, asked, signal);
    },
  };
}

function hitsOf(
  rows: readonly RecordRow[],
  page: Pick<RecordPage, 'columns' | 'alias'>,
  text: string,
  { connection, controller }: Searched,
): SearchHit[] {
  const target = { kind: 'record', connection: connection.id, controller: controller.name } as const;
  const terms = searchTerms(text);
  return rows.flatMap((row) => (row.id === null ? [] : [hitOf(row, row.id, page, terms, connection, target, text)]));
}

function hitOf(
  row: RecordRow,
  id: string,
  page: Pick<RecordPage, 'columns' | 'alias'>,
  terms: SearchTerms,
  connection: Connection,
  target: Omit<RecordAddress, 'id'>,
  text?: string,
): SearchHit {
  const { name, isDeleted } = row;
  const details: SearchHit['details'] = (form) => distinguishingValues(page, row, terms, form);
  return { address: { ...target, id }, name: name || id, connection, isDeleted, isById: id === text, details };
}

/**
 * True for a single word with a digit: `17`, `LD-0017`, a UUID. Requesting every word from each controller would flood
 * the service.
 */
export function isIdLike(text: string): boolean {
  return /^[\w.:-]{1,64}$/.test(text) && /\d/.test(text);
}

async function runSome(
  jobs: readonly ControllerJob[],
  signal: AbortSignal,
  onFound: (answer: Answer, job: ControllerJob) => void,
  onFailure: (job: ControllerJob, error: unknown) => unknown,
): Promise<void> {
  const waiting = jobs.toSorted((one, other) => one.turn - other.turn);
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job && !signal.aborted; job = waiting.shift()) {
      try {
        onFound(await job.run(), job);
      } catch (error) {
        if (job.reportsFailure && !signal.aborted) onFailure(job, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
