import { t } from '@vscode/l10n';
import type { WatchedAddress, WatchList } from '../../services/watch/watchList.ts';
import { UserError } from '../../platform/errors.ts';
import { addressOf } from '../addressArgument.ts';

/** A record or list view that is named, called on its line, or in front. */
export const watch =
  (list: WatchList) =>
  async (argument?: unknown): Promise<void> => {
    if (!(await list.add(watchable(argument))))
      throw new UserError(
        t('Could not watch it: 50 records and list views are watched already. Stop watching one of them first.'),
      );
  };

export function watchable(argument: unknown): WatchedAddress {
  const address = addressOf(argument);
  if (address.kind === 'newRecord') throw new UserError(t('This record is yet to be added. Save it first.'));
  return address;
}
