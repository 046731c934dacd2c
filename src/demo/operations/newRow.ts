import type { User } from '../access/user.ts';
import type { Controller } from '../catalog/controller.ts';
import type { Row } from '../database/store.ts';

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
