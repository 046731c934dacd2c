import type { Controller } from './listView.ts';

export interface FilteredController extends Controller {
  /** True if the controller's own name matches, not just one of its list views. */
  readonly isNamed: boolean;
  /** Total number of its list views. */
  readonly of: number;
}

/** Returns the controllers and list views whose names contain every typed word, in the original order. */
export function filterControllers(controllers: readonly Controller[], typed: string): FilteredController[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const holds = (text: string): boolean => words.every((word) => plain(text).includes(word));
  return controllers.flatMap((controller) => {
    const name = controller.name;
    const listViews = controller.listViews.filter((view) => holds(`${name} ${view.name}`));
    const isNamed = holds(name);
    return isNamed || listViews.length > 0
      ? [{ name: controller.name, listViews, isNamed, of: controller.listViews.length }]
      : [];
  });
}

/** Ignores case and accents: "zurich" finds "Zürich". */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
