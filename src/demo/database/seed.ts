import { setImmediate } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { storedControllers } from '../catalog/controllers.ts';
import type { Controller } from '../catalog/controller.ts';
import { makeAccount, accountsFor } from '../generator/account.ts';
import { activitiesFor, makeActivity } from '../generator/activity.ts';
import { Dice } from '../generator/dice.ts';
import { makeLead } from '../generator/lead.ts';
import { seededUsers } from '../generator/owners.ts';
import { makePeople, peoplesFor } from '../generator/people.ts';
import { makeUser } from '../generator/user.ts';
import { createIndexes, createSearch, createTable, ownTables, quoted, schemaVersion, searchTable } from './schema.ts';
import { searchTextOf } from './searchText.ts';
import type { Row } from './store.ts';

export interface Seeding {
  readonly records: number;
  readonly seed: number;
  onProgress?(done: number, total: number): void;
  readonly signal?: AbortSignal | undefined;
}

type Maker = (dice: Dice, id: number, seed: number) => Row;

const makers: Readonly<Record<string, { make: Maker; count(records: number): number }>> = {
  leads: { make: makeLead, count: (records) => records },
  accounts: { make: makeAccount, count: accountsFor },
  peoples: { make: makePeople, count: peoplesFor },
  activities: { make: makeActivity, count: activitiesFor },
  users: { make: makeUser, count: () => seededUsers },
};

const rowsPerBreath = 2000;
/** Building one index takes about as long as making so large a part of the records. */
const indexShare = 1 / 30;

/** Fills an empty database. Whoever calls it makes sure that a half-filled one is never used. */
export async function seed(db: DatabaseSync, seeding: Seeding): Promise<void> {
  const plan = storedControllers.map((controller) => {
    const maker = makers[controller.name] as (typeof makers)[string];
    return { controller, make: maker.make, count: maker.count(seeding.records), indexes: createIndexes(controller) };
  });
  const total = plan.reduce((sum, part) => sum + part.count * (1 + part.indexes.length * indexShare), 0);
  let done = 0;
  const breathe = async (steps: number): Promise<void> => {
    done += steps;
    seeding.onProgress?.(Math.min(Math.round(done), Math.round(total)), Math.round(total));
    await setImmediate();
    seeding.signal?.throwIfAborted();
  };

  db.exec(ownTables);
  db.exec('BEGIN');
  for (const { controller, make, count, indexes } of plan) {
    const insert = inserter(db, controller);
    const dice = new Dice(seeding.seed, controller.name);
    for (let id = 1; id <= count; id++) {
      insert(make(dice, id, seeding.seed));
      if (id % rowsPerBreath === 0) await breathe(rowsPerBreath);
    }
    await breathe(count % rowsPerBreath);
    for (const sql of indexes) {
      db.exec(sql);
      await breathe(count * indexShare);
    }
  }
  const about = db.prepare('INSERT INTO about VALUES (?, ?)');
  about.run('schema', schemaVersion);
  about.run('records', seeding.records);
  about.run('seed', seeding.seed);
  db.exec('COMMIT');
}

function inserter(db: DatabaseSync, controller: Controller): (row: Row) => void {
  db.exec(createTable(controller));
  const names = controller.columns.map((column) => column.name);
  const insert = db.prepare(`INSERT INTO ${quoted(controller.name)} VALUES (${names.map(() => '?').join(', ')})`);
  const search = createSearch(controller);
  if (!search) return (row) => insert.run(...names.map((name) => row[name] ?? null));
  db.exec(search);
  // Words are gathered in memory and written in large pieces; merging them while seeding would write everything twice.
  db.exec(
    `INSERT INTO ${searchTable(controller)}(${searchTable(controller)}, rank) VALUES ('hashsize', 67108864), ('automerge', 0)`,
  );
  const index = db.prepare(`INSERT INTO ${searchTable(controller)}(rowid, text) VALUES (?, ?)`);
  const textOf = searchTextOf(controller);
  return (row) => {
    insert.run(...names.map((name) => row[name] ?? null));
    index.run(row['id'] ?? null, textOf(row));
  };
}
