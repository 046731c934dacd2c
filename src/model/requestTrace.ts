import type { FileValue } from './form/fieldValue.ts';
import { isSecretName, withoutSecretNames } from './secretNames.ts';
import { isObject, type JsonValue } from './json.ts';

/** What became of a request: understood, refused (by status or in `errors`), not understood, never answered, given up. */
export type RequestOutcome = 'answered' | 'refused' | 'unreadable' | 'noAnswer' | 'canceled';

/** An entry of a request's form data, without what is secret. */
export type TracedEntry = { readonly key: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly size: number }
  | { readonly kind: 'secret' }
  /** More than is kept. */
  | { readonly kind: 'long'; readonly size: number }
);

/** `dropped`: there was one, and it is not kept any more. */
export type TracedForm = readonly TracedEntry[] | 'dropped';

const longest = 20_000;

/** What a person may see of a request's form data. `secrets`: names of fields that hold passwords, whatever they are called. */
export function tracedForm(
  entries: Iterable<readonly [key: string, value: string | FileValue]>,
  secrets: ReadonlySet<string> = new Set(),
): TracedEntry[] {
  return Array.from(entries, ([key, value]): TracedEntry => {
    const names = key.split(/[[\]]+/).filter((name) => name !== '' && !/^\d+$/.test(name));
    const isSecret = names.some((name) => secrets.has(name)) || isSecretName(names.at(-1) ?? '');
    if (typeof value !== 'string') return { key, kind: 'file', name: value.name, size: value.bytes.length };
    if (isSecret) return { key, kind: 'secret' };
    return value.length > longest ? { key, kind: 'long', size: value.length } : { key, kind: 'text', text: value };
  });
}

/**
 * One request: never with a token or a password. Its query and its form data hold what was searched for and what records
 * hold, so they are shown to the person and not written to the log.
 */
export interface RequestTrace {
  readonly method: string;
  readonly path: string;
  /** With its question mark. */
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

/** Longer than this, and a person has begun to wait. */
export const slowMs = 2_000;

/** The query without secrets, which a service may take as parameters or in a query of its own. */
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
