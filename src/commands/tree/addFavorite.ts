import type { Favorites } from '../../services/remembered/favorites.ts';
import { property } from '../commandArgument.ts';
import { listViewNamed } from './listViewNamed.ts';

/** Called on a list view's line, or with `{ connection, controller, listView, name }`. */
export const addFavorite =
  (favorites: Favorites) =>
  async (argument?: unknown): Promise<void> => {
    const named = listViewNamed(argument);
    await favorites.add({ ...named, name: property(argument, 'name') ?? named.listView });
  };
