import type { FileValue } from './form/fieldValue.ts';

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
/** What is called like this is a secret, whatever kind of field it is. */
export const secretName =
  /passw|passphrase|pwd|secret|token|api_?key|credential|private_?key|(^|_)(auth|pin|otp)(_|$)/i;

/** What a person may see of a request's form data. `secrets`: names of fields that hold passwords, whatever they are called. */
export function tracedForm(
  entries: Iterable<readonly [key: string, value: string | FileValue]>,
  secrets: ReadonlySet<string> = new Set(),
): TracedEntry[] {
  return Array.from(entries, ([key, value]): TracedEntry => {
    const names = key.split(/[[\]]+/).filter((name) => name !== '' && !/^\d+$/.test(name));
    const isSecret = names.some((name) => secrets.has(name)) || secretName.test(names.at(-1) ?? '');
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

/** The address without what looks like a secret: a service may take one in its query. */
export function withoutSecrets(query: string): string {
  const parameters = new URLSearchParams(query);
  const secret = /token|passw|secret|auth|api_?key/i;
  const names = new Set(parameters.keys().filter((name) => secret.test(name)));
  if (names.size === 0) return query;
  for (const name of names) parameters.set(name, '…');
  return `?${parameters.toString()}`;
}
