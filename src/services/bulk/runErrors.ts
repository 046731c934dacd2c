import { t } from '@vscode/l10n';
import type { RunPlan } from '../../model/bulk/bulkJournal.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { ServiceError } from '../../model/errors.ts';

export function noSuchRun(run: string): ServiceError {
  return new ServiceError('notFound', {
    doing: t('find the bulk run {0}', run),
    why: t('there is no journal of it'),
    remedy: t('It may have been deleted, or removed because of its age.'),
  });
}

export function inOtherWindow(run: string): ServiceError {
  return new ServiceError('refused', {
    doing: t('resume the bulk run {0}', run),
    why: t('another window has it'),
    remedy: t('Look at it there.'),
  });
}

export function stillRunning(run: string): ServiceError {
  return new ServiceError('refused', {
    doing: t('delete the bulk run {0}', run),
    why: t('it is under way'),
    remedy: t('Cancel it first.'),
  });
}

/** The same connection leads to another service by now. */
export function ledElsewhere({ baseUrl, title }: RunPlan, now: Connection): ServiceError {
  return new ServiceError('refused', {
    doing: t('go on with “{0}”', title),
    why: t('the connection {0} led to {1} when it was planned, and leads to {2} now', now.name, baseUrl, now.baseUrl),
    remedy: t('Plan it again.'),
  });
}
