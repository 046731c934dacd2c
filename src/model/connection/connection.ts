import { t } from '@vscode/l10n';
import { connectionNumbers } from '../numberSetting.ts';
import { trimBoth, trimTrailing } from '../trim.ts';

/** A record service and its settings. Never contains the token. */
export interface Connection {
  /** A lowercase slug, used as the authority of every `records:` address. */
  readonly id: string;
  readonly name: string;
  /** Absolute http(s) URL without a trailing slash. */
  readonly baseUrl: string;
  /** Rejects every write from any source. */
  readonly readOnly: boolean;
  /**
   * `off`: language models can neither read the connection nor prepare changes. Absent: the user is asked in each
   * conversation.
   */
  readonly languageModels?: 'off';
  /** The user's color for the connection, such as red for production. */
  readonly color?: ConnectionColor;
  readonly choices: ServiceChoices;
  readonly network: NetworkChoices;
}

/** Chart colors, which every theme defines. */
export const connectionColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
export type ConnectionColor = (typeof connectionColors)[number];

/** Per-connection choices that the service's interface leaves open, with safe defaults. */
export interface ServiceChoices {
  /** Whether an operation's path ends in `.json`: as documented, always, or never. */
  readonly pathSuffix: 'asDocumented' | 'always' | 'never';
  /** `auto` uses POST and switches to GET permanently once the service rejects POST as unknown. */
  readonly deleteMethod: 'auto' | 'post' | 'get';
  /** How a save sends an empty field: as the text `null`, or as an empty value. */
  readonly emptyValue: 'null' | 'empty';
  /** Separator for multiple choices if no stored value shows one. */
  readonly choiceSeparator: ChoiceSeparator;
  /** Date format if no stored value shows it, or only ambiguously. */
  readonly dateFormat: DateFormatChoice;
  /** Name of the submit element that saves if a form has none of the usual ones. */
  readonly saveAction?: string;
  /** Whose key is used to query related records if the association doesn't name one: the record's or theirs. */
  readonly relatedKey: 'record' | 'related';
  /** Whose class is used to query related records. */
  readonly relatedClass: 'record' | 'related';
  /** By controller: the list view, by its id or name, that look-ups use. Absent: chosen automatically. */
  readonly lookUpViews?: Readonly<Record<string, string>>;
  /** Absent: bulk runs use the documented edit and delete, one record at a time. */
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
  /** Relative to the base URL; `{module}` and `{controller}` are filled in. */
  readonly path: string;
  readonly method: 'get' | 'post';
  /** Name of the parameter that carries the record ids: `ids[]`. */
  readonly ids: string;
  /** One parameter per id, or all ids in one, separated by commas. */
  readonly idsAs: 'repeated' | 'comma';
}

export interface NetworkChoices {
  /** Max time to wait for a response, or for its next chunk. */
  readonly timeoutMs: number;
  readonly pageSize: number;
  /** Additional certificate authority: PEM text, or the path of a PEM file. */
  readonly extraCa?: string;
  /** URL of a proxy for this service, without a password. Absent: VS Code's proxy, see `proxy.ts`. */
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

/** Rejects a path that would leave the service, in any spelling. */
export function bulkPathProblem(typed: string): string | undefined {
  const path = typed.trim();
  if (path === '') return undefined;
  const isFine = /^[\w{}./~-]+$/.test(path) && !path.startsWith('//') && !path.split('/').includes('..');
  return isFine ? undefined : t('Enter a path under the address, such as {module}/{controller}/edit_selected.json.');
}

/** What is wrong with a connection's proxy. The message never repeats the URL, which may contain a password. */
export function ownProxyProblem(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return t('Enter a proxy address such as http://proxy.example.com:8080, or leave it empty.');
  if (url.username === '' && url.password === '') return undefined;
  return t(
    "The address of the proxy contains a user name or password. Leave the proxy of the connection empty, and use VS Code's settings http.proxy and http.proxyAuthorization.",
  );
}

export type BaseUrl = { readonly url: string; readonly problem?: undefined } | { readonly problem: string };

/** Parses a URL that the user typed; `problem` says in one sentence how to fix it. */
export function readBaseUrl(typed: string): BaseUrl {
  const address = typed.trim();
  if (address === '')
    return { problem: t('Enter the address of the record service, such as https://records.example.com.') };
  const noAddress = t('“{0}” is not a web address. Enter one such as https://records.example.com.', address);
  let url: URL;
  try {
    const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
    url = new URL(hasScheme ? address : `https://${address}`);
    // local services rarely have a certificate, and nothing leaves the computer
    if (!hasScheme && isLoopback(url.origin)) url = new URL(`http://${address}`);
  } catch {
    return { problem: noAddress };
  }
  // URL encodes a space in a host name as %20
  if (url.hostname.includes('%')) return { problem: noAddress };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: t('The address must start with https:// or http://, not {0}//.', url.protocol) };
  // credentials in a URL would end up in settings and logs
  if (url.username !== '' || url.password !== '')
    return { problem: t('The address contains a user name or password. Remove them and enter a token instead.') };
  return { url: canonicalAddress(url.href) };
}

/**
 * Canonical form of a service URL: lowercase host, no default port, no trailing slash. Text that isn't a URL, for
 * example from a damaged file, is returned unchanged.
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

/** True if the token is sent unencrypted over the network: plain http to another machine. */
export function isExposed(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isLoopback(baseUrl);
}

/** Reserved for the demo even when it isn't running: its addresses must not open a user's own service. */
export const demoId = 'demo';

/** Returns an unused slug for a connection name. */
export function connectionId(name: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = trimBoth(letters.replace(/[^a-z0-9]+/g, '-'), /-/).slice(0, 40) || 'connection';
  let id = slug;
  for (let next = 2; used.has(id); next++) id = `${slug}-${next}`;
  return id;
}
