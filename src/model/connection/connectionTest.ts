import { t } from '@vscode/l10n';
import type { Connection } from './connection.ts';
import type { ServiceError } from '../errors.ts';
import { formatNumber } from '../formatNumber.ts';
import { capitalized } from '../sentence.ts';
import { withoutFullStop } from '../trim.ts';

/** Result of a connection test. */
export type ConnectionTest =
  | { readonly kind: 'works'; readonly controllers: number; readonly listViews: number }
  | { readonly kind: 'noListViews' }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly why: string; readonly remedy: string };

/** What the user needs to fix. */
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
  if (code === 'notSignedIn' || (code === 'notAllowed' && !hasToken))
    return hasToken
      ? // without a status the service wasn't reached, so the problem is elsewhere
        failed('token', why, (status === undefined && error.remedy) || t('Set a token that the service accepts.'))
      : failed('token', t('this service requires a token; none is set'), t('Set a token.'));
  if (code === 'notFound')
    return failed(
      'address',
      status === undefined
        ? t('no record service was found at this address (it responded with “not found”)')
        : t('no record service was found at this address (it responded with {0})', status),
      t('Check the address and its path.'),
    );
  if (code === 'notARecordService' || code === 'unreadable')
    return failed('address', why, error.remedy ?? t('Check the address.'));
  if (code === 'unreachable' || code === 'timedOut')
    return proxy === undefined
      ? failed('address', why, error.remedy ?? t('Check the address.'))
      : failed('other', t('{0} (via proxy {1})', why, proxy), t('Check the proxy, the address and the network.'));
  return failed('other', why, error.remedy ?? t('Try again, or contact the service administrator.'));
}

export function testSentence({ name, baseUrl }: Pick<Connection, 'name' | 'baseUrl'>, test: ConnectionTest): string {
  if (test.kind === 'failed')
    return t('Could not connect to {0}: {1}. {2}', baseUrl, withoutFullStop(test.why), test.remedy);
  if (test.kind === 'noListViews')
    return t(
      "{0} responds, but this user can't see any list views. Check the token, or add controllers by name.",
      name,
    );
  return t('{0} works: {1} with {2}.', name, controllersText(test.controllers), listViewsText(test.listViews));
}

/** Interprets a test without a token: a service that requires one is reachable. */
export function addressAnswer(test: ConnectionTest): { readonly works: boolean; readonly sentence: string } {
  if (test.kind !== 'failed') return { works: true, sentence: t('Found a record service.') };
  if (test.fault === 'token') return { works: true, sentence: t('Found a service. It requires a token.') };
  return { works: false, sentence: `${capitalized(withoutFullStop(test.why))}. ${test.remedy}` };
}

function controllersText(count: number): string {
  return count === 1 ? t('1 controller') : t('{0} controllers', formatNumber(count));
}

function listViewsText(count: number): string {
  return count === 1 ? t('1 list view') : t('{0} list views', formatNumber(count));
}
