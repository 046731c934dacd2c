import { t } from '@vscode/l10n';
import { UserError } from '../../platform/errors.ts';
import { property } from '../commandArgument.ts';

interface NamedListView {
  readonly connection: string;
  readonly controller: string;
  readonly listView: string;
}

/** The list view whose line a command was called on, or that code names. */
export function listViewNamed(argument: unknown): NamedListView {
  const [connection, controller, listView] = ['connection', 'controller', 'listView'].map((name) =>
    property(argument, name),
  );
  if (connection !== undefined && controller !== undefined && listView !== undefined)
    return { connection, controller, listView };
  throw new UserError(t('Could not tell which list view is meant. Choose it in the Records view.'));
}
