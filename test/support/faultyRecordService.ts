import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type BulkLead, bulkService } from './bulkService.ts';
import { writtenIds } from './leadAnswers.ts';
import type { KillableSteps } from './mortalSteps.ts';
import { json, type PassedAnswer } from './scriptedService.ts';

/** A fault of one request, and its actual effect. */
export interface RecordFault {
  /** The request is read completely. */
  readonly reaches: boolean;
  /** The request is carried out. */
  readonly takesEffect: boolean;
  /** Undefined if there is no response. `id`: the added record's id. */
  readonly answer: ((response: ServerResponse, id?: string) => void) | undefined;
  /** Set if the fault doesn't apply, or means something else, for other writes. */
  readonly only?: readonly ('add' | 'edit' | 'delete')[];
}

const resetPath = '/crm/leads/reset';
const signInPath = '/login';

const hangUp = (response: ServerResponse): void => void response.socket?.resetAndDestroy();
const redirect =
  (status: number, location: string) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { location }).end();
const html =
  (status: number, text: string) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><h1>${text}</h1>`);
const signInPage = html(200, 'Sign in');

/** The session ended between the write and its answer. */
function redirectsToSignIn<const Where extends string>(
  location: string,
  where: Where,
): Record<`signIn${301 | 302 | 303 | 307 | 308} ${Where}`, RecordFault> {
  const fault = (status: number): RecordFault => ({
    reaches: true,
    takesEffect: true,
    answer: redirect(status, location),
  });
  const named = ([301, 302, 303, 307, 308] as const).map(
    (status) => [`signIn${status} ${where}`, fault(status)] as const,
  );
  return Object.fromEntries(named) as ReturnType<typeof redirectsToSignIn<Where>>;
}

const complaint = { message: 'The welcome mail could not be sent.' };
const refuses =
  (errors: unknown, status = 200) =>
  (response: ServerResponse): void =>
    json(response, { errors }, status);

/** Non-empty errors without a message, for a write with an effect and for one without. */
function wordless<const Shape extends string>(
  shape: Shape,
  errors: unknown,
): Record<`wordless ${Shape}` | `wordless ${Shape}, written`, RecordFault> {
  const answer = refuses(errors);
  const unwritten: RecordFault = { reaches: true, takesEffect: false, answer };
  // a new record without an id can't be detected
  const written: RecordFault = { reaches: true, takesEffect: true, answer, only: ['edit', 'delete'] };
  const named = { [`wordless ${shape}`]: unwritten, [`wordless ${shape}, written`]: written };
  return named as ReturnType<typeof wordless<Shape>>;
}

export const recordFaults = {
  /** Disconnects after the request head was sent. */
  resetBeforeLastByte: { reaches: false, takesEffect: false, answer: hangUp },
  resetAfter: { reaches: true, takesEffect: true, answer: hangUp },
  resetAfterNoEffect: { reaches: true, takesEffect: false, answer: hangUp },
  /** The request body is never read. */
  stallBefore: { reaches: false, takesEffect: false, answer: undefined },
  stallAfter: { reaches: true, takesEffect: true, answer: undefined },
  /** The redirect target disconnects. */
  seeOtherThenRefused: { reaches: true, takesEffect: true, answer: redirect(303, resetPath) },
  badGatewayHtml: { reaches: true, takesEffect: true, answer: html(502, 'Bad Gateway') },
  badGatewayHtmlNoEffect: { reaches: true, takesEffect: false, answer: html(502, 'Bad Gateway') },
  unknownErrorKey: {
    reaches: true,
    takesEffect: true,
    answer: (response) => json(response, { errors: { debug: 'trace' } }, 500),
  },
  unauthorized: {
    reaches: true,
    takesEffect: false,
    answer: (response) => json(response, { errors: [{ message: 'the token has expired' }] }, 401),
  },
  ...redirectsToSignIn(signInPath, 'here'),
  // the client doesn't follow it: a token is never sent to another address
  ...redirectsToSignIn(`https://sign-in.invalid${signInPath}`, 'elsewhere'),
  signInPage: { reaches: true, takesEffect: true, answer: signInPage },
  errorsAndId: {
    reaches: true,
    takesEffect: true,
    answer: (response, id) => json(response, { errors: [complaint], id }),
  },
  /** For example, the id of a record with the same name. */
  errorsAndIdOfAnother: {
    reaches: true,
    takesEffect: false,
    answer: (response) => json(response, { errors: [complaint], id: '2' }),
  },
  errorsAndLocation: {
    reaches: true,
    takesEffect: true,
    answer: (response, id) => {
      if (id !== undefined) response.setHeader('location', `/crm/leads/view?id=${id}`);
      json(response, { errors: [complaint] }, 201);
    },
  },
  failureNamesField: { reaches: true, takesEffect: true, answer: refuses({ city: ['No.'] }, 500) },
  failureNamesFieldNoEffect: { reaches: true, takesEffect: false, answer: refuses({ city: ['No.'] }, 500) },
  ...wordless('[{}]', [{}]),
  ...wordless('[null]', [null]),
  ...wordless('[""]', ['']),
  ...wordless('field', [{ field: 'city', message: '' }]),
  ...wordless('true', true),
  notFoundAfterwards: { reaches: true, takesEffect: true, answer: refuses([], 404), only: ['delete'] },
  notFoundNoEffect: { reaches: true, takesEffect: false, answer: refuses([], 404), only: ['delete'] },
} as const satisfies Record<string, RecordFault>;

/** A nonexistent host: the `.invalid` domain is reserved for this. */
export const unknownHost = 'http://recordbench.invalid';

interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly isWrite: boolean;
}

/** Leads with a way to make a single request fail, and counts of what happened to every write. */
export interface FaultyRecordService {
  readonly url: string;
  readonly leads: Map<string, BulkLead>;
  /** Paths of all writes that were started, complete or not. */
  readonly begun: string[];
  /** Record ids of all writes that arrived completely, even without a response; empty for a new record. */
  readonly reached: string[];
  /** The ids of the records that were written. */
  readonly effective: string[];
  /** Applies a fault to the next write, or the next matching request, once. */
  failNext(fault: keyof typeof recordFaults, matches?: (request: RequestHead) => boolean): void;
  /** A window that may be killed during any of its requests, before or after they are carried out. */
  caller: KillableSteps | undefined;
  /** Called when a request has come that is never answered. */
  onSilence: (() => void) | undefined;
  /** Whether the window was killed during a write, whose fate is then open. */
  holdsWrite(): boolean;
  /** Delivers the write during which the window was killed, if there was one. */
  arrive(): Promise<void>;
  /** Stops listening at the address. */
  stopListening(): Promise<void>;
  close(): Promise<void>;
}

function addedId(body: string): string | undefined {
  return /"id":"(\d+)"/.exec(body)?.[1];
}

export async function faultyRecordService(count = 5): Promise<FaultyRecordService> {
  const service = await bulkService(count);
  const begun: string[] = [];
  const reached: string[] = [];
  let held: (() => Promise<unknown>) | undefined;
  const state: Pick<FaultyRecordService, 'caller' | 'onSilence'> = { caller: undefined, onSilence: undefined };
  let next: { readonly fault: RecordFault; readonly matches: (request: RequestHead) => boolean } | undefined;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    if (path === resetPath) return hangUp(response);
    if (path === signInPath) return signInPage(response);
    const method = request.method ?? '';
    const isWrite = method !== 'GET' || /\/delete/.test(path);
    if (isWrite) begun.push(path);
    const fault = next?.matches({ method, path, isWrite }) ? next.fault : undefined;
    if (fault) next = undefined;
    const fail = ({ answer }: RecordFault, id?: string): void => (answer ? answer(response, id) : state.onSilence?.());
    if (fault?.reaches === false) return fail(fault);
    const body = await buffer(request);
    if (isWrite) reached.push(...writtenIds({ path, query, body: body.toString() }));
    const pass = (): Promise<PassedAnswer> => service.pass(request, body);
    const { caller } = state;
    await caller?.take(() => {
      if (isWrite) held = pass;
    });
    const answer = fault?.takesEffect === false ? undefined : await pass();
    await caller?.take();
    if (fault) fail(fault, answer && addedId(answer.body));
    else if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  };

  // the client may disconnect before the request ends, so errors can't be reported to it
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leads: service.leads,
    begun,
    reached,
    effective: service.written,
    failNext: (
      fault: keyof typeof recordFaults,
      matches: (request: RequestHead) => boolean = ({ isWrite }) => isWrite,
    ) => void (next = { fault: recordFaults[fault], matches }),
    holdsWrite: () => held !== undefined,
    arrive: async () => {
      const arriving = held;
      held = undefined;
      await arriving?.();
    },
    stopListening,
    close: async () => {
      await stopListening();
      await service.close();
    },
  });
}
