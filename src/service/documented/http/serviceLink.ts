import type { Connection, ServiceChoices, NetworkChoices } from '../../../model/connection/connection.ts';
import { KnownSecrets } from '../../../model/connection/knownSecrets.ts';
import {
  noProxySettings,
  type Proxy,
  proxyFor,
  proxySecrets,
  type ProxySettings,
} from '../../../model/connection/proxy.ts';
import { type ControllerName, controllerName, moduleOf, shortName } from '../../../model/controller.ts';
import { ServiceError, type ServiceMessage } from '../../../model/errors.ts';
import type { Identity } from '../../../model/identity.ts';
import type { ChosenView } from '../../../model/list/lookUpView.ts';
import { type RequestTrace, withoutSecretParameters } from '../../../model/requestTrace.ts';
import type { ServiceOptions } from '../../recordService.ts';
import { FormLayoutCache } from '../form/formLayoutCache.ts';
import { SeenNotations } from '../form/seenNotations.ts';
import { DeniedRights } from '../list/deniedRights.ts';
import { ColumnCaches } from '../list/readColumns.ts';
import { RelatedRecordsCache } from '../list/relatedPage.ts';
import { readIdentity } from '../readIdentity.ts';
import type { Answer } from './exchange.ts';
import { type Call, type CallerOptions, ServiceCaller, type WriteCall } from './serviceCaller.ts';
import type { Reply } from './understandAnswer.ts';
import { t } from '@vscode/l10n';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { type Dispatcher, Agent, ProxyAgent } from 'undici';

/** A page of 1,000 wide records takes a few megabytes; no legitimate response comes close to this. */
const maxResponseBytes = 128 * 2 ** 20;

export interface Read extends Omit<Call, 'path'> {
  /** A background read: messages in its response aren't shown. */
  readonly isSilent?: boolean;
}
export type Write = Omit<WriteCall, 'path'>;

/** A connection's channel to its service, with what it has learned about the service so far. */
export class ServiceLink {
  readonly choices: ServiceChoices;
  readonly baseUrl: string;
  readonly forms = new FormLayoutCache();
  readonly notations: SeenNotations;
  readonly deniedRights = new DeniedRights();
  readonly columns = new ColumnCaches();
  readonly relatedAnswers = new RelatedRecordsCache();
  /** List views that the service returns under an id other than the requested one. */
  readonly aliasedListViews = new Set<string>();
  /** Controllers that have list views; loaded on first use. */
  controllers: Promise<readonly ControllerName[]> | undefined;
  /** List views that the service chose when none was requested, so that later pages use the same one. */
  readonly servedViews = new Map<ControllerName, string>();
  /** List views that look-ups use. */
  readonly lookUpViews = new Map<ControllerName, { readonly at: number; readonly choice: Promise<ChosenView> }>();
  readonly onLookUpView: ServiceOptions['onLookUpView'];
  readonly #caller: ServiceCaller;
  readonly #secrets: KnownSecrets;
  readonly #onSaid: ServiceOptions['onSaid'];
  #suffix: PathSuffix;
  #token: string | undefined;
  /** Set once the service has turned out to delete by GET. */
  deletesByGet = false;
  /** Collected from all responses so far. */
  identity: Identity = {};

  constructor(connection: Connection, options: ServiceOptions, dispatcher?: Dispatcher) {
    const { baseUrl, network, choices } = connection;
    const { proxySettings = noProxySettings, secrets = new KnownSecrets(), onRequest } = options;
    this.#secrets = secrets;
    this.#onSaid = options.onSaid;
    this.onLookUpView = options.onLookUpView;
    this.choices = choices;
    this.baseUrl = baseUrl;
    this.notations = new SeenNotations(choices);
    this.#suffix = choices.pathSuffix;
    this.#caller = new ServiceCaller(dispatcher ?? openDispatcher(baseUrl, network, proxySettings, secrets), {
      onRequest: (trace) => onRequest?.(withoutKnown(trace, secrets)),
      token: () => this.#ownToken(options.token),
      baseUrl,
      timeoutMs: network.timeoutMs,
      maxBytes: maxResponseBytes,
    });
  }

  /** A different token means a different user, who may delete what the first may not. */
  async #ownToken(ask: CallerOptions['token']): Promise<string | undefined> {
    const token = await ask();
    this.#secrets.add(token);
    if (token !== this.#token) {
      this.deniedRights.clear();
      this.notations.clear();
      this.relatedAnswers.clear();
      this.lookUpViews.clear();
      this.servedViews.clear();
      this.controllers = undefined;
    }
    this.#token = token;
    return token;
  }

  /** All reads go through here. */
  async requestRead(controller: ControllerName, operation: Operation, call: Read): Promise<Reply> {
    try {
      const reply = await this.#read(controller, operation, call);
      if (call.isSilent !== true) this.#onSaid?.(reply.messages.map(({ text }) => text));
      return reply;
    } catch (error) {
      if (error instanceof ServiceError && call.isSilent !== true) this.#onSaid?.(error.said);
      throw error;
    }
  }

  /**
   * The effect of the `.json` suffix is unknown, so a read that returns a web page or nothing is retried with the other
   * spelling; if that works, the whole connection uses it from then on. A configured suffix is never changed.
   */
  async #read(controller: ControllerName, operation: Operation, call: Read): Promise<Reply> {
    const send = async (suffix: PathSuffix): Promise<Reply> => {
      const path = operationPath(controller, operation, suffix);
      const reply = await this.#withRedactedMessages(this.#caller.callToRead({ ...call, path }));
      const identity = readIdentity(reply.answer);
      const isSomeoneElse = identity.userId !== undefined && identity.userId !== this.identity.userId;
      // a different token means a different user, who must not get the first user's name
      this.identity =
        isSomeoneElse && this.identity.userId !== undefined ? identity : { ...this.identity, ...identity };
      return reply;
    };
    const tried = this.#suffix;
    try {
      return await send(tried);
    } catch (error) {
      if (call.isOnce === true || tried !== 'asDocumented' || !mayBeTheSuffix(error)) throw error;
      const other = otherSuffix(operation, tried);
      const reply = await send(other).catch(() => undefined);
      if (!reply) throw error;
      // a concurrent read may have changed it already
      if (this.#suffix === tried) this.#suffix = other;
      return reply;
    }
  }

  /** The raw response, requested with the current suffix. */
  fetch(controller: ControllerName, operation: Operation, call: Read): Promise<Answer> {
    return this.#unlessFailed(this.#caller.fetch({ ...call, path: this.path(controller, operation) }));
  }

  /** A file at an address below the base URL. */
  fetchFile(url: URL, call: Read): Promise<Answer> {
    return this.#unlessFailed(this.#caller.fetchFile(url, call));
  }

  /** The path with the suffix that this service expects, as far as known. */
  path(controller: ControllerName, operation: Operation): string {
    return operationPath(controller, operation, this.#suffix);
  }

  requestWrite(controller: ControllerName, operation: Operation, call: Write): Promise<Reply> {
    return this.#withRedactedMessages(this.#caller.callToWrite({ ...call, path: this.path(controller, operation) }));
  }

  /** Writes to a configured path, such as a bulk endpoint. */
  writeTo(path: string, call: Write): Promise<Reply> {
    return this.#withRedactedMessages(this.#caller.callToWrite({ ...call, path: path.replace(/^\/+/, '') }));
  }

  /** Registers secrets that are about to be sent or were received, so that they are redacted everywhere. */
  learn(...secrets: readonly (string | undefined)[]): void {
    this.#secrets.add(...secrets);
  }

  /** Redacts secrets in text from the service, which may echo them. */
  redact(text: string): string {
    return this.#secrets.redact(text);
  }

  redactMessages(messages: readonly ServiceMessage[]): ServiceMessage[] {
    return messages.map(({ text, field }) => ({
      text: this.redact(text),
      ...(field && { field: field.map((part) => this.redact(part)) }),
    }));
  }

  /** Redacts secrets in messages only. Record values stay unchanged because they may be saved again. */
  async #withRedactedMessages(replying: Promise<Reply>): Promise<Reply> {
    const reply = await this.#unlessFailed(replying);
    return { ...reply, messages: this.redactMessages(reply.messages) };
  }

  async #unlessFailed<T>(answering: Promise<T>): Promise<T> {
    try {
      return await answering;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { doing, why, reasons, said } = error;
      throw error.reworded({
        doing: this.redact(doing),
        why: this.redact(why),
        reasons: this.redactMessages(reasons),
        said: said.map((text) => this.redact(text)),
      });
    }
  }

  async close(): Promise<void> {
    await this.#caller.close();
  }
}

function withoutKnown(trace: RequestTrace, secrets: KnownSecrets): RequestTrace {
  const { path, query, form } = trace;
  const struck =
    typeof form === 'object' &&
    form.map((entry) => (entry.kind === 'text' ? { ...entry, text: secrets.redact(entry.text) } : entry));
  return {
    ...trace,
    path: secrets.redact(path),
    query: secrets.redact(withoutSecretParameters(query)),
    ...(struck && { form: struck }),
  };
}

function mayBeTheSuffix(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return (
    error.code === 'notFound' ||
    error.status === 406 ||
    (error.code === 'notARecordService' && error.status !== undefined)
  );
}

type PathSuffix = ServiceChoices['pathSuffix'];

/** The interface spells these without `.json` and all others with it. */
const printedBare = new Set(['view', 'edit form', 'add form']);

type Operation =
  | 'index'
  | 'view'
  | 'edit form'
  | 'add form'
  | 'edit'
  | 'add'
  | 'delete'
  | 'signup'
  | 'license_agreement';

function operationPath(controller: ControllerName, operation: Operation, suffix: PathSuffix): string {
  const isSuffixed = suffix === 'asDocumented' ? !printedBare.has(operation) : suffix === 'always';
  const segments = [moduleOf(controller), shortName(controller), operation.replace(/ form$/, '')].map(
    encodeURIComponent,
  );
  return segments.join('/') + (isSuffixed ? '.json' : '');
}

/** The suffix that produces the other spelling of this operation's path. */
function otherSuffix(operation: Operation, suffix: PathSuffix): PathSuffix {
  return operationPath(nowhere, operation, suffix).endsWith('.json') ? 'never' : 'always';
}

const nowhere: ControllerName = controllerName('', '');

/** A separate connection pool for one record service; the process-wide dispatcher is shared and stays unchanged. */
function openDispatcher(
  baseUrl: string,
  network: NetworkChoices,
  settings: ProxySettings,
  secrets: KnownSecrets,
): Dispatcher {
  const pool: Agent.Options = {
    connections: 8,
    pipelining: 1,
    // exchange.ts implements the timeouts; these would only add a second, coarser set
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const timeout = network.timeoutMs;
  const trusted = network.extraCa === undefined ? {} : { ca: [...trustedAuthorities(), authority(network.extraCa)] };
  try {
    const proxy = proxyFor(baseUrl, network.proxy, settings, process.env);
    if (proxy) secrets.add(...proxySecrets(proxy));
    return proxy
      ? throughProxy(proxy, pool, { timeout, ...trusted })
      : new Agent({ ...pool, connect: { timeout, ...trusted } });
  } catch (cause) {
    throw new ServiceError('unreachable', {
      doing: t('connect'),
      why: t("the proxy address can't be used"),
      remedy: t(
        'Enter one such as http://proxy.example.com:8080 in the connection, in http.proxy or in the environment.',
      ),
      cause,
    });
  }
}

function throughProxy(
  { address, authorization }: Proxy,
  pool: Agent.Options,
  tls: { timeout: number; ca?: string[] },
): Dispatcher {
  return new ProxyAgent({
    ...pool,
    uri: address,
    // for the service through the tunnel, and for a proxy that uses TLS itself
    requestTls: tls,
    proxyTls: tls,
    ...(authorization === undefined ? {} : { token: authorization }),
  });
}

/** PEM text, or the path of a file that contains it. */
function authority(pemOrPath: string): string {
  if (pemOrPath.includes('-----BEGIN')) return pemOrPath;
  try {
    return readFileSync(pemOrPath, 'utf8');
  } catch (cause) {
    const why = t('the extra certificate authority {0} cannot be read', pemOrPath);
    throw new ServiceError('unreachable', {
      doing: t('connect'),
      why,
      remedy: t('Check the path in the connection.'),
      cause,
    });
  }
}

function trustedAuthorities(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
