import { t } from '@vscode/l10n';
import { curlCommand } from '../../model/curl.ts';
import { copyText } from '../../platform/clipboard.ts';
import { UserError } from '../../platform/errors.ts';
import type { Clients } from '../../services/connections/clients.ts';
import { addressOf } from '../addressArgument.ts';

/** The request that reads a list view or a record. */
export const copyAsCurl =
  (clients: Clients) =>
  async (argument?: unknown): Promise<void> => {
    const address = addressOf(argument);
    const client = await clients.get(address.connection);
    if (address.kind === 'newRecord') throw new UserError(t('A record that is yet to be added cannot be read.'));
    const { controller } = address;
    const place =
      address.kind === 'record'
        ? client.recordAddress(controller, address.id)
        : client.recordsAddress(controller, address.listView === undefined ? {} : { listView: address.listView });
    await copyText(curlCommand(place), t('curl command'));
  };
