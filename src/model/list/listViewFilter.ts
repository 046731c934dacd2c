import type { Controller } from './listView.ts';

export interface FilteredController extends Controller {
  /** Its own name is what was looked for, rather than one of its list views'. */
  readonly isNamed: boolean;
  /** How many list views it has in all. */
  readonly of: number;
}

/** Those controllers and list views whose names hold every word that was typed, in the order they had. */
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

/** Small letters without their accents: who looks for "zurich" means "Zürich" too. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
