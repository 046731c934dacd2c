import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../../model/json.ts';
import { entryJson, RequestProblem, problem } from '../problems.ts';
import type { Service } from './operation.ts';
import { readForm } from './formBody.ts';
import { publicOperationOf, routeOf } from './routes.ts';

/** Answers one request, whatever it is: what cannot be done is said in `errors`, and nothing of the inside leaks. */
export async function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let status = 200;
  let body: JsonObject;
  try {
    body = await perform(service, request);
  } catch (error) {
    // The client hung up while sending: there is nobody to answer.
    if (request.destroyed && !request.complete) return;
    const refused = error instanceof RequestProblem ? error : unforeseen(error);
    if (refused.status === 500) console.error('The service could not answer:', error);
    status = refused.status;
    body = { errors: refused.entries.map(entryJson) };
    // The rest of an unread body would be taken for the next request.
    if (status === 413) response.setHeader('connection', 'close');
  }
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  send(request, response, status, JSON.stringify(body));
}

/** The database waits for a while, and then says so by a number; a change begins with that, so nothing was changed. */
const busy = 5;

function unforeseen(error: unknown): RequestProblem {
  if (error instanceof Error && 'errcode' in error && error.errcode === busy)
    return problem(423, 'locked', 'Another program has locked the database. Close it there, and try again.');
  return problem(500, 'internal', 'The service could not do this.');
}

async function perform(service: Service, request: IncomingMessage): Promise<JsonObject> {
  // Not by URL, which refuses some of what a client may send.
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const method = request.method ?? 'GET';
  const query = new URLSearchParams(search);
  const open = publicOperationOf(method, path);
  if (open) return open(service, { query, body: method === 'POST' ? await readForm(request) : [] });
  const user = service.tokens.userOf(request.headers.authorization);
  if (!user) throw problem(401, 'not_signed_in', 'The token is missing, wrong or no longer valid.');
  const { controller, operation } = routeOf(method, path);
  return operation(service, { controller, user, query, body: method === 'POST' ? await readForm(request) : [] });
}

/** Never compressed: between two processes of one computer that only takes time. */
function send(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  if (response.destroyed) return;
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
