import type { User } from '../access/users.ts';
import { keyOf, searchedColumns, type Controller } from '../catalog/controllers.ts';
import { quoted, searchTable } from '../database/schema.ts';
import { searchIdOf, searchTextOf } from '../database/searchText.ts';
import type { Row, Store } from '../database/store.ts';

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** Who writes, where, and by which action. Part of the caller's transaction. */
export interface Writing {
  readonly store: Store;
  readonly controller: Controller;
  readonly user: User;
  readonly action: string;
}

/** Writes the changed columns, who did it and when, and keeps what was there before. */
export function updateRow(writing: Writing, before: Row, changes: Row): Row {
  const { store, controller, user } = writing;
  const id = Number(before['id']);
  const revision = Number(before['revision']) + 1;
  const written: Row = { ...changes, modified: now(), modified_by: user.id, revision };
  const names = Object.keys(written);
  const sets = names.map((name) => `${quoted(name)} = ?`).join(', ');
  store.run(
    `UPDATE ${quoted(controller.name)} SET ${sets} WHERE id = ?`,
    ...names.map((name) => written[name] ?? null),
    id,
  );
  const old = Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
  keepRevision(writing, id, revision, old);
  const after = { ...before, ...written };
  const isFoundElsewhere = 'deleted' in changes || searchedColumns(controller).some((column) => column.name in changes);
  if (isFoundElsewhere) {
    store.run(`DELETE FROM ${searchTable(controller)} WHERE rowid = ?`, searchIdOf(before));
    keepSearchText(store, controller, after);
  }
  return after;
}

export function insertRow(writing: Writing, row: Row): Row {
  const { store, controller, user } = writing;
  const at = now();
  const written: Row = { ...row, created: at, created_by: user.id, modified: at, modified_by: user.id, revision: 1 };
  delete written['id'];
  const names = Object.keys(written);
  const sql = `INSERT INTO ${quoted(controller.name)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const id = store.run(sql, ...names.map((name) => written[name] ?? null));
  const after: Row = { ...written, id, business_key: written['business_key'] ?? nextKey(store, controller, id) };
  store.run(`UPDATE ${quoted(controller.name)} SET business_key = ? WHERE id = ?`, after['business_key'] ?? null, id);
  keepRevision(writing, id, 1, {});
  keepSearchText(store, controller, after);
  return after;
}

function keepSearchText(store: Store, controller: Controller, row: Row): void {
  store.run(
    `INSERT INTO ${searchTable(controller)}(rowid, text) VALUES (?, ?)`,
    searchIdOf(row),
    searchTextOf(controller)(row),
  );
}

/** The id makes it unique, unless somebody wrote that very key by hand. */
function nextKey(store: Store, controller: Controller, id: number): string {
  const key = keyOf(controller, id);
  const sql = `SELECT 1 FROM ${quoted(controller.name)} WHERE deleted = 0 AND business_key = ?`;
  let suffix = 0;
  while (store.get(sql, suffix === 0 ? key : `${key}-${suffix}`)) suffix++;
  return suffix === 0 ? key : `${key}-${suffix}`;
}

function keepRevision({ store, controller, user, action }: Writing, id: number, revision: number, before: Row): void {
  store.run(
    'INSERT INTO revisions VALUES (?, ?, ?, ?, ?, ?, ?)',
    controller.name,
    id,
    revision,
    now(),
    user.id,
    action,
    JSON.stringify(before),
  );
}

/** What a record begins with: its owner is whoever adds it, its stage the first. */
export function newRow(controller: Controller, user: User): Row {
  const row: Row = Object.fromEntries(controller.columns.map((column) => [column.name, null]));
  const defaults: Row = {
    owned_by: user.id,
    primary_acl_group: 1,
    deleted: 0,
    current_stage: 0,
    priority: 1,
    state: 0,
    status: 0,
    do_not_call: 0,
    email_opt_out: 0,
    is_vip: 0,
    calls_count: 0,
  };
  for (const [name, value] of Object.entries(defaults)) if (controller.column.has(name)) row[name] = value;
  return row;
}
