import { t } from '@vscode/l10n';
import type { ReadAsEmptyError } from '../model/form/readAsEmpty.ts';
import { showDialog } from './ui/questions.ts';

/** Asks whether to save a record although the service will read texts of it as empty. */
export async function confirmClear(error: ReadAsEmptyError): Promise<boolean> {
  const clear = t('Save and Clear');
  const question = t('Clear {0}?', error.labels);
  return (await showDialog(question, { detail: [error.message] }, clear)) === clear;
}
