import type { FileValue } from './form/fieldValue.ts';
import { isSecretName, withoutSecretNames } from './secretNames.ts';
import { isObject, type JsonValue } from './json.ts';

/** Outcome of a request: understood, refused (by status or in `errors`), unparsable, no response, canceled. */
export type RequestOutcome = 'answered' | 'refused' | 'unreadable' | 'noAnswer' | 'canceled';

/** An entry of a request's form data, without secrets. */
export type TracedEntry = { readonly key: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly size: number }
  | { readonly kind: 'secret' }
  /** Too long to store. */
  | { readonly kind: 'long'; readonly size: number }
);

/** `dropped`: there was form data, but it is no longer stored. */
export type TracedForm = readonly TracedEntry[] | 'dropped';

const longest = 20_000;

/** Returns the form data that may be shown. `secrets`: names of password fields, whatever they are called. */
export function tracedForm(
  entries: Iterable<readonly [key: string, value: string | FileValue]>,
  secrets: ReadonlySet<string> = new Set(),
): TracedEntry[] {
  return Array.from(entries, ([key, value]): TracedEntry => {
    const names = key.split(/[[\]]+/).filter((name) => name !== '' && !/^\d+$/.test(name));
    const isSecret = names.some((name) => secrets.has(name)) || isSecretKey(names.at(-1) ?? '');
    if (typeof value !== 'string') return { key, kind: 'file', name: value.name, size: value.bytes.length };
    if (isSecret) return { key, kind: 'secret' };
    return value.length > longest ? { key, kind: 'long', size: value.length } : { key, kind: 'text', text: value };
  });
}

/** Thousands of requests have the same names. */
const knownNames = new Map<string, boolean>();
const maxKnown = 1_000;

function isSecretKey(name: string): boolean {
  const isSecret = knownNames.get(name) ?? isSecretName(name);
  if (knownNames.size < maxKnown) knownNames.set(name, isSecret);
  return isSecret;
}

/**
 * One request, without tokens or passwords. Its query and form data contain search texts and record values, so they are
 * shown to the user but never logged.
 */
export interface RequestTrace {
  readonly method: string;
  readonly path: string;
  /** Includes the question mark. */
  readonly query: string;
  /** Undefined for a request without a body. */
  readonly form?: TracedForm;
  readonly status: number | undefined;
  readonly outcome: RequestOutcome;
  readonly bytes: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly attempt: number;
}

/** Above this, a user notices the wait. */
export const slowMs = 2_000;

/** Removes secrets from the query, in parameters and in JSON values. */
export function withoutSecretParameters(query: string): string {
  const parameters = [...new URLSearchParams(query)];
  const safe = parameters.map(([name, value]) => [name, isSecretName(name) ? '…' : withoutSecretsInJson(value)]);
  return safe.every(([, value], at) => value === parameters[at]?.[1])
    ? query
    : `?${new URLSearchParams(safe as [string, string][]).toString()}`;
}

function withoutSecretsInJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const value = JSON.parse(text) as JsonValue;
    const safe = withoutSecretNames(isObject(value) ? value : { value }, () => false);
    const clean = JSON.stringify(isObject(value) ? safe : safe['value']);
    return clean === JSON.stringify(value) ? text : clean;
  } catch {
    return text;
  }
}
