import { controlKind } from '../../model/form/fieldKind.ts';
import { displayKey, type FieldPath, modelKey, pathKey } from '../../model/form/fieldPath.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { Reference } from '../../model/form/reference.ts';
import { controllerInAddress, likelyController, namedController } from '../readController.ts';
import { type FoundRecord, sampleAt } from './readRecord.ts';
import { firstOf, nonBlank } from '../tolerant.ts';

/** A field is a reference when its text or its model stands beside it in the record, or when its control says so. */
export function readReference(
  element: JsonObject,
  names: readonly string[],
  { path, at }: { readonly path: FieldPath; readonly at: FieldPath },
  ground: { readonly record: FoundRecord; readonly named: ReadonlySet<string> },
): Reference | undefined {
  const key = at.at(-1) ?? '';
  const holder = sampleAt(ground.record.values, at.slice(0, -1));
  const beside = isObject(holder) ? holder : {};
  const hasText = Object.hasOwn(beside, displayKey(key));
  const isNamed = ground.named.has(pathKey([...path.slice(0, -1), modelKey(key)]));
  const hasModel = Object.hasOwn(beside, modelKey(key)) && (hasText || !isNamed);
  if (!hasText && !hasModel && !names.some((name) => controlKind(name) === 'reference')) return undefined;
  const model =
    (hasModel ? nonBlank(beside[modelKey(key)]) : undefined) ??
    nonBlank(
      firstOf(
        element,
        'related_model_class',
        'related_model',
        'reference_model_class',
        'reference_model',
        'foreign_model',
        'model_class',
        'model',
      ),
    );
  const controller =
    namedController(
      element,
      'controller',
      'related_controller',
      'reference_controller',
      'reference_url',
      'lookup_url',
      'lookup_controller',
      'target',
      'url',
      'href',
      'source',
    ) ?? (model === undefined ? undefined : controllerInAddress(model));
  const likely = controller || model === undefined ? undefined : likelyController(model);
  return {
    ...(controller === undefined ? {} : { controller }),
    ...(likely === undefined ? {} : { likelyController: likely }),
    ...(model === undefined ? {} : { model }),
  };
}
