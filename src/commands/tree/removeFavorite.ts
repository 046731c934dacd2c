import type { Favorites } from '../../services/remembered/favorites.ts';
import { listViewNamed } from './listViewNamed.ts';

export const removeFavorite =
  (favorites: Favorites) =>
  async (argument?: unknown): Promise<void> =>
    favorites.remove(listViewNamed(argument));
