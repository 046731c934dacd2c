import type { Received } from './scriptedService.ts';

export interface ScriptedListView {
  readonly id: string;
  readonly name: string;
  readonly controller: string;
  readonly category_name?: string;
  readonly is_default?: '0' | '1';
  /** The `ui_helper` in its query, which only a full answer holds. */
  readonly chart?: string;
}

/** Response of a service with these list views to `core/listviews/index.json`. */
export function listViewAnswer(views: readonly ScriptedListView[], request: Received): object {
  const q = JSON.parse(request.query.get('q') ?? '{}') as { fields?: string[]; where?: Record<string, string>[] };
  const controller = q.where?.[0]?.['listviews.controller'];
  const complete = q.fields?.includes('*') ?? false;
  const data = views
    .filter((view) => controller === undefined || view.controller === controller)
    .map(({ chart, ...view }) => ({
      ...view,
      ...(complete && chart !== undefined ? { query: JSON.stringify({ ui_helper: chart }) } : {}),
    }));
  return { paginate: { data, headers: [], total_count: data.length }, errors: [] };
}
