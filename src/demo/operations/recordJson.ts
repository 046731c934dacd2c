import type { JsonObject } from '../../model/json.ts';
import { textOf } from '../catalog/columnKinds.ts';
import type { Controller } from '../catalog/controller.ts';
import type { Row } from '../database/store.ts';
import { modelOf, type DisplayNames } from '../query/displayNames.ts';
import { pathInRecord } from '../forms/fieldPath.ts';

/** A record as view, edit and add answer it: texts or null, and for a reference what it points to. */
export function recordJson(controller: Controller, row: Row, names: DisplayNames): JsonObject {
  const json: JsonObject = {};
  for (const column of controller.columns) {
    const [first = column.name, second] = pathInRecord(column);
    const value = textOf(column, row[column.name]);
    if (second !== undefined) {
      json[first] = {
        node_id: row['current_stage'] === null ? null : String(Number(row['current_stage']) + 1),
        [second]: value,
      };
      continue;
    }
    json[column.name] = value;
    if (column.references) {
      json[`__${column.name}`] = names.of(column.references, row[column.name]);
      json[`${column.name}_model`] = modelOf(column.references);
    }
  }
  return json;
}
