import type { Connection } from './connection.ts';
import type { ServiceError } from './errors.ts';

/** What became of a try to talk to a service. */
export type ConnectionTest =
  | { readonly kind: 'works'; readonly controllers: number; readonly listViews: number }
  | { readonly kind: 'noListViews' }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly why: string; readonly remedy: string };

/** What a person would have to change. */
export type Fault = 'address' | 'token' | 'other';

/** `proxy` is the host of the proxy that the request went through, if any. */
export function failedTest(error: ServiceError, hasToken: boolean, proxy: string | undefined): ConnectionTest {
  const failed = (fault: Fault, why: string, remedy: string): ConnectionTest => ({
    kind: 'failed',
    fault,
    why,
    remedy,
  });
  const { code, why, status } = error;
  if (code === 'notSignedIn')
    return hasToken
      ? failed('token', why, 'Set a token that the service accepts.')
      : failed('token', 'the service wants a token, and there is none', 'Set a token.');
  if (code === 'notFound')
    return failed(
      'address',
      `no record service was found there (it answered ${status ?? 'that it knows no such thing'})`,
      'Check the address and its path.',
    );
  if (code === 'notARecordService' || code === 'unreadable')
    return failed('address', why, error.remedy ?? 'Check the address.');
  if (code === 'unreachable' || code === 'timedOut')
    return proxy === undefined
      ? failed('address', why, error.remedy ?? 'Check the address.')
      : failed('other', `${why} (by way of the proxy ${proxy})`, 'Check the proxy, the address and the network.');
  return failed('other', why, error.remedy ?? 'Try again, or ask whoever runs the service.');
}

export function testSentence({ name, baseUrl }: Pick<Connection, 'name' | 'baseUrl'>, test: ConnectionTest): string {
  if (test.kind === 'failed')
    return `Could not connect to ${baseUrl}: ${test.why.replace(/[.\s]+$/, '')}. ${test.remedy}`;
  if (test.kind === 'noListViews')
    return `${name} answers, but has no list view that this user may see. Check the token, or add controllers by their names.`;
  return `${name} works: ${counted(test.controllers, 'controller')} with ${counted(test.listViews, 'list view')}.`;
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}
