import { t } from '@vscode/l10n';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { isObject } from '../../model/json.ts';
import { type ListView, listViewCalled } from '../../model/list/listView.ts';
import type { ChosenView, LookUpPage, LookUpQuery, LookUpView } from '../../model/list/lookUpView.ts';
import { listListViews, listRecordsOfListView, indexParameters } from './readOperations.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { asCount, asList, firstOf, nonBlank } from './tolerant.ts';

/** List views change rarely, and choosing one costs a request per list view. */
const freshFor = 10 * 60_000;
const maxCompared = 20;
const atOnce = 4;

/**
 * A page of a controller's records for callers that decide whether a record exists. Always names a list view, because
 * without one the service would use the one that the user opened last.
 */
export async function lookUpRecords(
  link: ServiceLink,
  controller: ControllerName,
  query: LookUpQuery,
  signal?: AbortSignal,
): Promise<LookUpPage> {
  const chosen = await chosenView(link, controller);
  try {
    return await pageOf(link, controller, query, chosen, signal);
  } catch (error) {
    const isGone = error instanceof ServiceError && error.code === 'notFound' && chosen.view.listView !== undefined;
    if (!isGone || link.choices.lookUpViews?.[controller] !== undefined) throw error;
    link.lookUpViews.delete(controller);
    return pageOf(link, controller, query, await chosenView(link, controller), signal);
  }
}

async function pageOf(
  link: ServiceLink,
  controller: ControllerName,
  query: LookUpQuery,
  { view, known }: ChosenView,
  signal?: AbortSignal,
): Promise<LookUpPage> {
  const { listView } = view;
  const asked = { ...query, ...(listView !== undefined && { listView }) };
  const page = await listRecordsOfListView(link, controller, asked, signal);
  const { listViewId = listView, listViewName } = page;
  const isOther = listViewId !== listView && (listView === undefined || known.has(listViewId ?? ''));
  if (!isOther) return { ...page, view };
  return { ...page, view: { listView, name: listViewName ?? listViewId ?? view.name, showsAll: false } };
}

async function chosenView(link: ServiceLink, controller: ControllerName): Promise<ChosenView> {
  const before = link.lookUpViews.get(controller);
  if (before && Date.now() - before.at < freshFor) return before.choice;
  // shared by concurrent look-ups, so none of them may cancel it
  const choice = choose(link, controller);
  link.lookUpViews.set(controller, { at: Date.now(), choice });
  choice.then(
    ({ view }) => link.onLookUpView?.(controller, view),
    () => link.lookUpViews.delete(controller),
  );
  return choice;
}

async function choose(link: ServiceLink, controller: ControllerName): Promise<ChosenView> {
  const all = await listListViews(link, controller, undefined, true).catch(noListViews);
  const known = new Set((all ?? []).map(({ id }) => id));
  const wanted = link.choices.lookUpViews?.[controller];
  const view = wanted === undefined ? await chooseFrom(link, controller, all) : named(wanted, all, controller);
  return { view, known };
}

/** Returns undefined if list views may exist but can't be listed. */
function noListViews(error: unknown): [] | undefined {
  if (!(error instanceof ServiceError) || error.scope !== 'record') throw error;
  return error.code === 'notFound' ? [] : undefined;
}

/** The configured list view, by id or name. */
function named(wanted: string, all: readonly ListView[] | undefined, controller: ControllerName): LookUpView {
  const found = all?.find(({ id }) => id === wanted) ?? listViewCalled(all ?? [], wanted);
  if (found) return lookUpView(found);
  if (!all || all.length === 0) return { listView: wanted, name: wanted, showsAll: true };
  throw new ServiceError('notFound', {
    doing: t('look up records of {0}', controller),
    why: t('the list view “{0}” set for look-ups does not exist, or several have this name', wanted),
    remedy: t("Choose another one under “Look-ups” in the connection's settings."),
  });
}

function lookUpView({ id, name, hasConditions }: ListView, showsAll = true): LookUpView {
  return { listView: id, name, showsAll: showsAll && hasConditions !== true };
}

async function chooseFrom(
  link: ServiceLink,
  controller: ControllerName,
  all: readonly ListView[] | undefined,
): Promise<LookUpView> {
  if (!all || all.length === 0) return servedView(link, controller, all !== undefined);
  const tables = all.filter(({ chart }) => chart === undefined);
  const [first, ...others] = tables.length > 0 ? tables : all;
  if (first && others.length === 0) return lookUpView(first, tables.length > 0);
  const byDefault = tables.toSorted((one, other) => rank(one) - rank(other));
  const totals = await totalsOf(link, controller, byDefault.slice(0, maxCompared));
  // a filter hides records: presumably the list view with the most records has none
  const max = Math.max(...totals.map(({ total }) => total ?? -1));
  const best = (totals.find(({ total }) => total === max) ?? totals[0])?.listView;
  if (!best) return servedView(link, controller, false);
  return lookUpView(best, tables.length > 0 && (max >= 0 || best.hasConditions === false));
}

/** List views without conditions first, then the default one. */
function rank({ hasConditions, isDefault }: ListView): number {
  return (hasConditions === true ? 2 : 0) + (isDefault ? 0 : 1);
}

interface Total {
  readonly listView: ListView;
  readonly total: number | undefined;
}

/** Record count of each list view; undefined if it can't be read or isn't provided. */
async function totalsOf(
  link: ServiceLink,
  controller: ControllerName,
  listViews: readonly ListView[],
): Promise<readonly Total[]> {
  const totals: Total[] = [];
  for (let start = 0; start < listViews.length; start += atOnce)
    totals.push(
      ...(await Promise.all(
        listViews.slice(start, start + atOnce).map(async (listView) => {
          const served = await firstRow(link, controller, listView.id).catch(unlessAway);
          const isOther = served?.id !== listView.id && listViews.some(({ id }) => id === served?.id);
          return { listView, total: isOther ? undefined : served?.total };
        }),
      )),
    );
  return totals;
}

function unlessAway(error: unknown): undefined {
  if (error instanceof ServiceError && error.scope === 'record') return undefined;
  throw error;
}

/** For a controller without list views, the service chooses one itself, possibly the one that the user opened last. */
async function servedView(link: ServiceLink, controller: ControllerName, hasNone: boolean): Promise<LookUpView> {
  const { id, name } = await firstRow(link, controller);
  if (id === undefined) return { listView: undefined, name: t('default'), showsAll: hasNone };
  return { listView: id, name: name ?? id, showsAll: false };
}

async function firstRow(
  link: ServiceLink,
  controller: ControllerName,
  listView?: string,
): Promise<{ readonly id: string | undefined; readonly name: string | undefined; readonly total: number | undefined }> {
  const { answer } = await link.requestRead(controller, 'index', {
    doing: t('list the records of {0}', controller),
    query: indexParameters({ page: 1, limit: 1, ...(listView !== undefined && { listView }) }),
    isSilent: true,
  });
  const paginate = isObject(answer['paginate']) ? answer['paginate'] : {};
  const total = asCount(paginate['total_count']);
  const rows = asList(paginate['data']).length;
  return {
    id: nonBlank(firstOf(paginate, 'listview_id')) ?? nonBlank(firstOf(answer, 'current_listview', 'listview_id')),
    name: nonBlank(firstOf(paginate, 'name')) ?? nonBlank(firstOf(answer, 'listview_name', '__current_listview')),
    // ignore a total that is less than the number of rows
    total: total !== undefined && total >= rows ? total : undefined,
  };
}
