import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../../model/json.ts';
import { entryJson, RequestProblem, problem } from '../problems.ts';
import { isBusy } from '../database/store.ts';
import type { Service, AccountOperation, Operation } from './operation.ts';
import { readForm } from './formBody.ts';
import { controllerAt, type DemoController } from '../catalog/controllers.ts';
import { answerDeleteSelected, answerEditSelected } from '../operations/answerBulk.ts';
import { answerDelete } from '../operations/answerDelete.ts';
import { answerIndex } from '../operations/answerIndex.ts';
import { answerListViews } from '../operations/answerListViews.ts';
import { answerSaveAdd, answerSaveEdit } from '../operations/answerSave.ts';
import { answerSignup } from '../operations/answerSignup.ts';
import { answerLicense, signupFormJson } from '../operations/signupFormJson.ts';
import { sampleFileAt, type ServedFile } from '../operations/sampleFile.ts';
import { answerAdd, answerEdit, answerView } from '../operations/answerView.ts';

/** Answers any request: failures are reported in `errors`, without leaking internals. */
export async function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let status = 200;
  let content: ServedFile;
  try {
    refuseForeign(service, request);
    const answered = await perform(service, request);
    content = isFile(answered) ? answered : asJson(answered);
  } catch (error) {
    // the client disconnected while sending
    if (request.destroyed && !request.complete) return;
    const refused = error instanceof RequestProblem ? error : unforeseen(error);
    if (refused.status === 500) console.error('The service could not answer:', error);
    status = refused.status;
    content = asJson({ errors: refused.entries.map(entryJson) });
    // an unread body would be parsed as the next request, and requests from web pages aren't read
    if (status === 413 || refused === foreign) response.setHeader('connection', 'close');
  }
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  send(request, response, status, content);
}

function asJson(body: JsonObject): ServedFile {
  return { type: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(body)) };
}

function isFile(answered: JsonObject | ServedFile): answered is ServedFile {
  return answered['bytes'] instanceof Buffer;
}

const foreign = problem(403, 'foreign', 'This service answers only programs that ask it at its own address.');

/**
 * Rejects requests from web pages in a local browser, which can reach this port too: directly, which `Origin` or
 * `Sec-Fetch-Site` reveals, or through a host name that resolves to 127.0.0.1 (DNS rebinding), which `Host` reveals.
 */
function refuseForeign({ ownHosts }: Service, { headers }: IncomingMessage): void {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  const isOwnHost = ownHosts.has(host.toLowerCase());
  const isOwnOrigin = origin === undefined || origin === `http://${host}`;
  if (!isOwnHost || !isOwnOrigin || (site !== 'none' && site !== 'same-origin')) throw foreign;
}

function unforeseen(error: unknown): RequestProblem {
  // every change starts by locking the database, so nothing was changed
  if (isBusy(error))
    return problem(423, 'locked', 'Another program has locked the database. Close it there, and try again.');
  return problem(500, 'internal', 'The service could not do this.');
}

async function perform(service: Service, request: IncomingMessage): Promise<JsonObject | ServedFile> {
  // not with URL, which rejects some requests that clients may send
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const method = request.method ?? 'GET';
  const query = new URLSearchParams(search);
  const account = accountRouteOf(method, path);
  const user = service.tokens.userOf(request.headers.authorization);
  if (account && (user || account.isForAnyone || service.isTestMode))
    return account.operation(service, { query, body: method === 'POST' ? await readForm(request) : [] });
  if (!user) throw problem(401, 'not_signed_in', 'The token is missing, wrong or no longer valid.');
  const file = method === 'GET' || method === 'HEAD' ? sampleFileAt(path) : undefined;
  if (file) return file;
  const { controller, operation } = routeOf(method, path);
  return operation(service, { controller, user, query, body: method === 'POST' ? await readForm(request) : [] });
}

/** Never compresses: between two local processes, compression only costs time. */
function send(request: IncomingMessage, response: ServerResponse, status: number, { type, bytes }: ServedFile): void {
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

interface Methods<T> {
  readonly GET?: T;
  readonly POST?: T;
  /** A GET that writes must not accept HEAD, which clients send only to check. */
  readonly writesByGet?: true;
}

const operations: Readonly<Record<string, Methods<Operation>>> = {
  index: {
    GET: (service, exchange) =>
      (exchange.controller.name === 'listviews' ? answerListViews : answerIndex)(service, exchange),
  },
  view: { GET: answerView },
  edit: { GET: answerEdit, POST: answerSaveEdit },
  add: { GET: answerAdd, POST: answerSaveAdd },
  delete: { GET: answerDelete, POST: answerDelete, writesByGet: true },
  edit_selected: { POST: answerEditSelected },
  delete_selected: { GET: answerDeleteSelected, writesByGet: true },
};

interface AccountMethods extends Methods<AccountOperation> {
  readonly isForAnyone?: true;
}

/**
 * Operations that the interface shows without a controller. Signing up requires a token, like every write: any local
 * process can reach this port, and only the token identifies the user of the window that started the service.
 */
const accountOperations: Readonly<Record<string, AccountMethods>> = {
  'access_controls/users/signup': { GET: signupFormJson, POST: answerSignup },
  'access_controls/users/license_agreement': { GET: answerLicense, isForAnyone: true },
};

interface Route {
  readonly controller: DemoController;
  readonly operation: Operation;
}

/** `/<module>/<controller>/<operation>`, with or without `.json`. */
function routeOf(method: string, path: string): Route {
  const [, module = '', name = '', word = '', ...rest] = withoutSuffix(path).split('/');
  const controller = controllerAt(`${module}/${name}`);
  if (!controller || rest.length > 0)
    throw problem(404, 'unknown_controller', `There is no controller ${module}/${name}.`);
  const methods = Object.hasOwn(operations, word) ? operations[word] : undefined;
  if (!methods) throw problem(404, 'unknown_operation', `${module}/${name} has no operation "${word}".`);
  return { controller, operation: withMethod(methods, method, word) };
}

interface AccountRoute {
  readonly operation: AccountOperation;
  readonly isForAnyone: boolean;
}

function accountRouteOf(method: string, path: string): AccountRoute | undefined {
  const key = withoutSuffix(path).slice(1);
  const methods = Object.hasOwn(accountOperations, key) ? accountOperations[key] : undefined;
  return methods && { operation: withMethod(methods, method, key), isForAnyone: methods.isForAnyone ?? false };
}

function withoutSuffix(path: string): string {
  return path.replace(/\.json$/, '');
}

function withMethod<T>(methods: Methods<T>, method: string, word: string): T {
  const asked = method === 'HEAD' && !methods.writesByGet ? 'GET' : method;
  const operation = asked === 'GET' || asked === 'POST' ? methods[asked] : undefined;
  if (operation) return operation;
  const known = (['GET', 'POST'] as const).filter((one) => methods[one]).join(' or ');
  throw problem(405, 'method_not_allowed', `${word} is not asked for with ${method}; use ${known}.`);
}
