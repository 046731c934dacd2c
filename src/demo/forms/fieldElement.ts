import type { JsonObject } from '../../model/json.ts';
import type { Column } from '../catalog/column.ts';
import { columnKinds } from '../catalog/columnKinds.ts';
import type { Controller } from '../catalog/controller.ts';
import { modelClassOf } from '../catalog/controller.ts';
import { controllerNamed } from '../catalog/controllers.ts';
import { modelOf } from '../query/displayNames.ts';
import { fieldPath } from './fieldPath.ts';

/** One input of a form. */
export function fieldElement(controller: Controller, column: Column, permission: number): JsonObject {
  const name = fieldPath(controller, column);
  const kind = columnKinds[column.kind];
  return {
    name,
    __name: name.join('.'),
    label: column.label,
    template: kind.template,
    method: kind.template,
    data_type: kind.dataType,
    permission,
    required: column.required ? '1' : '0',
    help_text: column.help ?? null,
    is_web_compatible: '1',
    is_mobile_compatible: '1',
    ...(column.maxLength === undefined ? {} : { max_length: String(column.maxLength) }),
    ...(column.min === undefined ? {} : { min: String(column.min) }),
    ...(column.max === undefined ? {} : { max: String(column.max) }),
    ...(column.choices ? { options: column.choices.map(({ text, value }) => ({ text, value })) } : {}),
    ...(column.references ? referenceOf(column.references) : {}),
  };
}

/** Where a reference field finds what it may point to. */
function referenceOf(target: string): JsonObject {
  const controller = controllerNamed(target);
  return {
    reference_model: modelOf(target),
    ...(controller
      ? { reference_model_class: modelClassOf(controller), reference_url: `${controller.module}/${controller.name}` }
      : {}),
  };
}
