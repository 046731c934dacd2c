import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { accounts, activities, leads, peoples, users, keyOf, type DemoController } from '../catalog/controllers.ts';
import { Dice } from '../generator/dice.ts';
import { makeLead } from '../generator/lead.ts';
import {
  accountsFor,
  makeAccount,
  activitiesFor,
  makeActivity,
  seededUsers,
  makePeople,
  peoplesFor,
  makeUser,
} from '../generator/records.ts';
import {
  createSearch,
  createTable,
  quoted,
  searchTableName,
  createIndexes,
  ownTables,
  schemaVersion,
} from './schema.ts';
import { seedSubRows } from './subRows.ts';
import { searchIdOf, searchTextOf } from './searchText.ts';
import type { Row } from './store.ts';

interface Maker {
  readonly controller: DemoController;
  /** How many there are when there are so many leads. */
  count(leads: number): number;
  make(dice: Dice, id: number, seed: number): Row;
}

export const leadMaker: Maker = { controller: leads, count: (records) => records, make: makeLead };

const makers: readonly Maker[] = [
  leadMaker,
  { controller: accounts, count: accountsFor, make: makeAccount },
  { controller: peoples, count: peoplesFor, make: makePeople },
  { controller: activities, count: activitiesFor, make: makeActivity },
  { controller: users, count: () => seededUsers, make: makeUser },
];

/** Makes record n of a controller, which follows from the seed and its number alone. */
export function recordMaker(maker: Maker, seed: number): (id: number) => Row {
  const dice = new Dice(seed, maker.controller.name);
  return (id) => {
    const row = maker.make(dice.forRecord(id), id, seed);
    row['id'] = id;
    row['business_key'] = keyOf(maker.controller, id);
    return row;
  };
}

/** Makes the controller's table and answers what puts a row into it. */
function tableFiller(db: DatabaseSync, controller: DemoController): (row: Row) => void {
  db.exec(createTable(controller));
  const names = controller.columns.map((column) => column.name);
  const insert = db.prepare(`INSERT INTO ${quoted(controller.name)} VALUES (${names.map(() => '?').join(', ')})`);
  return (row) => void insert.run(...names.map((name) => row[name] ?? null));
}

/** The same for what is searched. */
export function searchFiller(db: DatabaseSync, controller: DemoController): (row: Row) => void {
  const table = searchTableName(controller);
  db.exec(createSearch(controller));
  // Words are gathered in memory and written in large pieces; merging them while seeding would write everything twice.
  db.exec(`INSERT INTO ${table}(${table}, rank) VALUES ('hashsize', 67108864), ('automerge', 0)`);
  const insert = db.prepare(`INSERT INTO ${table}(rowid, text) VALUES (?, ?)`);
  const storedText = searchTextOf(controller);
  return (row) => void insert.run(searchIdOf(row), storedText(row));
}

export interface Seeding {
  readonly records: number;
  readonly seed: number;
  onProgress?(done: number, total: number): void;
  readonly signal?: AbortSignal | undefined;
  /** The search over leads is made elsewhere. */
  readonly leadsAreSearchedElsewhere?: boolean;
}

const rowsPerBreath = 2000;
/** Building one index takes about as long as making so large a part of the records. */
const indexShare = 1 / 12;

/** Fills an empty database. Whoever calls it makes sure that a half-filled one is never used. */
export async function seedDatabase(db: DatabaseSync, seeding: Seeding): Promise<void> {
  const total = makers.reduce((sum, maker) => sum + effortOf(maker, maker.count(seeding.records)), 0);
  let done = 0;
  db.exec('BEGIN');
  db.exec(ownTables);
  for (const size of fill(db, seeding)) {
    done += size;
    seeding.onProgress?.(done, total);
    // A moment in between for whoever wants to stop it.
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
  // A sample tells SQLite which of two conditions is the rarer.
  db.exec('PRAGMA analysis_limit = 20000; ANALYZE');
}

/** How long the records and indexes of a controller take, in records. */
function effortOf({ controller }: Maker, count: number): number {
  return count + createIndexes(controller).length * Math.round(count * indexShare);
}

/** Does the work piece by piece, and tells after each how long it took, in records. */
function* fill(db: DatabaseSync, seeding: Seeding): Generator<number> {
  for (const maker of makers) {
    const { controller } = maker;
    const count = maker.count(seeding.records);
    const make = recordMaker(maker, seeding.seed);
    const fillTable = tableFiller(db, controller);
    const isSearched = !(seeding.leadsAreSearchedElsewhere && maker === leadMaker);
    const fillSearch = isSearched ? searchFiller(db, controller) : undefined;
    for (let first = 1; first <= count; first += rowsPerBreath) {
      const last = Math.min(count, first + rowsPerBreath - 1);
      for (let id = first; id <= last; id++) {
        const row = make(id);
        fillTable(row);
        fillSearch?.(row);
      }
      yield last - first + 1;
    }
    for (const sql of createIndexes(controller)) {
      db.exec(sql);
      yield Math.round(count * indexShare);
    }
  }
}
