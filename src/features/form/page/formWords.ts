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
  controller: t('Record type'),
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
    'Recordbench is not answering; it may have been restarted. What you typed is kept here and sent as soon as it answers. If it does not, close this tab and open the record again.',
  ),
  problems: (count: number) =>
    count === 1 ? t('One thing has to be corrected') : t('{0} things have to be corrected', count),
  notSaved: {
    refused: t('The service did not accept it'),
    away: t('Not saved: the service cannot be reached'),
    token: t('Not saved: the service wants you to sign in'),
    unclear: t('Nobody knows yet whether it was saved'),
    failed: t('Not saved'),
  },
  conflicts: (all: readonly Pick<FormConflict, 'original'>[]) => {
    const count = all.length;
    const unknown = all.filter(({ original }) => original === undefined).length;
    if (unknown === 0)
      return count === 1
        ? t('A field that you changed was changed meanwhile too')
        : t('{0} fields that you changed were changed meanwhile too', count);
    if (unknown < count) return t('The service has other values in {0} fields', count);
    return count === 1
      ? t('It is not known what a field was before you changed it')
      : t('It is not known what {0} fields were before you changed them', count);
  },
  notices: t('Notices'),
  conflictHint: t('Nothing is saved until you choose which value stands.'),
  conflict: t('Changed meanwhile too'),
  conflictIn: (label: string) => t('Changed meanwhile too: {0}', label),
  conflictUnknown: t('The service has another value'),
  conflictUnknownIn: (label: string) => t('The service has another value: {0}', label),
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
  notKept: (reason: string) => t('This is not in the record yet: {0}', reason),
  sections: t('Sections'),
  system: t('System'),
  closedSection: t('You may read this section, not change it.'),
  nothingToShow: t('This form has no fields.'),
  noRows: t('There are no rows.'),
  addRow: t('Add row'),
  addRowTo: (label: string) => t('Add row to {0}', label),
  moveUp: t('Move up'),
  moveDown: t('Move down'),
  removeRow: t('Remove'),
  rowAdded: (row: string) => t('{0} added.', row),
  rowMoved: (row: string, number: number) => t('{0} moved: it is row {1} now.', row, number),
  rowRemoved: (row: string) => t('{0} removed.', row),
  related: t('Related records'),
  counted: (label: string, count: number) => t('{0} ({1})', label, formatNumber(count)),
  relatedUnknown: t('The service does not say where these records are to be found.'),
  goTo: (label: string) => t('Go to {0}', label),
  couldNotStart: t('The form could not be opened:'),
}));
