import { t } from '@vscode/l10n';
import type { LicencePages } from '../editors/licencePages.ts';
import type { Connections } from '../services/connections.ts';
import { connectionOf } from './commandArgument.ts';

export const showLicense =
  (connections: Connections, licences: LicencePages) =>
  async (argument?: unknown): Promise<void> => {
    const { id } = await connectionOf(argument, connections, t('Whose licence?'));
    licences.open({ connection: id });
  };
