import type { ControllerName } from '../../../model/controller.ts';
import { controllersOfModel } from '../../../model/controllersOfModel.ts';
import type { Association, RecordForm } from '../../../model/form/recordForm.ts';
import { controllersFor, knownControllers } from '../../../services/lists/controllersFor.ts';
import { controllersAmong, type ReferenceSources } from '../../../services/references/referencedControllers.ts';

/**
 * Controllers of a form's associations, by association name. The service is asked only if nothing else identifies one.
 */
export async function relatedControllers(
  sources: ReferenceSources,
  connection: string,
  { associations, controller: near }: RecordForm,
): Promise<ReadonlyMap<string, ControllerName>> {
  const isUnknown = associations.some(
    ({ kind, controller, likelyController }) => kind !== 'belongsTo' && !controller && !likelyController,
  );
  const known = isUnknown
    ? await controllersFor(sources, connection).catch(() => [])
    : knownControllers(sources, connection);
  return new Map(
    associations.flatMap((association) => {
      const pointer = { ...association, model: modelOf(association, known) };
      const [only, ...others] = controllersAmong(sources, connection, pointer, known);
      // for next time: the record is shown without waiting for the response
      if (!only && association.kind !== 'belongsTo' && association.modelClass !== undefined)
        void sources.entries.find(connection, association.modelClass, near, known);
      const controller = others.length === 0 ? only : association.likelyController;
      return controller ? [[association.name, controller] as const] : [];
    }),
  );
}

/**
 * An association without a class is identified by its table, or by a name that matches a controller: `activities`,
 * `activities.lead_id`.
 */
function modelOf({ modelClass, table, name }: Association, known: readonly ControllerName[]): string | undefined {
  if (modelClass !== undefined) return modelClass;
  const names = [table, name, name.split('.')[0]].filter((one) => one !== undefined);
  return names.find((one) => controllersOfModel(one, known).length > 0);
}
