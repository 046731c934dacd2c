import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../model/json.ts';
import { type DemoController, type DemoTable, peoples } from '../catalog/controllers.ts';
import type { Store } from './store.ts';

/** A row after a save; without an id, it is new. */
export interface WrittenRow {
  readonly id: string | undefined;
  /** Column texts by name. */
  readonly content: Readonly<Record<string, string | null>>;
}

function parentOf({ name }: DemoController, id: number): string {
  return `${name}/${id}`;
}

/** The rows of a record's sub-table, in order. */
export function subRows(store: Store, controller: DemoController, id: number, table: DemoTable): WrittenRow[] {
  return store
    .all(
      'SELECT id, content FROM sub_rows WHERE parent = ? AND name = ? ORDER BY position',
      parentOf(controller, id),
      table.name,
    )
    .map((row) => ({
      id: String(row['id']),
      content: JSON.parse(String(row['content'])) as WrittenRow['content'],
    }));
}

/** All sub-tables of a record for the response; those of a new record are empty. */
export function subRowsJson(store: Store, controller: DemoController, id: number | undefined): JsonObject {
  return Object.fromEntries(
    controller.tables.map((table) => [
      table.name,
      id === undefined
        ? []
        : subRows(store, controller, id, table).map((row) => ({ id: row.id ?? null, ...row.content })),
    ]),
  );
}

/** Removes rows that are no longer in the list. */
export function writeSubRows(
  store: Store,
  controller: DemoController,
  id: number,
  table: DemoTable,
  rows: readonly WrittenRow[],
): void {
  const parent = parentOf(controller, id);
  store.run('DELETE FROM sub_rows WHERE parent = ? AND name = ?', parent, table.name);
  for (const [position, row] of rows.entries())
    store.run(
      'INSERT INTO sub_rows (id, parent, name, position, content) VALUES (?, ?, ?, ?, ?)',
      row.id === undefined ? null : Number(row.id),
      parent,
      table.name,
      position,
      JSON.stringify(row.content),
    );
}

/** The first people have rows, as sample data. */
const peopleWithRows = 20;

export function seedSubRows(db: DatabaseSync): void {
  const insert = db.prepare('INSERT INTO sub_rows (parent, name, position, content) VALUES (?, ?, ?, ?)');
  for (let id = 1; id <= peopleWithRows; id++) {
    const parent = parentOf(peoples, id);
    const number = (line: number): string => `+49 30 ${String(id).padStart(4, '0')}${line}`;
    insert.run(parent, 'phone_numbers', 0, JSON.stringify({ number: number(1), note: 'Office' }));
    insert.run(parent, 'phone_numbers', 1, JSON.stringify({ number: number(2), note: null }));
    insert.run(parent, 'documents', 0, JSON.stringify({ scan: `contract-${id}.pdf` }));
    insert.run(parent, 'documents', 1, JSON.stringify({ scan: `passport-${id}.pdf` }));
  }
}
