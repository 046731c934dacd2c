import type { RecordClient } from '../../api/recordClient.ts';
import { addressParts, type RecordAddress } from '../../model/address/address.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { recordTitle } from '../../model/form/recordForm.ts';
import type { Controller } from '../../model/list/listView.ts';
import type { AddedControllers } from '../remembered/addedControllers.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import type { ListViewCache } from './listViewCache.ts';

export interface SearchHit {
  readonly address: RecordAddress;
  readonly name: string;
  readonly connection: Connection;
  readonly isDeleted: boolean;
  /** Its id is what was typed. */
  readonly isById: boolean;
}

/** A connection, or one of its controllers, that could not be searched. */
export interface Unsearched {
  readonly connection: Connection;
  readonly controller: string | undefined;
  readonly error: unknown;
}

export interface SearchProgress {
  /** Told of each record once, as soon as it is found. */
  readonly onFound: (records: readonly SearchHit[]) => void;
  readonly signal: AbortSignal;
  /** Only there; everywhere when absent. */
  readonly connection?: string | undefined;
}

interface RecordSearchDeps {
  readonly connections: Pick<Connections, 'all'>;
  readonly clients: Pick<Clients, 'get'>;
  readonly listViews: Pick<ListViewCache, 'controllers'>;
  readonly added: Pick<AddedControllers, 'of'>;
}

type Job = () => Promise<readonly SearchHit[]>;

/** A service is not to be flooded because someone types. */
const atOnce = 4;
const mostOfOne = 10;

/** Looks for records by id or text, over controllers and connections. */
export class RecordSearch {
  readonly #deps: RecordSearchDeps;

  constructor(deps: RecordSearchDeps) {
    this.#deps = deps;
  }

  /** Answers, when everything was asked, what could not be searched. A controller that refuses spoils no other. */
  async find(text: string, { onFound, signal, connection: only }: SearchProgress): Promise<Unsearched[]> {
    const wanted = text.trim();
    const unsearched: Unsearched[] = [];
    if (wanted === '') return unsearched;
    const seen = new Set<string>();
    const tell = (records: readonly SearchHit[]): void => {
      const fresh = records.filter(({ address }) => {
        const { authority, path } = addressParts(address);
        return !seen.has(authority + path) && seen.add(authority + path);
      });
      if (fresh.length > 0 && !signal.aborted) onFound(fresh);
    };
    const connections = this.#deps.connections.all().filter(({ id }) => only === undefined || id === only);
    await Promise.all(
      connections.map(async (connection) => {
        try {
          const controllers = await this.#controllers(connection.id);
          const client = await this.#deps.clients.get(connection.id);
          const jobs = controllers.flatMap((controller) => jobsFor(wanted, connection, controller, client, signal));
          await runSome(jobs, signal, tell, ({ controller }, error) =>
            unsearched.push({ connection, controller, error }),
          );
        } catch (error) {
          unsearched.push({ connection, controller: undefined, error });
        }
      }),
    );
    return signal.aborted ? [] : unsearched;
  }

  async #controllers(connection: string): Promise<readonly Controller[]> {
    const listed = await this.#deps.listViews.controllers(connection);
    const names = new Set(listed.map(({ name }) => name));
    const byHand = this.#deps.added.of(connection).filter((name) => !names.has(name));
    return [...listed, ...byHand.map((name): Controller => ({ name, listViews: [] }))];
  }
}

interface ControllerJob {
  readonly controller: string;
  readonly run: Job;
  /** Whether a failure is worth a word: that a controller has no such id is none. */
  readonly isTold: boolean;
}

function jobsFor(
  text: string,
  connection: Connection,
  { name, listViews }: Controller,
  client: RecordClient,
  signal: AbortSignal,
): ControllerJob[] {
  const controller = name;
  const target = { kind: 'record', connection: connection.id, controller: name } as const;
  const byId: Job = async () => {
    const form = await client.form(name, 'view', text, signal);
    if (form.id?.toLowerCase() !== text.toLowerCase()) return [];
    const { id, isDeleted } = form;
    return [{ address: { ...target, id }, name: recordTitle(form), connection, isDeleted, isById: true }];
  };
  const byText: Job = async () => {
    // the list view that was looked at last may be a chart
    const listView = (listViews.find(({ isDefault }) => isDefault) ?? listViews[0])?.id;
    const query = { search: text, limit: mostOfOne, page: 1, ...(listView !== undefined && { listView }) };
    const { rows } = await client.records(name, query, signal);
    return rows.slice(0, mostOfOne).flatMap(({ id, name: called, isDeleted }) => {
      if (id === null) return [];
      return [{ address: { ...target, id }, name: called || id, connection, isDeleted, isById: id === text }];
    });
  };
  return [
    ...(isIdLike(text) ? [{ controller, run: byId, isTold: false }] : []),
    { controller, run: byText, isTold: true },
  ];
}

/** One word with a digit in it: `17`, `LD-0017`, a UUID. Asking each controller for every word would be a flood. */
export function isIdLike(text: string): boolean {
  return /^[\w.:-]{1,64}$/.test(text) && /\d/.test(text);
}

async function runSome(
  jobs: readonly ControllerJob[],
  signal: AbortSignal,
  onFound: (records: readonly SearchHit[]) => void,
  onFailure: (job: ControllerJob, error: unknown) => void,
): Promise<void> {
  // ids first: whoever types one wants that record
  const waiting = jobs.toSorted((one, other) => Number(one.isTold) - Number(other.isTold));
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job && !signal.aborted; job = waiting.shift()) {
      try {
        onFound(await job.run());
      } catch (error) {
        if (job.isTold && !signal.aborted) onFailure(job, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
