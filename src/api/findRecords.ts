import { t } from '@vscode/l10n';
import { type ControllerName, controllerText } from '../model/controller.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import type { FindQuery, ViewQuery } from '../model/list/recordQuery.ts';
import { given } from './listRecords.ts';
import { readColumns } from './list/readColumns.ts';
import { readPage, readRows } from './list/readPage.ts';
import { refuseCrowd } from './list/refuseCrowd.ts';
import type { Attempt } from './http/failures.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { firstOf, object, nonBlank } from './tolerant.ts';

/** Part 3 of the interface, where it answers with several records: related ones, a category's, a look-up's. */
export async function findRecords(
  link: ServiceLink,
  controller: ControllerName,
  query: ViewQuery,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const doing = t('find records of {0}', controllerText(controller));
  const { answer } = await link.read(controller, 'view', { doing, query: viewParameters(query), signal });
  // what such an answer looks like is not shown: take the list's envelope as well as the view's
  const isList = isObject(answer['paginate']);
  const attempt = { doing, stage: 'read' } as const;
  const page = isList ? readPage(answer, {}, attempt) : readViewedRecords(answer, controller, attempt);
  link.deniedDeletes.note(controller, page.rows);
  return page;
}

function viewParameters(query: ViewQuery): [string, string][] {
  switch (query.kind) {
    case 'related':
      return given([
        ['related_to', query.to.id],
        ['q', JSON.stringify(relatedQuery(query.to.key, query.to.id, query.to.modelClass))],
      ]);
    case 'category':
      return given([['current_category', query.category]]);
    case 'criteria':
      return given([['search_criteria', query.criteria]]);
    case 'entry':
      return given([
        [
          'q',
          JSON.stringify({
            method: 'find',
            fields: ['*'],
            where: { url: query.url, type: query.type },
          } satisfies FindQuery),
        ],
      ]);
  }
}

function relatedQuery(key: string, id: string, modelClass: string): FindQuery {
  return { where: { [key]: id }, pheader: '0', related_model_class: modelClass, show_has_many_records: 'all' };
}

function readViewedRecords(answer: JsonObject, controller: ControllerName, attempt: Attempt): RecordPage {
  const alias = nonBlank(answer['alias']) ?? controller.controller;
  const rows = recordsIn(answer, [alias, controller.controller, nonBlank(answer['model'])]);
  const columns = readColumns(firstOf(answer, 'header', 'headers'), rows, alias).map((column) =>
    // without headers there is nothing to decide what to show, so show what is not a companion of another field
    column.isDeclared ? column : { ...column, isVisible: !/^__|_model$/.test(column.key) },
  );
  refuseCrowd(attempt, rows.length, columns.length);
  const primaryKey = nonBlank(answer['primary_key']);
  return {
    columns,
    rows: readRows(rows, columns, { alias, primaryKey, displayField: nonBlank(answer['display_field']) }),
    page: 1,
    pageSize: rows.length,
    total: rows.length,
    listViewId: undefined,
    listViewName: undefined,
    alias,
    primaryKey,
  };
}

/** `data` may be the records, hold them under the controller's alias, or hold one record there. */
function recordsIn(answer: JsonObject, names: readonly (string | undefined)[]): JsonObject[] {
  const data = answer['data'];
  if (Array.isArray(data)) return data.filter(isObject);
  const holder = object(data);
  const named = names.find((name) => name !== undefined && Object.hasOwn(holder, name));
  const held =
    named === undefined
      ? Object.values(holder).find((value) => typeof value === 'object' && value !== null)
      : holder[named];
  if (Array.isArray(held)) return held.filter(isObject);
  if (!isObject(held)) return [];
  const entries = Object.values(held);
  const isMapOfRecords = entries.length > 0 && entries.every(isObject);
  return isMapOfRecords ? entries : Object.keys(held).length > 0 ? [held] : [];
}
