import { t } from '@vscode/l10n';
import type { ComparedRecords } from '../../documents/comparedRecords.ts';
import { UserError } from '../../platform/errors.ts';
import { PendingNode } from '../../tree/pendingNode.ts';
import { compareWithSaved } from '../records/compareRecords.ts';

/** A line of the view of pending changes: what was changed in it. */
export const comparePending =
  (compared: ComparedRecords) =>
  async (argument?: unknown): Promise<void> => {
    const address = argument instanceof PendingNode ? argument.address : undefined;
    if (!address || address.kind === 'listView')
      throw new UserError(t('Could not tell which record is meant. Choose it in the view Pending Changes.'));
    await compareWithSaved(compared, address);
  };
