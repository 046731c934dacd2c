import { t } from '@vscode/l10n';
import { demoId } from '../../model/connection/connection.ts';
import { ServiceError } from '../../model/errors.ts';
import { sentenceOf } from '../../platform/errorReporter.ts';
import type { FailureAction, FormFailure } from '../../protocol/formProtocol.ts';
import { UnknownConnectionError } from '../../services/connections/connections.ts';

/** What the page says of a record that could not be read. Without an error it is being read again just now. */
export function formFailure(error: unknown, connection: string, isDirty: boolean): FormFailure {
  if (error === undefined) return { sentence: t('The record is being read.'), outlook: '', actions: [] };
  return {
    sentence: sentenceOf(t('Opening it'), error),
    outlook: outlookFor(error, isDirty),
    actions: actionsFor(error, connection),
  };
}

function outlookFor(error: unknown, isDirty: boolean): string {
  if (isDirty) return t('What you typed is kept. The form comes back by itself once the record can be read.');
  // nobody waits for a record that is not there
  if (error instanceof ServiceError && error.code === 'notFound')
    return t('It may have been deleted, or its id may be another. Close this tab, or ask again with Retry.');
  return t('The form comes by itself once the record can be read.');
}

/** What helps most often comes first. */
function actionsFor(error: unknown, connection: string): FailureAction[] {
  if (error instanceof UnknownConnectionError)
    return [connection === demoId ? 'startDemo' : 'addConnection', 'retry', 'showLog'];
  if (!(error instanceof ServiceError)) return ['retry', 'showLog'];
  if (error.code === 'notSignedIn') return ['setToken', 'retry'];
  // the service's own answer says all there is to know
  return error.code === 'notFound' || error.code === 'notAllowed' ? ['retry'] : ['retry', 'showLog'];
}
