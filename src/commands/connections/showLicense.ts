import { t } from '@vscode/l10n';
import type { Late } from '../../editors/late.ts';
import type { LicencePages } from '../../editors/licencePages.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { connectionOf } from '../commandArgument.ts';

export const showLicense =
  (connections: Connections, licences: Late<LicencePages>) =>
  async (argument?: unknown): Promise<void> => {
    const { id } = await connectionOf(argument, connections, t('Whose licence?'));
    (await licences.get()).open({ connection: id });
  };
