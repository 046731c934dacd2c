import { isLoopback } from './connection.ts';

/** VS Code's proxy settings, which apply to all of its connections. */
export interface ProxySettings {
  /** `http.proxy`. May contain a user name and password, which VS Code allows. */
  readonly address?: string;
  /** `http.proxyAuthorization`: header value for the proxy. */
  readonly authorization?: string;
  /** `http.noProxy`. */
  readonly exceptions: readonly string[];
  /** `http.proxySupport`. */
  readonly isOff: boolean;
}

export const noProxySettings: ProxySettings = { exceptions: [], isOff: false };

export interface Proxy {
  /** Without credentials. */
  readonly address: string;
  readonly authorization?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the proxy for a service the way VS Code does: none for this computer; the connection's own; none for excluded
 * hosts; the one from the settings; the one from the environment. Exclusions in the settings replace those of the
 * environment. Throws a TypeError for an unusable URL.
 */
export function proxyFor(
  baseUrl: string,
  own: string | undefined,
  { address, authorization, exceptions, isOff }: ProxySettings,
  environment: Environment,
): Proxy | undefined {
  // a proxy cannot reach this machine's own loopback
  if (isLoopback(baseUrl)) return undefined;
  // the authorization in the settings is only for the proxy in the settings
  if (own !== undefined) return proxyAt(own, undefined);
  if (isOff) return undefined;
  const excepted =
    exceptions.length > 0 ? exceptions : (environment['no_proxy'] || environment['NO_PROXY'] || '').split(/[,\s]+/);
  if (isExcepted(new URL(baseUrl), excepted)) return undefined;
  const found = address ?? environmentProxy(environment);
  return found === undefined ? undefined : proxyAt(found, authorization);
}

/** The proxy from the settings, without a password; empty if there is none or it is unusable. */
export function shownProxy({ address, isOff }: ProxySettings): string {
  if (address === undefined || isOff || !URL.canParse(address)) return '';
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

function environmentProxy(environment: Environment): string | undefined {
  const found = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].map((name) => environment[name]?.trim());
  // like VS Code, use the first that is set, regardless of the service's protocol, and accept full URLs only
  const first = found.find((address) => address !== undefined && address !== '');
  return first?.includes('://') ? first : undefined;
}

function proxyAt(found: string, authorization: string | undefined): Proxy {
  // the error of an invalid URL contains the full text, including the password
  const url = URL.canParse(found) ? new URL(found) : undefined;
  if (!url || !/^(https?|socks5?):$/.test(url.protocol) || url.hostname === '') throw new TypeError();
  const { username, password } = url;
  const header = authorization ?? (username === '' ? undefined : basicHeader(username, password));
  url.username = '';
  url.password = '';
  return { address: url.href, ...(header === undefined ? {} : { authorization: header }) };
}

function basicHeader(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** The secret parts of an authorization: the words after its scheme, and the password they may encode. */
export function proxySecrets({ authorization = '' }: Proxy): string[] {
  const [kind = '', ...words] = authorization.split(/\s+/);
  const [credentials = ''] = words;
  if (!/^basic$/i.test(kind)) return words;
  try {
    const bytes = Uint8Array.from(atob(credentials), (letter) => letter.charCodeAt(0));
    return [credentials, new TextDecoder().decode(bytes).replace(/^[^:]*:/, '')];
  } catch {
    return words;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Matches a host and its subdomains, also as `.suffix` or `*.suffix`, with or without a port; an IP address, a range
 * (`10.0.0.0/8`); `*` for everything.
 */
function isExcepted({ hostname, port, protocol }: URL, exceptions: readonly string[]): boolean {
  const host = withoutDot(withoutBrackets(hostname.toLowerCase()));
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return exceptions.some((exception) => {
    const entry = exception.trim().toLowerCase();
    if (entry.includes('/')) return isInRange(host, entry);
    // an IPv6 address needs brackets before a port
    const hasPort = /^(?:[^:]+|\[.*\]):\d+$/.test(entry);
    const [name, onlyPort] = hasPort ? splitAt(entry, entry.lastIndexOf(':')) : [entry, ownPort];
    if (onlyPort !== ownPort) return false;
    if (name === '*') return true;
    const suffix = withoutDot(withoutBrackets(name)).replace(/^\*?\./, '');
    return suffix !== '' && `.${host}`.endsWith(`.${suffix}`);
  });
}

function splitAt(text: string, index: number): [string, string] {
  return [text.slice(0, index), text.slice(index + 1)];
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** `example.com.` equals `example.com`. */
function withoutDot(host: string): string {
  return host.length > 1 && host.endsWith('.') ? host.slice(0, -1) : host;
}

function isInRange(host: string, range: string): boolean {
  const [start = '', bits = ''] = range.split('/');
  const [from, address, size] = [ipv4(start), ipv4(host), Number(bits)];
  if (from === undefined || address === undefined || !/^\d+$/.test(bits) || size > 32) return false;
  const hosts = 2 ** (32 - size);
  return Math.floor(from / hosts) === Math.floor(address / hosts);
}

function ipv4(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  return parts.every((part) => part < 256) ? parts.reduce((sum, part) => sum * 256 + part, 0) : undefined;
}
