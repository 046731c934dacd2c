import type { User } from '../access/users.ts';
import { keyOf, type DemoController } from '../catalog/controllers.ts';
import { quoted } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** The user, the store and the controller of a write. Runs in the caller's transaction. */
export interface WriteContext {
  readonly store: Store;
  readonly controller: DemoController;
  readonly user: User;
}

/** Writes the changed columns, the user and the time. */
export function updateRow({ store, controller, user }: WriteContext, before: Row, changes: Row): Row {
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
  return { ...before, ...written };
}

export function insertRow({ store, controller, user }: WriteContext, row: Row): Row {
  const at = now();
  const written: Row = { ...row, created: at, created_by: user.id, modified: at, modified_by: user.id, revision: 1 };
  delete written['id'];
  const names = Object.keys(written);
  const sql = `INSERT INTO ${quoted(controller.name)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const id = store.run(sql, ...names.map((name) => written[name] ?? null));
  const after: Row = { ...written, id, business_key: written['business_key'] ?? nextKey(store, controller, id) };
  store.run(`UPDATE ${quoted(controller.name)} SET business_key = ? WHERE id = ?`, after['business_key'] ?? null, id);
  return after;
}

/** The id makes the key unique, unless a user entered the same key manually. */
function nextKey(store: Store, controller: DemoController, id: number): string {
  const key = keyOf(controller, id);
  const sql = `SELECT 1 FROM ${quoted(controller.name)} WHERE deleted = 0 AND business_key = ?`;
  let suffix = 0;
  while (store.get(sql, suffix === 0 ? key : `${key}-${suffix}`)) suffix++;
  return suffix === 0 ? key : `${key}-${suffix}`;
}

/** Default values of a new record: the user who adds it is its owner, and it is in the first stage. */
export function newRow(controller: DemoController, user: User): Row {
  const row: Row = Object.fromEntries(controller.columns.map(({ name }) => [name, zero.has(name) ? 0 : null]));
  if (controller.column.has('priority')) row['priority'] = 1;
  return { ...row, owned_by: user.id, primary_acl_group: 1 };
}

const zero = new Set('deleted current_stage state status do_not_call email_opt_out is_vip calls_count'.split(' '));
