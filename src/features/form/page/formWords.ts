import { t } from '@vscode/l10n';
import { formatNumber } from '../../../model/formatNumber.ts';
import { capitalized } from '../../../model/sentence.ts';
import type { FormConflict } from '../formProtocol.ts';
import { lazyWords } from '../../common/page/locale.ts';

const isMac = globalThis.navigator?.userAgent.includes('Mac') ?? false;

/** UI strings of the form. */
export const formWords = lazyWords(() => ({
  newRecord: (singular: string) => t('New {0}', singular),
  unnamed: (singular: string) => t('{0} without a name', capitalized(singular)),
  deleted: t('Deleted'),
  controller: t('Controller'),
  facts: t('About this record'),
  deleting: t('Deleting'),
  actions: t('Record'),
  compare: t('Compare with saved'),
  history: t('History'),
  duplicate: t('Duplicate'),
  deleteRecord: t('Delete…'),
  copyLink: t('Copy link'),
  openAsText: t('Open as text'),
  save: isMac ? '⌘S' : t('Ctrl+S'),
  saveKeys: isMac ? 'Meta+S' : 'Control+S',
  saving: t('Saving…'),
  unsaved: (count: number) =>
    count === 0 ? t('Unsaved changes') : count === 1 ? t('1 unsaved change') : t('{0} unsaved changes', count),
  notAdded: t('Not added yet'),
  noButtons: t('This form has no button that saves it.'),
  silent: t(
    "Recordbench is not responding; it may have been restarted. Your input is kept here and sent as soon as Recordbench responds. If it doesn't, close this tab and open the record again.",
  ),
  problems: (count: number) =>
    count === 1 ? t('Fix 1 field before saving') : t('Fix {0} fields before saving', count),
  notSaved: {
    refused: t('The service rejected the changes'),
    away: t('Not saved: the service cannot be reached'),
    token: t('Not saved: the service requires you to sign in'),
    unclear: t('Could not confirm yet whether it was saved'),
    failed: t('Not saved'),
  },
  conflicts: (all: readonly Pick<FormConflict, 'original'>[]) => {
    const count = all.length;
    const unknown = all.filter(({ original }) => original === undefined).length;
    if (unknown === 0)
      return count === 1
        ? t('Someone else changed the same field')
        : t('Someone else changed the same {0} fields', count);
    if (unknown < count) return t('The service has different values in {0} fields', count);
    return count === 1
      ? t('The original value of a field is unknown')
      : t('The original values of {0} fields are unknown', count);
  },
  notices: t('Notices'),
  conflictHint: t('Choose which value to keep, then save.'),
  conflict: t('Changed by someone else, too'),
  conflictIn: (label: string) => t('Changed by someone else, too: {0}', label),
  conflictUnknown: t('The service has a different value'),
  conflictUnknownIn: (label: string) => t('The service has a different value: {0}', label),
  mine: t('Mine'),
  theirs: t('Theirs'),
  original: t('Original'),
  showDifference: t('Show the difference'),
  empty: t('empty'),
  newsActions: {
    save: t('Save again'),
    setToken: t('Set token'),
    showLog: t('Show log'),
    reload: t('Reload'),
    compare: t('Compare'),
    addAnew: t('Add as new record'),
    addAgain: t('Add again'),
    openList: t('Open the list'),
  },
  failureActions: {
    retry: t('Retry'),
    setToken: t('Set token'),
    startDemo: t('Start the demo'),
    addConnection: t('Add connection'),
    showLog: t('Show log'),
  },
  notKept: (reason: string) => t('Not applied to the record yet: {0}', reason),
  sections: t('Sections'),
  system: t('System'),
  closedSection: t("You don't have permission to edit this section."),
  nothingToShow: t('This form has no fields.'),
  noRows: t('There are no rows.'),
  addRow: t('Add row'),
  addRowTo: (label: string) => t('Add row to {0}', label),
  moveUp: t('Move up'),
  moveDown: t('Move down'),
  removeRow: t('Remove'),
  rowAdded: (row: string) => t('{0} added.', row),
  rowMoved: (row: string, number: number) => t('{0} moved to row {1}.', row, number),
  rowRemoved: (row: string) => t('{0} removed.', row),
  related: t('Related records'),
  counted: (label: string, count: number) => t('{0} ({1})', label, formatNumber(count)),
  relatedUnknown: t('The service does not say where to find these records.'),
  goTo: (label: string) => t('Go to {0}', label),
  couldNotStart: t('The form could not be opened:'),
}));
