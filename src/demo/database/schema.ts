import { type DemoColumn, columnKinds } from '../catalog/column.ts';
import type { DemoController } from '../catalog/controllers.ts';

/** Raised whenever a stored shape changes; a file of another version is refused rather than misread. */
export const schemaVersion = 4;

/** Names come from the catalog, never from a request. */
export function quoted(name: string): string {
  return `"${name}"`;
}

export function indexName(controller: DemoController, column: string): string {
  return quoted(`${controller.name}_by_${column}`);
}

export function searchTableName(controller: DemoController): string {
  return quoted(`${controller.name}_search`);
}

export function searchContent(controller: DemoController): string {
  return quoted(`${controller.name}_search_content`);
}

export function createTable(controller: DemoController): string {
  const columns = controller.columns.map((column) =>
    column.kind === 'id'
      ? `${quoted(column.name)} INTEGER PRIMARY KEY`
      : `${quoted(column.name)} ${columnKinds[column.kind].sqlType}`,
  );
  return `CREATE TABLE ${quoted(controller.name)} (${columns.join(', ')})`;
}

/**
 * Holds the ids of all records that are not deleted in the order of one column, so that a page's ids are found without
 * touching the wide rows. SQLite ends every entry with the id, which makes the order total.
 */
export function createIndexes(controller: DemoController): string[] {
  const table = quoted(controller.name);
  return [
    ...controller.columns
      .filter((column) => column.sortable)
      .map(
        (column) =>
          `CREATE INDEX ${indexName(controller, column.name)} ON ${table} (${quoted(column.name)}) WHERE deleted = 0`,
      ),
    ...controller.columns.filter(isFollowed).map((column) => {
      const name = quoted(column.name);
      return `CREATE INDEX ${indexName(controller, column.name)} ON ${table} (${name}) WHERE deleted = 0 AND ${name} IS NOT NULL`;
    }),
    `CREATE INDEX ${indexName(controller, 'deleted')} ON ${table} (id) WHERE deleted = 1`,
  ];
}

/** References from a record to those that belong to it; who wrote a record last is asked for too seldom to pay for an index. */
function isFollowed(column: DemoColumn): boolean {
  return column.kind === 'reference' && column.access !== 'system';
}

/** Any three letters in a row find a record. Positions are not kept: hits are checked against the text, which is. */
export function createSearch(controller: DemoController): string {
  return `CREATE VIRTUAL TABLE ${searchTableName(controller)} USING fts5(text, tokenize = 'trigram', detail = none, columnsize = 0)`;
}

export const ownTables = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
  CREATE TABLE tokens (hash TEXT PRIMARY KEY, user_id INTEGER) WITHOUT ROWID;
  CREATE TABLE sub_rows (id INTEGER PRIMARY KEY, parent TEXT, name TEXT, position INTEGER, content TEXT);
  CREATE INDEX sub_rows_by_parent ON sub_rows (parent, name, position);
`;
