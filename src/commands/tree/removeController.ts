import { t } from '@vscode/l10n';
import { UserError } from '../../platform/errors.ts';
import type { AddedControllers } from '../../services/remembered/addedControllers.ts';
import { controllerIn, property } from '../commandArgument.ts';

/** Takes one that was added by hand out of the tree again; nothing happens to its records. */
export const removeController =
  (added: AddedControllers) =>
  async (argument?: unknown): Promise<void> => {
    const connection = property(argument, 'connection');
    const controller = controllerIn(argument);
    if (connection === undefined || !controller)
      throw new UserError(t('Could not tell which controller is meant. Choose it in the Records view.'));
    await added.remove(connection, controller);
  };
