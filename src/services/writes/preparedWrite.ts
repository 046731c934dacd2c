import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { ReadAsEmptyError } from '../../model/form/readAsEmpty.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { WriteAttempt } from './writeAttempt.ts';

/* What has to be found out or asked before a record is written. */

/** How often the record is read again because its references had to be looked up. */
const mostLookUps = 5;

/** Asks a person; nothing is locked meanwhile. */
export type ConfirmClear = (error: ReadAsEmptyError) => Promise<boolean>;

/** The record as it was read after all that its values need was looked up. */
export async function lookedUp(
  {
    lookUp,
    doing,
  }: {
    readonly lookUp?: ((form: RecordForm) => Promise<boolean>) | undefined;
    readonly doing: string;
  },
  attempt: WriteAttempt,
  form: RecordForm,
  read: () => Promise<RecordForm>,
): Promise<RecordForm> {
  let latest = form;
  for (let turn = 0; turn < mostLookUps; turn++) {
    if (!(await lookUp?.(latest))) return latest;
    latest = attempt.form = await read();
  }
  const why = t('the record kept changing while its references were looked up');
  throw new ServiceError('conflict', { doing, why, remedy: t('Nothing was sent: try again.') });
}

/** Writes again what a person lets be cleared. What would be cleared beyond that is asked about as well. */
export async function confirmed<Outcome extends { readonly kind: string; readonly error?: unknown }>(
  { confirmClear }: { readonly confirmClear?: ConfirmClear | undefined },
  write: (clears: ReadonlySet<string>) => Promise<Outcome>,
): Promise<Outcome> {
  let clears: ReadonlySet<string> = new Set();
  for (;;) {
    const outcome = await write(clears);
    const { error } = outcome;
    if (!(error instanceof ReadAsEmptyError) || !(await confirmClear?.(error))) return outcome;
    clears = new Set([...clears, ...error.texts.map(({ key }) => key)]);
  }
}
