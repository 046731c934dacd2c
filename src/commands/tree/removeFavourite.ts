import type { Favourites } from '../../services/favourites.ts';
import { property } from '../commandArgument.ts';

export const removeFavourite =
  (favourites: Favourites) =>
  async (argument?: unknown): Promise<void> => {
    const [connection, controller, listView] = ['connection', 'controller', 'listView'].map((name) =>
      property(argument, name),
    );
    if (connection === undefined || controller === undefined || listView === undefined) return;
    await favourites.remove({ connection, controller, listView });
  };
