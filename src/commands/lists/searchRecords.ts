import { UnknownConnectionError } from '../../services/connections/connections.ts';
import { property } from '../commandArgument.ts';
import { type FinderParts, RecordFinder } from './recordFinder.ts';

/** The same box under two names: some people look for "go to", others for "search". */
export const searchRecords =
  (title: string, parts: FinderParts) =>
  async (argument?: unknown): Promise<void> => {
    const connection = property(argument, 'connection');
    if (connection !== undefined && !parts.connections.get(connection)) throw new UnknownConnectionError(connection);
    new RecordFinder(parts, { title, connection, text: property(argument, 'text') }).show();
  };
