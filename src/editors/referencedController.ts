import type { ControllerName } from '../model/controller.ts';
import { controllersOfModel } from '../model/controllersOfModel.ts';
import { type ControllerSources, controllersFor, knownControllers } from '../services/lists/controllersFor.ts';
import type { RecordForm } from '../model/form/recordForm.ts';

/** A field or an association that points at records of some controller. */
interface Pointer {
  readonly controller?: ControllerName;
  readonly likelyController?: ControllerName;
  readonly model?: string | undefined;
}

/** Where the records are: as the service says, else in the one known controller that the model fits, else as the model's class suggests. */
export async function findReferencedController(
  sources: ControllerSources,
  connection: string,
  pointer: Pointer,
): Promise<ControllerName | undefined> {
  if (pointer.controller || pointer.model === undefined) return pointer.controller;
  const known = await controllersFor(sources, connection).catch((error: unknown) => {
    if (!pointer.likelyController) throw error;
    return [];
  });
  return controllerAmong(known, pointer);
}

/** The places of a form's associations, by their names. The service is asked only where nothing else tells one. */
export async function relatedControllers(
  sources: ControllerSources,
  connection: string,
  { associations }: RecordForm,
): Promise<ReadonlyMap<string, ControllerName>> {
  const isUnknown = associations.some(
    ({ kind, controller, likelyController, modelClass }) =>
      kind !== 'belongsTo' && modelClass !== undefined && !controller && !likelyController,
  );
  const known = isUnknown
    ? await controllersFor(sources, connection).catch(() => [])
    : knownControllers(sources, connection);
  return new Map(
    associations.flatMap((association) => {
      const controller = controllerAmong(known, { ...association, model: association.modelClass });
      return controller ? [[association.name, controller] as const] : [];
    }),
  );
}

function controllerAmong(
  known: readonly ControllerName[],
  { controller, likelyController, model }: Pointer,
): ControllerName | undefined {
  if (controller) return controller;
  const [only, ...others] = model === undefined ? [] : controllersOfModel(model, known);
  return only && others.length === 0 ? only : likelyController;
}
