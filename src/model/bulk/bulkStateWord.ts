import { t } from '@vscode/l10n';
import type { EntryState } from './bulkLedger.ts';

/** What has become of a record of a run, in one or two words. */
export function stateWord(state: EntryState): string {
  switch (state) {
    case 'waiting':
      return t('Waiting');
    case 'sent':
      return t('Being written');
    case 'done':
      return t('Done');
    case 'failed':
      return t('Failed');
    case 'unclear':
      return t('Unclear');
    case 'unchanged':
      return t('Unchanged');
    case 'refused':
      return t('Refused');
    case 'dropped':
      return t('Left out');
  }
  return state;
}
