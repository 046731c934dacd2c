import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { accounts, activities, leads, peoples, users, keyOf, type DemoController } from '../catalog/controllers.ts';
import { Dice } from '../generator/dice.ts';
import { makeLead, accountsFor, makeAccount, activitiesFor, makeActivity, seededUsers, makePeople, peoplesFor, makeUser } from '../generator/records.ts';
import { createTable, quoted, createIndexes, ownTables, schemaVersion } from './schema.ts';
import { seedSubRows } from './subRows.ts';
import type { Row } from './store.ts';

interface Maker {
  readonly controller: DemoController;
  /** How many there are when there are so many leads. */
  count(leads: number): number;
  make(dice: Dice, id: number, seed: number): Row;
}

const makers: readonly Maker[] = [
  { controller: leads, count: (records) => records, make: makeLead },
  { controller: accounts, count: accountsFor, make: makeAccount },
  { controller: peoples, count: peoplesFor, make: makePeople },
  { controller: activities, count: activitiesFor, make: makeActivity },
  { controller: users, count: () => seededUsers, make: makeUser },
];

/** Makes record n of a controller, which follows from the seed and its number alone. */
function recordMaker(maker: Maker, seed: number): (id: number) => Row {
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

export interface Seeding {
  readonly records: number;
  readonly seed: number;
  onProgress?(done: number, total: number): void;
  readonly signal?: AbortSignal | undefined;
}

const rowsPerBreath = 2000;

/** Fills an empty database. Whoever calls it makes sure that a half-filled one is never used. */
export async function seedDatabase(db: DatabaseSync, seeding: Seeding): Promise<void> {
  const total = makers.reduce((sum, maker) => sum + maker.count(seeding.records), 0);
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
}

/** Does the work piece by piece, and answers after each how many records it made. */
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
