import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../../model/json.ts';
import { entryJson, RequestProblem, problem } from '../problems.ts';
import { isBusy } from '../database/store.ts';
import type { Service } from './operation.ts';
import { readForm } from './formBody.ts';
import { accountRouteOf, routeOf } from './routes.ts';

/** Answers one request, whatever it is: what cannot be done is said in `errors`, and nothing of the inside leaks. */
export async function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let status = 200;
  let body: JsonObject;
  try {
    refuseForeign(service, request);
    body = await perform(service, request);
  } catch (error) {
    // The client hung up while sending: there is nobody to answer.
    if (request.destroyed && !request.complete) return;
    const refused = error instanceof RequestProblem ? error : unforeseen(error);
    if (refused.status === 500) console.error('The service could not answer:', error);
    status = refused.status;
    body = { errors: refused.entries.map(entryJson) };
    // What is not read of a body would be taken for the next request, and of a web page nothing is read.
    if (status === 413 || refused === foreign) response.setHeader('connection', 'close');
  }
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  send(request, response, status, JSON.stringify(body));
}

const foreign = problem(403, 'foreign', 'This service answers only programs that ask it at its own address.');

/**
 * A web page in a browser on this computer reaches this port too: as itself, which its browser tells by `Origin` or
 * `Sec-Fetch-Site`, or under a name of its own that it lets point to 127.0.0.1, which `Host` tells.
 */
function refuseForeign({ ownHosts }: Service, { headers }: IncomingMessage): void {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  const isOwnHost = ownHosts.has(host.toLowerCase());
  const isOwnOrigin = origin === undefined || origin === `http://${host}`;
  if (!isOwnHost || !isOwnOrigin || (site !== 'none' && site !== 'same-origin')) throw foreign;
}

function unforeseen(error: unknown): RequestProblem {
  // a change begins with that, so nothing was changed
  if (isBusy(error))
    return problem(423, 'locked', 'Another program has locked the database. Close it there, and try again.');
  return problem(500, 'internal', 'The service could not do this.');
}

async function perform(service: Service, request: IncomingMessage): Promise<JsonObject> {
  // Not by URL, which refuses some of what a client may send.
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const method = request.method ?? 'GET';
  const query = new URLSearchParams(search);
  const account = accountRouteOf(method, path);
  const user = service.tokens.userOf(request.headers.authorization);
  if (account && (user || account.isForAnyone || service.helps))
    return account.operation(service, { query, body: method === 'POST' ? await readForm(request) : [] });
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
