import { t } from '@vscode/l10n';
import type { RecordAddress } from '../../model/address/address.ts';
import { confirmDestructive } from '../../platform/confirmations.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import { showInformation } from '../../platform/ui/notifications.ts';
import type { WatchList } from '../../services/watch/watchList.ts';
import { type Confirmed, isTrue, type RecordArgument } from '../commandArgument.ts';
import { type RecordChoice, recordOf } from './recordArgument.ts';

export interface ForgetDeps extends RecordChoice {
  readonly watchList: Pick<WatchList, 'remove'>;
  /** Returns how many runs still hold data about it. */
  readonly forgetStored: (record: RecordAddress) => Promise<number>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    forgetRecord: [argument?: RecordArgument & Confirmed];
  }
}

/** Erases what is stored about a record on this computer. The record itself stays in the service. */
export async function forgetRecord(argument: unknown, deps: ForgetDeps): Promise<void> {
  const record = await recordOf(argument, deps, t('Which record should be forgotten?'));
  const name = deps.recents.labelOf(record) ?? t('record {0} of {1}', record.id, record.controller);
  const assertSaved = (): void => {
    if (openDocumentOf(record)?.isDirty)
      throw new UserError(t('Could not forget {0}: it has unsaved changes. Save or revert it first.', name));
  };
  assertSaved();
  const isAgreed =
    isTrue(argument, 'confirmed') ||
    (await confirmDestructive(t('Forget'), t('Forget “{0}”?', name), [
      t('It is no longer watched. The record stays in the service.'),
      t('Its history, drafts, files, comparisons and bulk undo data are deleted from this computer.'),
    ]));
  if (!isAgreed) return;
  assertSaved(); // the record can be edited while the question is open
  await deps.watchList.remove(record);
  const left = await deps.forgetStored(record);
  await deps.recents.remove(record);
  void showInformation(
    left === 0
      ? t('Everything stored about {0} on this computer was deleted.', name)
      : left === 1
        ? t(
            'Deleted the stored data of {0}, except in 1 bulk run that has not finished. Finish or delete this run, then forget the record again.',
            name,
          )
        : t(
            'Deleted the stored data of {0}, except in {1} bulk runs that have not finished. Finish or delete these runs, then forget the record again.',
            name,
            left,
          ),
  );
}
