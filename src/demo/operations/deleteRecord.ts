import type { JsonObject } from '../../model/json.ts';
import { rightsOn } from '../access/rights.ts';
import type { User } from '../access/users.ts';
import type { Controller } from '../catalog/controllers.ts';
import type { Row } from '../database/store.ts';
import type { Exchange, Service } from '../http/exchange.ts';
import { displayNameOf } from '../query/rows.ts';
import { updateRow } from './recordWriter.ts';
import { idOf, refusal } from './save.ts';
import { rowWithId } from './view.ts';

export function deleteRecord(service: Service, { controller, user, query }: Exchange): JsonObject {
  requireConfirmation(query);
  const id = query.get('id');
  if (!id) throw refusal('missing_id', 'The parameter id is missing.');
  markDeleted(service, controller, user, id);
  return { errors: [] };
}

/** `override` skips a screen that this service does not have, so it counts as confirmed as well. */
export function requireConfirmation(query: URLSearchParams): void {
  if (query.get('is_confirm') === '1' || query.get('override') === '1') return;
  throw refusal('not_confirmed', 'Nothing was deleted: is_confirm=1 is missing.');
}

/** The record stays, marked as deleted. */
export function markDeleted({ store, figures }: Service, controller: Controller, user: User, id: string): Row {
  const mark = (): Row =>
    store.transaction(() => {
      const before = rowWithId(store, controller, id);
      const name = `${controller.singular} ${displayNameOf(controller, before)}`;
      if (before['deleted'] === 1) throw refusal('deleted', `${name} has been deleted already.`);
      if (!rightsOn(user, controller, before).delete) throw refusal('not_allowed', `You may not delete ${name}.`);
      return updateRow({ store, controller, user }, before, { deleted: 1 });
    });
  return figures.correctedBy(controller.name, Number(id), mark, idOf);
}
