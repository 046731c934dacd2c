import { type Received, json, type ScriptedService, scriptedService } from './scriptedService.ts';
import { listViewAnswer, type ScriptedListView } from './listViewAnswers.ts';

const views: readonly ScriptedListView[] = [
  { id: '1', name: 'All leads', controller: 'crm/leads', category_name: 'Sales', is_default: '1' },
  { id: '2', name: 'By city', controller: 'crm/leads', category_name: 'Sales', chart: 'pie_chart' },
  { id: '3', name: 'Everyone', controller: 'access_controls/users' },
];

/** A service with three list views that requires its current token; none if undefined. */
export interface ListViewService extends ScriptedService {
  token: string | undefined;
  /** While true, responds only with an error page. */
  isDown: boolean;
}

export async function listViewService(token?: string): Promise<ListViewService> {
  const state = { token, isDown: false };
  const service = await scriptedService((request, response) => {
    if (state.isDown) return json(response, {}, 500);
    if (state.token !== undefined && request.headers.authorization !== `Bearer ${state.token}`)
      return json(response, { errors: ['The access token has expired'] }, 401);
    json(response, answer(request));
  });
  return Object.assign(state, service);
}

function answer(request: Received): object {
  if (request.path.startsWith('/core/listviews/')) return listViewAnswer(views, request);
  return { paginate: { data: [], header: [], total_count: 0, page: 1 }, errors: [] };
}
