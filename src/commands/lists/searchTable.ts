import { t } from '@vscode/l10n';
import type { TableEditor } from '../../editors/table/tableEditor.ts';
import { UserError } from '../../platform/errors.ts';

/** Ctrl+F in a table: VS Code's own find would see only the rows on the screen. */
export const searchTable = (tables: TableEditor) => (): void => {
  if (!tables.active) throw new UserError(t('Could not search: no table is in front. Open a list view first.'));
  tables.active.focusSearch();
};
