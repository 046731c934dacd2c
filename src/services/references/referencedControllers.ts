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
  /** The controller of the record that points. */
  readonly near?: ControllerName;
}

export interface ReferenceSources extends ControllerSources {
  readonly chosen: Pick<ChosenControllers, 'of' | 'choose'>;
  readonly entries: Pick<ControllerEntries, 'of' | 'find'>;
}

/**
 * Where the records may be: as the service says, else in the known controllers that the model fits, else where the service
 * has an entry for one, else as the model's class suggests. Of several that fit a person chooses once.
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
    const found = (model === undefined ? undefined : entries.of(connection, model)) ?? likelyController;
    return found ? [found] : [];
  }
  const before = model === undefined ? undefined : chosen.of(connection, model);
  // what was chosen counts as long as the service has it
  return before && fitting.includes(before) ? [before] : fitting;
}
