import { t } from '@vscode/l10n';
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
const secretName = /passw|passphrase|pwd|secret|token|api_?key|credential|private_?key|(^|_)(auth|pin|otp)(_|$)/i;

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

/** A request for the shell. The token is named, never written: what is copied ends up in chats and histories. */
export function curlCommand(address: string, method = 'GET', form?: TracedForm): string {
  const entries = form === undefined || form === 'dropped' ? [] : form.map(curlEntry);
  // curl itself makes a POST of what has entries
  const verb = method === 'GET' || (method === 'POST' && entries.length > 0) ? [] : ['-X', quoted(method)];
  const headers = ["-H 'Accept: application/json'", '-H "Authorization: Bearer $RECORDBENCH_TOKEN"'];
  const words = ['curl', ...verb, ...headers, ...entries.filter((entry) => entry !== undefined), quoted(address)];
  const left = entries.filter((entry) => entry === undefined).length;
  return [words.join(' '), ...noteOn(form, left)].join(' ');
}

function noteOn(form: TracedForm | undefined, left: number): string[] {
  if (form === 'dropped') return [`# ${t('add its form data, which is not kept')}`];
  return left === 0 ? [] : [`# ${t('{0} entries are left out: they are too long, or cannot be written here', left)}`];
}

/** Undefined for what no command line can hold. */
function curlEntry(entry: TracedEntry): string | undefined {
  const { key } = entry;
  // curl ends the name at the first =, and a shell has no NUL
  if (/[=\0]/.test(key)) return undefined;
  switch (entry.kind) {
    case 'text':
      // --form-string takes @ and < for what they are, where -F would read a file
      return entry.text.includes('\0') ? undefined : `--form-string ${quoted(`${key}=${entry.text}`)}`;
    case 'secret':
      return `--form-string ${quoted(`${key}=`)}"$RECORDBENCH_SECRET"`;
    case 'file':
      return `-F ${quoted(`${key}=@"./${fileName(entry.name)}"`)}`;
    case 'long':
      return undefined;
  }
  return undefined;
}

/** In the folder where the command runs, and as curl reads it between its own quotes. */
function fileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return (/^\.*$/.test(last) ? 'file' : last).replaceAll('"', String.raw`\"`).replaceAll('\0', '');
}

/**
 * As one word of a shell, whatever is in it. A terminal that a command is pasted into would act upon control characters,
 * quoted or not (Ctrl+C ends the line, and what follows is a command of its own), so these are spelled out.
 */
function quoted(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // the quote is spelled out as well: a shell that does not know this spelling reads one word all the same
  const spelled = text.replaceAll(/[\p{Cc}\\']/gu, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `$'${spelled}'`;
}
