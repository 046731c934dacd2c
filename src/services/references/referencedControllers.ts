import type { ControllerName } from '../../model/controller.ts';
import { controllersOfModel } from '../../model/controllersOfModel.ts';
import { type ControllerSources, controllersFor } from '../lists/controllersFor.ts';
import type { ControllerEntries } from './controllerEntries.ts';
import type { ChosenControllers } from '../remembered/chosenControllers.ts';

/** A field or an association that points at records of some controller. */
export interface Pointer {
  readonly controller?: ControllerName;
  readonly likelyController?: ControllerName;
  readonly model?: string | undefined;
  /** Controller of the record with the reference. */
  readonly near?: ControllerName;
}

export interface ReferenceSources extends ControllerSources {
  readonly chosen: Pick<ChosenControllers, 'get' | 'choose'>;
  readonly entries: Pick<ControllerEntries, 'controllerFor' | 'find'>;
}

/**
 * Returns the controllers that may have the records: the one the service names, else known controllers that match the
 * model, else one that the service has an entry for, else the one that the model's class suggests. If several match,
 * the user chooses once.
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
  if (controllersOfModel(pointer.model, known).length === 0)
    await sources.entries.find(connection, pointer.model, pointer.near, known);
  return controllersAmong(sources, connection, pointer, known);
}

export function controllersAmong(
  { chosen, entries }: ReferenceSources,
  connection: string,
  { controller, likelyController, model }: Pointer,
  known: readonly ControllerName[],
): readonly ControllerName[] {
  if (controller) return [controller];
  const fitting = model === undefined ? [] : controllersOfModel(model, known);
  if (fitting.length === 0) {
    const found = (model === undefined ? undefined : entries.controllerFor(connection, model)) ?? likelyController;
    return found ? [found] : [];
  }
  const before = model === undefined ? undefined : chosen.get(connection, model);
  // the choice is valid as long as the service has that controller
  return before && fitting.includes(before) ? [before] : fitting;
}
