import { openService } from '../assembly/openService.ts';
import {
  type Connection,
  connectionId,
  defaultNetworkChoices,
  defaultServiceChoices,
  demoId,
  isExposed,
  isSameAddress,
  readBaseUrl,
} from '../model/connection/connection.ts';
import { noProxySettings } from '../model/connection/proxy.ts';
import { ServiceError } from '../model/errors.ts';
import type { OpenService } from '../service/recordService.ts';
import { Lazy } from '../services/common/lazy.ts';
import { Clients, type RequestLog } from '../services/connections/clients.ts';
import { Connections, type ConnectionStore, type TokenVault } from '../services/connections/connections.ts';
import { PlainHttpConsent } from '../services/connections/plainHttpConsent.ts';
import { WriteGuard } from '../services/connections/writeGuard.ts';
import { ListViewCache } from '../services/lists/listViewCache.ts';
import { ControllerEntries } from '../services/references/controllerEntries.ts';
import { NamedRecords } from '../services/references/namedRecords.ts';
import { AddedControllers } from '../services/remembered/addedControllers.ts';
import { ChosenControllers } from '../services/remembered/chosenControllers.ts';
import type { Memento } from '../services/remembered/memento.ts';
import { CliProblem } from './cliProblem.ts';
import { type Context, type Given, type OptionTable, tokenVariables } from './command.ts';
import { exitCodes } from './exitCodes.ts';
import { readSavedConnection } from './settingsFile.ts';

/** Options of every command that connects to a service. */
export const connectionOptions = {
  url: { type: 'string', value: 'URL', about: 'Address of the service' },
  connection: {
    type: 'string',
    value: 'NAME',
    about: 'A connection in recordbench.json, in this folder or a parent folder',
  },
  'token-env': {
    type: 'string',
    value: 'NAME',
    about: 'Environment variable with the token (default: RECORDBENCH_TOKEN)',
  },
  'token-stdin': { type: 'boolean', about: 'Read the token from stdin' },
  'allow-http': { type: 'boolean', about: 'Allow an unencrypted http:// address on another computer' },
} as const satisfies OptionTable;

export type ConnectionOptions = Given<typeof connectionOptions>;

/** The services of one connection, for one command. */
export interface Session {
  readonly connection: Connection;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly listViews: ListViewCache;
  readonly references: NamedRecords;
  /** From now on, an interruption no longer closes the connection. Call before the first write. */
  readonly beginWriting: () => void;
  /** Adds to a sign-in error where the token came from. */
  readonly explain: (error: unknown) => unknown;
}

/** In memory only: nothing is remembered between two commands. */
export function emptyMemento(): Memento {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), update: async (key, value) => void values.set(key, value) };
}

/**
 * Opens the connection, runs the command's work, and closes the connection. `id` overrides the id of the connection: a
 * run that another job started refers to the connection by the id that it had there.
 */
export async function inSession<T>(
  given: ConnectionOptions,
  context: Context,
  work: (session: Session) => Promise<T>,
  id?: string,
): Promise<T> {
  const chosen = await chooseConnection(given, context);
  const connection = id === undefined ? chosen : { ...chosen, id };
  const token = await readToken(given, context);
  context.knownSecrets.add(token);
  const connections = new Connections(
    storeWith(connection),
    vaultWith(connection, token),
    context.knownSecrets,
    // the address was checked when it was chosen
    new Lazy(async () => new PlainHttpConsent(emptyMemento(), async () => true)),
  );
  const { signal } = context;
  const interrupted = (cause?: unknown): CliProblem =>
    new CliProblem('Interrupted. Nothing was written to the service.', { exit: exitCodes.interrupted, cause });
  let isWriting = false;
  const openUntilInterrupted: OpenService = (chosenOne, options) => {
    if (signal.aborted && !isWriting) throw interrupted();
    return openService(chosenOne, options);
  };
  const clients = new Clients(connections, openUntilInterrupted, requestLog(context));
  const guard = new WriteGuard(connections, clients);
  const listViews = new ListViewCache(connections, clients);
  const memory = emptyMemento();
  const references = new NamedRecords({
    clients,
    listViews,
    added: new AddedControllers(memory, connections),
    chosen: new ChosenControllers(memory, connections),
    entries: new ControllerEntries(memory, connections, clients),
  });
  // some reads are shared by several callers, so they don't take a signal
  const stopReading = (): void => clients.dispose();
  const beginWriting = (): void => {
    isWriting = true;
    signal.removeEventListener('abort', stopReading);
  };
  signal.addEventListener('abort', stopReading);
  const explain = (error: unknown): unknown => withTokenRemedy(error, token !== undefined, given);
  try {
    return await work({ connection, connections, clients, guard, listViews, references, beginWriting, explain });
  } catch (error) {
    if (signal.aborted && !isWriting && !(error instanceof CliProblem)) throw interrupted(error);
    throw explain(error);
  } finally {
    signal.removeEventListener('abort', stopReading);
    clients.dispose();
  }
}

/** Throws unless a plan or run was made for this service. The address in it is only compared, never connected to. */
export function assertMadeFor(address: string, { baseUrl }: Connection, doing: string): void {
  if (isSameAddress(address, baseUrl)) return;
  throw new CliProblem(
    `Could not ${doing}: it was made for ${address || 'no address'}, but the chosen service is ${baseUrl}. Nothing was sent. Choose the service that it was made for.`,
  );
}

async function chooseConnection(given: ConnectionOptions, { workingFolder }: Context): Promise<Connection> {
  const { url, connection: name } = given;
  if (url === undefined && name === undefined)
    throw new CliProblem(
      'Could not connect: no service is specified. Use --url URL, or --connection NAME with a recordbench.json.',
    );
  const saved = name === undefined ? undefined : await readSavedConnection(name, workingFolder);
  const typed = url === undefined ? undefined : readBaseUrl(url);
  if (typed?.problem !== undefined) throw new CliProblem(`Could not use --url: ${typed.problem}`);
  if (saved && typed && !isSameAddress(saved.baseUrl, typed.url))
    throw new CliProblem(
      `Could not use the connection “${saved.id}”: recordbench.json has ${saved.baseUrl}, but --url is ${typed.url}. Correct one of them.`,
    );
  const connection = saved ?? connectionAt(typed?.url ?? '');
  if (isExposed(connection.baseUrl) && given['allow-http'] !== true)
    throw new CliProblem(
      `Could not use ${connection.baseUrl}: it is not encrypted, so others could read the token and the records. Use an address with https://, or --allow-http.`,
    );
  return connection;
}

/** Derives the id from the address, so that it is the same in every job. */
function connectionAt(baseUrl: string): Connection {
  return {
    id: connectionId(baseUrl.replace(/^https?:\/\//, ''), [demoId]),
    name: baseUrl,
    baseUrl,
    readOnly: false,
    choices: defaultServiceChoices,
    network: defaultNetworkChoices,
  };
}

/** A token is never passed as an argument, because other programs could read it. */
async function readToken(given: ConnectionOptions, context: Context): Promise<string | undefined> {
  const name = given['token-env'];
  if (given['token-stdin'] === true) {
    if (name !== undefined)
      throw new CliProblem('Could not read the token: use --token-env or --token-stdin, not both.');
    return tokenIn(await context.readInput(), 'stdin');
  }
  const found = context.environment[name ?? 'RECORDBENCH_TOKEN']?.trim();
  if (name !== undefined && !found)
    throw new CliProblem(
      // errors don't quote any other name: it could be a token that was passed as an argument
      `Could not read the token: the environment variable ${tokenVariables.includes(name) ? name : 'that --token-env names'} is empty. Set it, then try again.`,
      { exit: exitCodes.notSignedIn },
    );
  return found ? tokenIn(found, name ?? 'RECORDBENCH_TOKEN') : undefined;
}

/** Throws unless the token can be sent in an HTTP header: one line of printable ASCII. */
function tokenIn(text: string, source: string): string {
  const token = text.trim();
  if (/^[\x21-\x7E]+$/.test(token)) return token;
  throw new CliProblem(
    token === ''
      ? `Could not read the token: ${source} is empty. Provide a token, then try again.`
      : `Could not use the token in ${source}: it contains a space, a line break or another invalid character. Correct it, then try again.`,
    { exit: 4 },
  );
}

function storeWith(connection: Connection): ConnectionStore {
  return {
    readConnections: () => [connection],
    writeConnections: async () => undefined,
    networkDefaults: () => defaultNetworkChoices,
    // use the proxy of the environment
    proxySettings: () => noProxySettings,
    onDidChange: () => ({ dispose: () => undefined }),
  };
}

function vaultWith({ baseUrl }: Connection, token: string | undefined): TokenVault {
  return {
    get: async (asked) => (isSameAddress(asked.baseUrl, baseUrl) ? token : undefined),
    set: async () => undefined,
    delete: async () => undefined,
  };
}

function requestLog({ terminal }: Context): RequestLog | undefined {
  if (!terminal.isDebug) return undefined;
  return {
    request: (_, { method, path, status, bytes, durationMs, attempt }) => {
      const outcome = status === undefined ? 'no response' : `${status}, ${bytes} bytes`;
      const again = attempt > 1 ? `, attempt ${attempt}` : '';
      terminal.debug(`${method} ${path}: ${outcome}, ${Math.round(durationMs)} ms${again}`);
    },
  };
}

/** Errors already explained by an inner session, for the token of the second service. */
const explained = new WeakSet<ServiceError>();

/** Rewords a sign-in error to say where the token came from, or that there is none. */
function withTokenRemedy(error: unknown, hasToken: boolean, given: ConnectionOptions): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'notSignedIn' || explained.has(error)) return error;
  const source = given['token-stdin'] ? 'stdin' : (given['token-env'] ?? 'RECORDBENCH_TOKEN');
  const reworded = hasToken
    ? error.reworded({ remedy: `Check the token in ${source}: it may be wrong, expired or for another service.` })
    : error.reworded({
        why: 'the service requires a token, and none is set',
        remedy: 'Set RECORDBENCH_TOKEN, or use --token-env NAME or --token-stdin.',
      });
  explained.add(reworded);
  return reworded;
}
