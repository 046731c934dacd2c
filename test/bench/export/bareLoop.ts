import { Agent, type Dispatcher } from 'undici';
// @ts-expect-error -- it has no types of its own
import request from 'undici/lib/api/api-request.js';

/** undici's `Agent.request`, which isn't bundled into the package. */
export const bareRequest = request as (
  this: Dispatcher,
  options: Dispatcher.RequestOptions,
) => Promise<Dispatcher.ResponseData>;

/** Minimal code that only reads a list: one page after the other, parsed. Returns the number of records. */
export async function bareLoop(baseUrl: string, count: number, pageSize: number): Promise<number> {
  const dispatcher = new Agent();
  let read = 0;
  for (let page = 1; read < count; page++) {
    const query = `current_listview=${count}&page=${page}&limit=${pageSize}`;
    const { body } = await bareRequest.call(dispatcher, {
      origin: baseUrl,
      path: `/crm/leads/index.json?${query}`,
      method: 'GET',
    });
    read += ((await body.json()) as { paginate: { data: unknown[] } }).paginate.data.length;
  }
  await dispatcher.close();
  return read;
}
