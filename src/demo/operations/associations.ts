import type { JsonObject } from '../../model/json.ts';
import { modelClassOf, pathOf, type Controller } from '../catalog/controller.ts';
import { controllerNamed, storedControllers } from '../catalog/controllers.ts';
import type { Column } from '../catalog/column.ts';

/** Records of `child` whose `column` points to a record of this controller. */
export interface HasMany {
  readonly child: Controller;
  readonly column: Column;
}

/** Who wrote a record is no relation that anyone opens. */
function relates(column: Column): boolean {
  return column.references !== undefined && column.access !== 'system';
}

export function hasManyOf(controller: Controller): HasMany[] {
  return storedControllers.flatMap((child) =>
    child.columns
      .filter((column) => relates(column) && column.references === controller.name)
      .map((column) => ({ child, column })),
  );
}

export function associationsOf(controller: Controller): JsonObject {
  const belongsTo = controller.columns.filter(relates).flatMap((column) => {
    const parent = controllerNamed(column.references ?? '');
    return parent ? [[column.name, link(parent, column, `${parent.name}.id`)] as const] : [];
  });
  const hasMany = hasManyOf(controller).map(
    ({ child, column }) => [`${child.name}.${column.name}`, link(child, column, `${controller.name}.id`)] as const,
  );
  return { belongs_to: Object.fromEntries(belongsTo), has_many: Object.fromEntries(hasMany) };
}

function link(other: Controller, column: Column, where: string): JsonObject {
  return {
    alias: other.name,
    label: column.label,
    model: other.model,
    model_class: modelClassOf(other),
    url: pathOf(other),
    foreign_key: column.name,
    foreign_table: where.split('.')[0] ?? '',
    foreign_primary_key: where,
  };
}
