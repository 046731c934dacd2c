import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { leads } from '../catalog/controllers.ts';
import { createSearch } from './schema.ts';
import { leadMaker, recordMaker, searchFiller } from './seed.ts';

/**
 * Half of the work of seeding is the search over leads. A second thread does it: records follow from the seed alone, so it
 * makes them once more, indexes them in a file of its own, and the first thread takes the finished pages over.
 */
export interface SearchSeeding {
  readonly file: string;
  readonly records: number;
  readonly seed: number;
}

const shadowTables = ['data', 'idx', 'content', 'config'];

/** Bundled, this module is the whole program: whoever starts it in a worker wants only this. */
if (!isMainThread && isSearchSeeding(workerData)) buildSearch(workerData.searchSeeding);

export class SearchWorker {
  private readonly seeding: SearchSeeding;
  private readonly worker: Worker;
  private readonly finished: Promise<unknown>;

  constructor(seeding: SearchSeeding) {
    this.seeding = seeding;
    rmSync(seeding.file, { force: true });
    this.worker = new Worker(new URL(import.meta.url), { workerData: { searchSeeding: seeding } });
    this.finished = once(this.worker, 'exit');
    // Awaited later, when the first thread has done its part.
    this.finished.catch(() => undefined);
  }

  async moveInto(db: DatabaseSync): Promise<void> {
    await this.finished;
    db.prepare('ATTACH ? AS search').run(this.seeding.file);
    db.exec(createSearch(leads));
    for (const table of shadowTables) {
      db.exec(
        `DELETE FROM main.leads_search_${table}; INSERT INTO main.leads_search_${table} SELECT * FROM search.leads_search_${table}`,
      );
    }
    db.exec('DETACH search');
  }

  async end(): Promise<void> {
    await this.worker.terminate();
    rmSync(this.seeding.file, { force: true });
  }
}

function isSearchSeeding(data: unknown): data is { searchSeeding: SearchSeeding } {
  return typeof data === 'object' && data !== null && 'searchSeeding' in data;
}

function buildSearch({ file, records, seed }: SearchSeeding): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  const fill = searchFiller(db, leads);
  const make = recordMaker(leadMaker, seed);
  for (let id = 1; id <= records; id++) fill(make(id));
  db.exec('COMMIT');
  db.close();
}
