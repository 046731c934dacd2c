import { t } from '@vscode/l10n';
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
