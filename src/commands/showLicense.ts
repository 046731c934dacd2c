import { t } from '@vscode/l10n';
import type { LicencePages } from '../editors/licencePages.ts';
import type { Clients } from '../services/clients.ts';
import type { Connections } from '../services/connections.ts';
import { connectionOf } from './commandArgument.ts';

export const showLicense =
  (connections: Connections, clients: Clients, licences: LicencePages) =>
  async (argument?: unknown): Promise<void> => {
    const { id, name } = await connectionOf(argument, connections, t('Whose licence?'));
    licences.open({
      key: id,
      service: name,
      read: async (signal) => (await (await clients.get(id)).licence(signal)).html,
    });
  };
