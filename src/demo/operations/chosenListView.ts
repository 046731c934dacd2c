import { pathOf } from '../catalog/controller.ts';
import type { ListView } from '../catalog/listView.ts';
import { defaultListView, listViewWithId } from '../catalog/listViews.ts';
import type { Exchange, Service } from '../http/exchange.ts';
import { problem } from '../problem.ts';

/** The one that is named, else the one that the user opened last, else the controller's default. */
export function chosenListView(service: Service, { controller, user, query }: Exchange): ListView {
  const wanted = query.get('current_listview');
  const last = service.lastListViews.of(user.id, controller.name);
  const view = wanted
    ? listViewWithId(wanted)
    : ((last ? listViewWithId(last) : undefined) ?? defaultListView(controller));
  if (!view || view.controller !== pathOf(controller)) {
    throw problem(404, 'unknown_listview', `${pathOf(controller)} has no list view ${wanted ?? ''}.`);
  }
  if (view.showsDeleted && user.role !== 'administrator') {
    throw problem(403, 'not_allowed', `The list view ${view.name} is for administrators.`);
  }
  service.lastListViews.opened(user.id, controller.name, view.id);
  return view;
}
