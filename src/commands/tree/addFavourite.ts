import type { Favourites } from '../../services/favourites.ts';
import { property } from '../commandArgument.ts';

/** Called on a list view's line, or with `{ connection, controller, listView, name }`. */
export const addFavourite =
  (favourites: Favourites) =>
  async (argument?: unknown): Promise<void> => {
    const [connection, controller, listView] = ['connection', 'controller', 'listView'].map((name) =>
      property(argument, name),
    );
    if (connection === undefined || controller === undefined || listView === undefined) return;
    await favourites.add({ connection, controller, listView, name: property(argument, 'name') ?? listView });
  };
