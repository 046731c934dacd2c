import { t } from '@vscode/l10n';
import type { BulkPlan } from '../../model/bulk/bulkJournal.ts';
import { ServiceError, UserFacingError } from '../../model/errors.ts';

/** Thrown when the journal can't be written: nothing may be sent without a journal entry. */
export class JournalError extends UserFacingError {
  constructor(cause: unknown) {
    const why = (cause as NodeJS.ErrnoException).code === 'ENOSPC' ? t('the disk is full') : reason(cause);
    super(
      t('Could not write the journal of the run: {0}. Sending has stopped. Fix the problem, then resume the run.', why),
      {
        cause,
      },
    );
    this.name = 'JournalError';
  }

  override get isLogWorthReading(): boolean {
    return true;
  }
}

/** Thrown when this window no longer holds the run's lock: nothing is sent and nothing is journaled. */
export class TakenOverError extends UserFacingError {
  constructor() {
    super(
      t(
        'Could not resume the run: another window or process seems to have taken it over. Check it there, or resume it here.',
      ),
    );
    this.name = 'TakenOverError';
  }

  override get isLogWorthReading(): boolean {
    return true;
  }
}

/** A corrupt journal: resuming it could write a change twice. */
export class DamagedJournalError extends UserFacingError {
  constructor(run: string, line: number) {
    super(
      t(
        'Could not read the journal of the run {0}: line {1} is damaged. Check the records, then delete the run.',
        run,
        line,
      ),
    );
    this.name = 'DamagedJournalError';
  }

  override get isLogWorthReading(): boolean {
    return true;
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

export function noSuchRun(run: string): ServiceError {
  return new ServiceError('notFound', {
    doing: t('find the bulk run {0}', run),
    why: t('its journal was not found'),
    remedy: t('It may have been deleted, or removed because of its age.'),
  });
}

export function inOtherWindow(run: string): ServiceError {
  return new ServiceError('refused', {
    doing: t('resume the bulk run {0}', run),
    why: t('another window or process has it open'),
    remedy: t('Wait until it has ended, or cancel it there.'),
  });
}

/** The run is still in progress, or another window is undoing it. */
export function cannotUndoNow({ title }: BulkPlan): ServiceError {
  return new ServiceError('refused', {
    doing: t('undo “{0}”', title),
    why: t('the run is still in progress, or another window or process has it open'),
    remedy: t('Wait until it has ended, or cancel it there.'),
  });
}

/** `by`: the run that undoes it. */
export function undoneAlready({ title }: BulkPlan, by: string): ServiceError {
  return new ServiceError('refused', {
    doing: t('undo “{0}”', title),
    why: t('the run {0} already undoes it', by),
    remedy: t('If that run was interrupted, resume it.'),
  });
}

export function cannotResumeUndone({ title }: BulkPlan, by: string): ServiceError {
  return new ServiceError('refused', {
    doing: t('resume “{0}”', title),
    why: t('the run {0} has undone it', by),
    remedy: t('Make the changes again instead.'),
  });
}

export function stillRunning(run: string): ServiceError {
  return new ServiceError('refused', {
    doing: t('delete the bulk run {0}', run),
    why: t('it is running'),
    remedy: t('Cancel it first.'),
  });
}
