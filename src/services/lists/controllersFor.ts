import type { ControllerName } from '../../model/controller.ts';
import type { AddedControllers } from '../remembered/addedControllers.ts';
import type { ListViewCache } from './listViewCache.ts';

export interface ControllerSources {
  readonly listViews: Pick<ListViewCache, 'controllers' | 'knownControllers'>;
  readonly added: Pick<AddedControllers, 'get'>;
}

/** Returns controllers with list views and those added by hand, which a service without list views depends on. */
export async function controllersFor(
  { listViews, added }: ControllerSources,
  connection: string,
): Promise<ControllerName[]> {
  const byHand = added.get(connection);
  const listed = await listViews.controllers(connection).catch((error: unknown) => {
    if (byHand.length === 0) throw error;
    return [];
  });
  return once([...listed.map(({ name }) => name), ...byHand]);
}

/** Returns the controllers already known, without a request. */
export function knownControllers({ listViews, added }: ControllerSources, connection: string): ControllerName[] {
  return once([...listViews.knownControllers(connection), ...added.get(connection)]);
}

function once(names: readonly ControllerName[]): ControllerName[] {
  return [...new Set(names)];
}
