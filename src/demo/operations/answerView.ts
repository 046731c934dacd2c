import type { JsonObject } from '../../model/json.ts';
import { mayAdd } from '../access/rights.ts';
import type { DemoController } from '../catalog/controllers.ts';
import { listViewWithId } from '../catalog/listViews.ts';
import { quoted } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';
import { subRowsJson } from '../database/subRows.ts';
import { problem } from '../problems.ts';
import type { FormMode } from '../forms/formMetadata.ts';
import type { Exchange, Service } from '../http/operation.ts';
import { DisplayNames, displayNameOf } from '../query/rows.ts';
import { listViewFields } from './answerListViews.ts';
import { recordLists } from './recordLists.ts';
import { newRow } from './writeRow.ts';
import { recordJson, viewJson } from './viewJson.ts';

/** One record for reading; or, when asked so, records that belong to something. */
export function answerView(service: Service, exchange: Exchange): JsonObject {
  return recordLists(service, exchange) ?? oneRecord(service, exchange, 'view');
}

/** The same with the permissions of editing. A record that may not be edited comes with `is_editable` 0. */
export function answerEdit(service: Service, exchange: Exchange): JsonObject {
  return recordLists(service, exchange) ?? oneRecord(service, exchange, 'edit');
}

/** A record that does not exist yet, with what it begins with. */
export function answerAdd(service: Service, { controller, user }: Exchange): JsonObject {
  const names = new DisplayNames(service.store);
  const data = {
    ...recordJson(controller, newRow(controller, user), names),
    ...subRowsJson(service.store, controller, undefined),
  };
  const mode = mayAdd(user, controller) ? 'add' : 'view';
  return viewJson({ mode, user, controller, row: undefined }, { data, id: '', name: '' });
}

function oneRecord(service: Service, { controller, user, query }: Exchange, mode: FormMode): JsonObject {
  const id = query.get('id');
  if (id === null || id === '') throw problem(400, 'missing_id', 'The parameter id is missing.');
  const row = rowWithId(service.store, controller, id);
  return recordResponse(service, { controller, user }, row, mode);
}

export function recordResponse(
  service: Service,
  who: Pick<Exchange, 'controller' | 'user'>,
  row: Row,
  mode: FormMode,
  message: string[] = [],
): JsonObject {
  const data = {
    ...recordJson(who.controller, row, new DisplayNames(service.store)),
    ...subRowsJson(service.store, who.controller, Number(row['id'])),
  };
  return viewJson(
    { mode, row, ...who },
    { data, id: String(row['id']), name: displayNameOf(who.controller, row), message },
  );
}

export function rowWithId(store: Store, controller: DemoController, id: string): Row {
  const row = controller.name === 'listviews' ? listViewRow(id) : storedRow(store, controller, id);
  if (!row) throw problem(404, 'unknown_record', `There is no ${controller.singular} ${id}.`);
  return row;
}

function storedRow(store: Store, controller: DemoController, id: string): Row | undefined {
  return /^[1-9]\d{0,14}$/.test(id)
    ? store.get(`SELECT * FROM ${quoted(controller.name)} WHERE id = ?`, Number(id))
    : undefined;
}

function listViewRow(id: string): Row | undefined {
  const listView = listViewWithId(id);
  if (!listView) return undefined;
  const own = Object.entries(listViewFields(listView)).filter(([path]) => path.startsWith('listviews.'));
  return Object.fromEntries(own.map(([path, value]) => [path.slice('listviews.'.length), value]));
}
