import type { ListViewAddress } from '../../../model/address/address.ts';
import { parseRelatedList, relatedTitle } from '../../../model/list/relatedList.ts';
import type { ListView } from '../../../model/list/listView.ts';
import type { ListViewCache } from '../../../services/lists/listViewCache.ts';
import type { RecordForms } from '../../../services/records/recordForms.ts';

/** Max time a table waits for its title; the first rows deliver it as well. */
const titleTimeout = 2_000;

/** Returns the list view as described by the service; undefined if that isn't known in time. */
export async function findListView(
  listViews: ListViewCache,
  { connection, controller, listView }: ListViewAddress,
): Promise<ListView | undefined> {
  if (parseRelatedList(listView)) return undefined;
  const isIt = ({ id, isDefault }: ListView): boolean => (listView === undefined ? isDefault : id === listView);
  const all = await withTimeout(listViews.listViews(connection, controller));
  return (all ?? listViews.known(connection, controller)).find(isIt);
}

/**
 * Returns the title of a related list, using the parent record's current name; undefined if that isn't known in time.
 */
export async function findRelatedTitle(
  forms: Pick<RecordForms, 'get'>,
  { connection, controller, listView }: ListViewAddress,
): Promise<string | undefined> {
  const related = parseRelatedList(listView);
  const parent = related && (await withTimeout(forms.get(connection, related.parent, related.to.id)));
  return parent && relatedTitle(related, controller, parent);
}

/** Resolves to undefined on timeout or failure; loading the rows reports the error. */
async function withTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), titleTimeout);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Title of a table until its name is known. */
export function defaultTitle({ controller, listView }: ListViewAddress): string {
  const related = parseRelatedList(listView);
  if (related) return relatedTitle(related, controller);
  return listView === undefined ? controller : `${controller}: ${listView}`;
}
