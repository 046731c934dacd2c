import { parseControllerName } from '../../model/controller.ts';
import type { AddedControllers } from '../../services/addedControllers.ts';
import { property } from '../commandArgument.ts';

/** Takes one that was added by hand out of the tree again; nothing happens to its records. */
export const removeController =
  (added: AddedControllers) =>
  async (argument?: unknown): Promise<void> => {
    const connection = property(argument, 'connection');
    const controller = parseControllerName(property(argument, 'controller') ?? '');
    if (connection !== undefined && controller) await added.remove(connection, controller);
  };
