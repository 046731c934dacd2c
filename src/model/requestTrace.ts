import { t } from '@vscode/l10n';

/** What became of a request: understood, refused (by status or in `errors`), not understood, never answered, given up. */
export type RequestOutcome = 'answered' | 'refused' | 'unreadable' | 'noAnswer' | 'canceled';

/** One request as the request log tells it: never a token, never what a record holds. */
export interface RequestTrace {
  readonly method: string;
  readonly path: string;
  /** With its question mark. It may hold what was searched for, so it is shown to the person and not written to the log. */
  readonly query: string;
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
export function curlCommand(address: string, method = 'GET'): string {
  const isRead = method === 'GET';
  const verb = isRead ? '' : ` -X ${quoted(method)}`;
  const read = `curl${verb} -H 'Accept: application/json' -H "Authorization: Bearer $RECORDBENCH_TOKEN" ${quoted(address)}`;
  return isRead ? read : `${read} # ${t('add its form data, which is not kept')}`;
}

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
