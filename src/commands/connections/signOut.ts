import { t } from '@vscode/l10n';
import type { Connections } from '../../services/connections/connections.ts';
import { connectionOf } from '../commandArgument.ts';

export const signOut =
  (connections: Connections) =>
  async (argument?: unknown): Promise<void> => {
    await connections.signOut(await connectionOf(argument, connections, t('Where should you be signed out?')));
  };
