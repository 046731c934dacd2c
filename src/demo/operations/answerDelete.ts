import type { JsonObject } from '../../model/json.ts';
import { rightsOn } from '../access/rights.ts';
import type { User } from '../access/users.ts';
import type { DemoController } from '../catalog/controllers.ts';
import type { Row } from '../database/store.ts';
import type { AuthenticatedRequest, Service } from '../http/operation.ts';
import { displayNameOf } from '../query/rows.ts';
import { updateRow } from './writeRow.ts';
import { refused } from './answerSave.ts';
import { rowWithId } from './answerView.ts';

export function answerDelete(service: Service, { controller, user, query }: AuthenticatedRequest): JsonObject {
  requireConfirmation(query);
  const id = query.get('id');
  if (!id) throw refused('missing_id', 'The parameter id is missing.');
  deleteRow(service, controller, user, id);
  return { errors: [] };
}

/** `override` skips a screen that this service doesn't have, so it also counts as confirmation. */
export function requireConfirmation(query: URLSearchParams): void {
  if (query.get('is_confirm') === '1' || query.get('override') === '1') return;
  throw refused('not_confirmed', 'Nothing was deleted: is_confirm=1 is missing.');
}

/** Marks the record as deleted; it stays in the table. */
export function deleteRow({ store }: Service, controller: DemoController, user: User, id: string): Row {
  return store.transaction(() => {
    const before = rowWithId(store, controller, id);
    const name = `${controller.singular} ${displayNameOf(controller, before)}`;
    if (before['deleted'] === 1) throw refused('deleted', `${name} has been deleted already.`);
    if (!rightsOn(user, controller, before).delete) throw refused('not_allowed', `You may not delete ${name}.`);
    return updateRow({ store, controller, user }, before, { deleted: 1 });
  });
}
