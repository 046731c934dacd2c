import { t } from '@vscode/l10n';
import type { ConnectionForms } from '../../editors/connectionForms.ts';
import type { Lazy } from '../../editors/lazy.ts';
import { UserError } from '../../platform/errors.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { connectionOf } from '../commandArgument.ts';

export const editConnection =
  (connections: Connections, forms: Lazy<ConnectionForms>) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, t('Which connection should be edited?'));
    if (!connections.isKept(connection.id))
      throw new UserError(t('{0} cannot be edited: it is set up afresh every time it is started.', connection.name));
    (await forms.get()).open(connection);
  };
