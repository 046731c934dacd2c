import type { Connections } from '../services/connections.ts';
import { connectionOf } from './commandArgument.ts';

export const signOut =
  (connections: Connections) =>
  async (argument?: unknown): Promise<void> => {
    await connections.signOut(await connectionOf(argument, connections, 'Where should you be signed out?'));
  };
