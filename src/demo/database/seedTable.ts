import type { DatabaseSync } from 'node:sqlite';
import type { Controller } from '../catalog/controller.ts';
import { createSearch, createTable, quoted, searchTable } from './schema.ts';
import { searchIdOf, searchTextOf } from './searchText.ts';
import type { Row } from './store.ts';

/** Makes the controller's table and answers what puts a row into it. */
export function tableFiller(db: DatabaseSync, controller: Controller): (row: Row) => void {
  db.exec(createTable(controller));
  const names = controller.columns.map((column) => column.name);
  const insert = db.prepare(`INSERT INTO ${quoted(controller.name)} VALUES (${names.map(() => '?').join(', ')})`);
  return (row) => void insert.run(...names.map((name) => row[name] ?? null));
}

/** The same for what is searched. */
export function searchFiller(db: DatabaseSync, controller: Controller): (row: Row) => void {
  const table = searchTable(controller);
  db.exec(createSearch(controller));
  // Words are gathered in memory and written in large pieces; merging them while seeding would write everything twice.
  db.exec(`INSERT INTO ${table}(${table}, rank) VALUES ('hashsize', 67108864), ('automerge', 0)`);
  const insert = db.prepare(`INSERT INTO ${table}(rowid, text) VALUES (?, ?)`);
  const textOf = searchTextOf(controller);
  return (row) => void insert.run(searchIdOf(row), textOf(row));
}
