import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withFileLock } from '../../node/fileLock.ts';
import { StartFailure } from '../problems.ts';
import { schemaVersion, createTable, quoted, createIndexes, ownTables } from './schema.ts';
import { isBusy, Store, type Row } from './store.ts';
import { setImmediate } from 'node:timers/promises';
import { accounts, activities, leads, peoples, users, keyOf, type DemoController } from '../catalog/controllers.ts';
import { SeededRandom } from '../generator/dice.ts';
import {
  makeLead,
  accountsFor,
  makeAccount,
  activitiesFor,
  makeActivity,
  seededUsers,
  makePeople,
  peoplesFor,
  makeUser,
} from '../generator/records.ts';
import { seedSubRows } from './subRows.ts';

export interface Opening extends Omit<Seeding, 'records' | 'seed'> {
  readonly file: string;
  /** Undefined: use what the file contains, or 5,000 and 1 for a new file. */
  readonly records: number | undefined;
  readonly seed: number | undefined;
  /** Deletes the contents of the file first. */
  readonly fresh: boolean;
}

const defaults = { records: 5000, seed: 1 };

export async function openStore(opening: Opening): Promise<Store> {
  const seeding: Seeding = {
    ...opening,
    records: opening.records ?? defaults.records,
    seed: opening.seed ?? defaults.seed,
  };
  if (opening.file === ':memory:') {
    const db = new DatabaseSync(':memory:');
    try {
      await seedDatabase(db, seeding);
      return new Store(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }
  return openInTurn(opening, seeding);
}

/**
 * Opens the file under a lock: if two processes want to seed it, the second finds it seeded, and none opens a file that
 * another is about to delete.
 */
async function openInTurn(opening: Opening, seeding: Seeding): Promise<Store> {
  const { file } = opening;
  const open = async (): Promise<Store> => {
    if (opening.fresh) removeUnused(file);
    if (!existsSync(file)) await makeFile(file, seeding);
    return openFile(opening);
  };
  try {
    return await withFileLock(`${file}.lock`, open, seeding.signal);
  } catch (error) {
    if (error instanceof StartFailure || seeding.signal?.aborted) throw error;
    throw new StartFailure(
      `Could not write the database to ${dirname(file)}: ${reason(error)}. Choose a file in a folder that can be written to.`,
      error,
      `its database cannot be written (${reason(error)})`,
    );
  }
}

/** Writes to a temporary file and renames it when complete, so that the file is never partially seeded. */
async function makeFile(file: string, seeding: Seeding): Promise<void> {
  const unfinished = `${file}.seeding`;
  rmSync(unfinished, { force: true });
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(unfinished);
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    await seedDatabase(db, seeding);
    db.close();
    renameSync(unfinished, file);
  } catch (error) {
    if (db?.isOpen) db.close();
    rmSync(unfinished, { force: true });
    if (seeding.signal?.aborted) throw error;
    throw new StartFailure(
      `Could not write the database ${file}: ${reason(error)}. Choose a file in a folder that can be written to.`,
      error,
      `its database cannot be written (${reason(error)})`,
    );
  }
}

/**
 * Throws if another process has the file open: it would continue with the deleted file and lose everything saved from
 * then on.
 */
function removeUnused(file: string): void {
  if (!existsSync(file)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    // leaving WAL mode requires that no other connection is open
    db.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    const why = 'its records are in use in another window';
    if (isBusy(error)) throw new StartFailure(`Could not make ${file} anew: ${why}.`, error, why, true);
    // a file that isn't a database can't be in use
  } finally {
    db?.close();
  }
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}

function openFile(opening: Opening): Store {
  const { file } = opening;
  let db: DatabaseSync | undefined;
  let about: Map<unknown, unknown>;
  try {
    db = new DatabaseSync(file, { timeout: 5000 });
    about = new Map(
      db
        .prepare('SELECT name, value FROM about')
        .all()
        .map((row) => [row['name'], row['value']]),
    );
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
  } catch (error) {
    db?.close();
    throw new StartFailure(
      `Could not use the database ${file}: ${reason(error)}. Choose another file, or remove this one to have it made anew.`,
      error,
      `its database cannot be used (${reason(error)})`,
    );
  }
  const difference = differenceFrom(opening, about);
  if (difference) {
    db.close();
    throw new StartFailure(
      `The database ${file} ${difference}. Choose another file, or remove this one to have it made anew.`,
      undefined,
      `its database ${difference}`,
    );
  }
  return new Store(db);
}

/** Compares the file with the requested options: seeding never overwrites existing edits. */
function differenceFrom(opening: Opening, about: Map<unknown, unknown>): string | undefined {
  if (about.get('schema') !== schemaVersion) return 'was made by another version of this service';
  for (const name of ['records', 'seed'] as const) {
    if (opening[name] !== undefined && opening[name] !== about.get(name)) {
      return `was made with ${name} ${String(about.get(name))}, not ${opening[name]}`;
    }
  }
  return undefined;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Maker {
  readonly controller: DemoController;
  /** Number of records for the given number of leads. */
  count(leads: number): number;
  make(dice: SeededRandom, id: number, seed: number): Row;
}

const makers: readonly Maker[] = [
  { controller: leads, count: (records) => records, make: makeLead },
  { controller: accounts, count: accountsFor, make: makeAccount },
  { controller: peoples, count: peoplesFor, make: makePeople },
  { controller: activities, count: activitiesFor, make: makeActivity },
  { controller: users, count: () => seededUsers, make: makeUser },
];

/** Generates record n of a controller from the seed and its number alone. */
function recordMaker(maker: Maker, seed: number): (id: number) => Row {
  const dice = new SeededRandom(seed, maker.controller.name);
  return (id) => {
    const row = maker.make(dice.forRecord(id), id, seed);
    row['id'] = id;
    row['business_key'] = keyOf(maker.controller, id);
    return row;
  };
}

/** Creates the controller's table and returns a function that inserts a row. */
function tableFiller(db: DatabaseSync, controller: DemoController): (row: Row) => void {
  db.exec(createTable(controller));
  const names = controller.columns.map((column) => column.name);
  const insert = db.prepare(`INSERT INTO ${quoted(controller.name)} VALUES (${names.map(() => '?').join(', ')})`);
  return (row) => void insert.run(...names.map((name) => row[name] ?? null));
}

interface Seeding {
  readonly records: number;
  readonly seed: number;
  onProgress?(done: number, total: number): void;
  readonly signal?: AbortSignal | undefined;
}

const rowsPerBreath = 2000;

/** Fills an empty database. The caller ensures that a partially filled one is never used. */
async function seedDatabase(db: DatabaseSync, seeding: Seeding): Promise<void> {
  const total = makers.reduce((sum, maker) => sum + maker.count(seeding.records), 0);
  let done = 0;
  db.exec('BEGIN');
  db.exec(ownTables);
  for (const size of fill(db, seeding)) {
    done += size;
    seeding.onProgress?.(done, total);
    // yield so that an abort can take effect
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate();
    seeding.signal?.throwIfAborted();
  }
  seedSubRows(db);
  const about = db.prepare('INSERT INTO about VALUES (?, ?)');
  about.run('schema', schemaVersion);
  about.run('records', seeding.records);
  about.run('seed', seeding.seed);
  db.exec('COMMIT');
}

/** Inserts records in batches and yields the size of each batch. */
function* fill(db: DatabaseSync, seeding: Seeding): Generator<number> {
  for (const maker of makers) {
    const { controller } = maker;
    const count = maker.count(seeding.records);
    const make = recordMaker(maker, seeding.seed);
    const fillTable = tableFiller(db, controller);
    for (let first = 1; first <= count; first += rowsPerBreath) {
      const last = Math.min(count, first + rowsPerBreath - 1);
      for (let id = first; id <= last; id++) fillTable(make(id));
      yield last - first + 1;
    }
    for (const sql of createIndexes(controller)) db.exec(sql);
  }
}
