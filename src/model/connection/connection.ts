import { t } from '@vscode/l10n';
import { connectionNumbers } from '../numberSetting.ts';
import { trimBoth, trimTrailing } from '../trim.ts';

/** A record service and how to talk to it. It never holds the token. */
export interface Connection {
  /** A lower-case slug: it is the authority of every `records:` address. */
  readonly id: string;
  readonly name: string;
  /** Absolute http(s) address without a trailing slash. */
  readonly baseUrl: string;
  /** Refuses every write, whoever asks for it. */
  readonly readOnly: boolean;
  /** Closed to language models: they neither read it nor prepare changes. Absent: a person is asked in each conversation. */
  readonly languageModels?: 'off';
  /** The person's own mark for it, such as red for production. */
  readonly color?: ConnectionColor;
  readonly choices: ServiceChoices;
  readonly network: NetworkChoices;
}

/** Colors that every theme has for charts. */
export const connectionColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
export type ConnectionColor = (typeof connectionColors)[number];

/** What the service's interface leaves open, chosen per connection, with a safe default. */
export interface ServiceChoices {
  /** Whether an operation's path ends in `.json`: as the interface prints each, always, or never. */
  readonly pathSuffix: 'asDocumented' | 'always' | 'never';
  /** `auto` posts, and turns to GET for good once the service says that it does not know the POST. */
  readonly deleteMethod: 'auto' | 'post' | 'get';
  /** What stands for an empty field in a save: the text `null`, or nothing. */
  readonly emptyValue: 'null' | 'empty';
  /** How several choices are written where no stored value shows it. */
  readonly choiceSeparator: ChoiceSeparator;
  /** How a date is written where no stored value shows it, or only ambiguously. */
  readonly dateFormat: DateFormatChoice;
  /** The name of the submit element that saves where a form offers none of the usual ones. */
  readonly saveAction?: string;
  /** By whose key related records are asked for when their association names none: the record's, or theirs. */
  readonly relatedKey: 'record' | 'related';
  /** Whose class they are asked for by. */
  readonly relatedClass: 'record' | 'related';
  /** By controller: the list view, by its id or name, that look-ups use. Absent: chosen automatically. */
  readonly lookUpViews?: Readonly<Record<string, string>>;
  /** Absent: bulk work goes record by record through the documented edit and delete. */
  readonly bulkEdit?: BulkEndpoint;
  readonly bulkDelete?: BulkEndpoint;
}

export const choiceSeparators = ['asSeen', 'comma', 'semicolon', 'pipe', 'newline', 'json', 'list'] as const;
export type ChoiceSeparator = (typeof choiceSeparators)[number];

export const dateFormats = [
  'asSeen',
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'YYYY/MM/DD',
] as const;
export type DateFormatChoice = (typeof dateFormats)[number];

export interface BulkEndpoint {
  /** Under the base address; `{module}` and `{controller}` are filled in. */
  readonly path: string;
  readonly method: 'get' | 'post';
  /** Name of the parameter that carries the record ids: `ids[]`. */
  readonly ids: string;
  /** One parameter per id, or all ids in one, separated by commas. */
  readonly idsAs: 'repeated' | 'comma';
}

export interface NetworkChoices {
  /** How long to wait for an answer, or for more of one. */
  readonly timeoutMs: number;
  readonly pageSize: number;
  /** A further certificate authority: PEM text, or the path of a file that holds it. */
  readonly extraCa?: string;
  /** Address of a proxy for this service, without a password; absent: VS Code's, see `proxy.ts`. */
  readonly proxy?: string;
}

export const defaultServiceChoices: ServiceChoices = {
  pathSuffix: 'asDocumented',
  deleteMethod: 'auto',
  emptyValue: 'null',
  choiceSeparator: 'asSeen',
  dateFormat: 'asSeen',
  relatedKey: 'record',
  relatedClass: 'record',
};

export const defaultNetworkChoices: NetworkChoices = {
  timeoutMs: connectionNumbers.timeoutSeconds.usual * 1_000,
  pageSize: connectionNumbers.pageSize.usual,
};

/** A write must not leave the service, however the path is spelled. */
export function bulkPathProblem(typed: string): string | undefined {
  const path = typed.trim();
  if (path === '') return undefined;
  const isFine = /^[\w{}./~-]+$/.test(path) && !path.startsWith('//') && !path.split('/').includes('..');
  return isFine ? undefined : t('Enter a path under the address, such as {module}/{controller}/edit_selected.json.');
}

/** What is wrong with a proxy that a connection names; it is never repeated, since it may hold a password. */
export function ownProxyProblem(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return t('Enter an address of a proxy such as http://proxy.example.com:8080, or nothing.');
  if (url.username === '' && url.password === '') return undefined;
  return t(
    "The address of the proxy holds a user name or password. Leave the proxy of the connection empty, and use VS Code's settings http.proxy and http.proxyAuthorization.",
  );
}

export type BaseUrl = { readonly url: string; readonly problem?: undefined } | { readonly problem: string };

/** Checks an address as a person types it; `problem` says in one sentence what to do about a bad one. */
export function readBaseUrl(typed: string): BaseUrl {
  const address = typed.trim();
  if (address === '')
    return { problem: t('Enter the address of the record service, such as https://records.example.com.') };
  const noAddress = t('“{0}” is not a web address. Enter one such as https://records.example.com.', address);
  let url: URL;
  try {
    const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
    url = new URL(hasScheme ? address : `https://${address}`);
    // what runs on this computer seldom has a certificate, and nothing leaves it
    if (!hasScheme && isLoopback(url.origin)) url = new URL(`http://${address}`);
  } catch {
    return { problem: noAddress };
  }
  // a browser takes a space for %20 in the name of a machine
  if (url.hostname.includes('%')) return { problem: noAddress };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: t('The address begins with {0}// and should begin with https:// or http://.', url.protocol) };
  // a name and password in an address would end up in settings and logs
  if (url.username !== '' || url.password !== '')
    return { problem: t('The address holds a user name or password. Leave them out and enter a token instead.') };
  return { url: canonicalAddress(url.href) };
}

/**
 * The one spelling of a service's address: host in lower case, no default port, no trailing slash. Text that is no
 * address, as a damaged file may hold, stays as it is.
 */
export function canonicalAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin + trimTrailing(url.pathname, /\//) : address;
}

export function isSameAddress(one: string, other: string): boolean {
  return canonicalAddress(one) === canonicalAddress(other);
}

export function isLoopback(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname;
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Plain http to another machine shows the token to the network in between. */
export function isExposed(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isLoopback(baseUrl);
}

/** The demo's, even while it does not run: its addresses must not lead to someone's own service. */
export const demoId = 'demo';

/** A slug for a connection's name that none of the taken ones has. */
export function connectionId(name: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = trimBoth(letters.replace(/[^a-z0-9]+/g, '-'), /-/).slice(0, 40) || 'connection';
  let id = slug;
  for (let next = 2; used.has(id); next++) id = `${slug}-${next}`;
  return id;
}
