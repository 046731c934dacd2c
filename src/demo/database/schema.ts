import { columnKinds } from '../catalog/column.ts';
import type { DemoController } from '../catalog/controllers.ts';

/** Incremented whenever a stored format changes; a file of another version is rejected rather than misread. */
export const schemaVersion = 4;

/** Names come only from the catalog, never from a request. */
export function quoted(name: string): string {
  return `"${name}"`;
}

export function createTable(controller: DemoController): string {
  const columns = controller.columns.map((column) =>
    column.kind === 'id'
      ? `${quoted(column.name)} INTEGER PRIMARY KEY`
      : `${quoted(column.name)} ${columnKinds[column.kind].sqlType}`,
  );
  return `CREATE TABLE ${quoted(controller.name)} (${columns.join(', ')})`;
}

/** Every save checks whether another record has the same key. */
export function createIndexes(controller: DemoController): string[] {
  return controller.columns
    .filter((column) => column.unique)
    .map(({ name }) => {
      const index = quoted(`${controller.name}_by_${name}`);
      return `CREATE INDEX ${index} ON ${quoted(controller.name)} (${quoted(name)}) WHERE deleted = 0`;
    });
}

export const ownTables = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
  CREATE TABLE tokens (hash TEXT PRIMARY KEY, user_id INTEGER) WITHOUT ROWID;
  CREATE TABLE sub_rows (id INTEGER PRIMARY KEY, parent TEXT, name TEXT, position INTEGER, content TEXT);
  CREATE INDEX sub_rows_by_parent ON sub_rows (parent, name, position);
`;
