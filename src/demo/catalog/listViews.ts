import { pathOf, type Controller } from './controllers.ts';
import { leadListViews } from './leadListViews.ts';
import type { ListView } from './listView.ts';
import { otherListViews } from './otherListViews.ts';

export const listViews: readonly ListView[] = [...leadListViews, ...otherListViews];

const byId = new Map(listViews.map((view) => [view.id, view]));

export function listViewWithId(id: string): ListView | undefined {
  return byId.get(id);
}

export function listViewsOf(controller: Controller): ListView[] {
  return listViews.filter((view) => view.controller === pathOf(controller));
}

export function defaultListView(controller: Controller): ListView | undefined {
  const views = listViewsOf(controller);
  return views.find((view) => view.isDefault) ?? views[0];
}
