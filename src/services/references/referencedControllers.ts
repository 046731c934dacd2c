import type { ControllerName } from '../../model/controller.ts';
import { controllersOfModel } from '../../model/controllersOfModel.ts';
import { type ControllerSources, controllersFor } from '../lists/controllersFor.ts';
import type { ChosenControllers } from '../remembered/chosenControllers.ts';

/** A field or an association that points at records of some controller. */
export interface Pointer {
  readonly controller?: ControllerName;
  readonly likelyController?: ControllerName;
  readonly model?: string | undefined;
}

export interface ReferenceSources extends ControllerSources {
  readonly chosen: Pick<ChosenControllers, 'of' | 'choose'>;
}

/**
 * Where the records may be: as the service says, else in the known controllers that the model fits, else as the model's
 * class suggests. Of several that fit a person chooses once.
 */
export async function referencedControllers(
  sources: ReferenceSources,
  connection: string,
  pointer: Pointer,
): Promise<readonly ControllerName[]> {
  if (pointer.controller) return [pointer.controller];
  if (pointer.model === undefined) return [];
  const known = await controllersFor(sources, connection).catch((error: unknown) => {
    if (!pointer.likelyController) throw error;
    return [];
  });
  return controllersAmong(sources, connection, pointer, known);
}

export function controllersAmong(
  { chosen }: ReferenceSources,
  connection: string,
  { controller, likelyController, model }: Pointer,
  known: readonly ControllerName[],
): readonly ControllerName[] {
  if (controller) return [controller];
  const fitting = model === undefined ? [] : controllersOfModel(model, known);
  if (fitting.length === 0) return likelyController ? [likelyController] : [];
  const before = model === undefined ? undefined : chosen.of(connection, model);
  // what was chosen counts as long as the service has it
  return before && fitting.includes(before) ? [before] : fitting;
}
