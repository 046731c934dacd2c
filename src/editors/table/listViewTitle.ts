import type { ListViewAddress } from '../../model/address/address.ts';
import { parseRelatedList, relatedTitle } from '../../model/list/relatedList.ts';
import type { ListView } from '../../model/list/listView.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';

/** A table does not wait for its name longer than this; the first rows bring it as well. */
const patience = 2_000;

/** The list view as the service describes it; undefined when that is not known in time. */
export async function findListView(
  listViews: ListViewCache,
  { connection, controller, listView }: ListViewAddress,
): Promise<ListView | undefined> {
  if (parseRelatedList(listView)) return undefined;
  const isIt = ({ id, isDefault }: ListView): boolean => (listView === undefined ? isDefault : id === listView);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly ListView[]>((resolve) => {
    timer = setTimeout(() => resolve(listViews.known(connection, controller)), patience);
  });
  try {
    return (await Promise.race([listViews.listViews(connection, controller), late])).find(isIt);
  } catch {
    return undefined; // the rows will tell what is wrong
  } finally {
    clearTimeout(timer);
  }
}

/** What a table is called before its name is known. */
export function defaultTitle({ controller, listView }: ListViewAddress): string {
  const related = parseRelatedList(listView);
  if (related) return relatedTitle(related);
  return listView === undefined ? controller : `${controller}: ${listView}`;
}
