import type { Favourites } from '../../services/remembered/favourites.ts';
import { property } from '../commandArgument.ts';
import { listViewNamed } from './listViewNamed.ts';

/** Called on a list view's line, or with `{ connection, controller, listView, name }`. */
export const addFavourite =
  (favourites: Favourites) =>
  async (argument?: unknown): Promise<void> => {
    const named = listViewNamed(argument);
    await favourites.add({ ...named, name: property(argument, 'name') ?? named.listView });
  };
