import type { Favourites } from '../../services/remembered/favourites.ts';
import { listViewNamed } from './listViewNamed.ts';

export const removeFavourite =
  (favourites: Favourites) =>
  async (argument?: unknown): Promise<void> =>
    favourites.remove(listViewNamed(argument));
