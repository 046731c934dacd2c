import type { ConnectionForms } from '../editors/connectionForms.ts';
import { UserError } from '../platform/errors.ts';
import type { Connections } from '../services/connections.ts';
import { connectionOf } from './commandArgument.ts';

export const editConnection =
  (connections: Connections, forms: ConnectionForms) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, 'Which connection should be edited?');
    if (!connections.isKept(connection.id))
      throw new UserError(`${connection.name} cannot be edited: it is set up anew every time it is started.`);
    forms.open(connection);
  };
