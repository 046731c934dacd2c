import { t } from '@vscode/l10n';
import type { Lazy } from '../../editors/lazy.ts';
import type { LicensePages } from '../../editors/licensePages.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { connectionOf } from '../commandArgument.ts';

export const showLicense =
  (connections: Connections, licenses: Lazy<LicensePages>) =>
  async (argument?: unknown): Promise<void> => {
    const { id } = await connectionOf(argument, connections, t('Whose license?'));
    (await licenses.get()).open({ connection: id });
  };
