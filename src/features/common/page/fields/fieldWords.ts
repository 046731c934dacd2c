import { t } from '@vscode/l10n';
import { lazyWords, locale } from '../locale.ts';

/** UI strings of fields, shared by all pages. */
export const fieldWords = lazyWords(() => ({
  required: t('Required'),
  changed: t('Changed, not saved'),
  why: t("Why can't I edit this?"),
  details: t('Details'),
  asking: t('Asking…'),
  noAnswer: (reason: string) => t('There is no answer: {0}', reason),
  noChoice: t('No choice'),
  notAmong: (text: string) => t('{0} (not among the choices)', text),
  badJson: (reason: string) => t('This is not JSON: {0}', reason),
  badMoment: t('This is not complete.'),
  passwordIsSet: t('Set, not shown'),
  chooseFile: t('Choose file…'),
  removeFile: t('Remove file'),
  tooBig: (name: string, limit: string) =>
    t('“{0}” is bigger than {1}, which is the most that can be sent.', name, limit),
  attaching: (name: string) => t('Taking in {0}…', name),
  attachFailed: (name: string, reason: string) => t('“{0}” could not be taken in: {1}', name, reason),
  clear: t('Clear'),
  openReference: t('Open'),
  chooseRecord: t('Choose a record'),
  notChosen: (text: string) => t('“{0}” is not a record yet. Choose one from the list, or press Escape.', text),
  recordsFor: (label: string) => t('Records for {0}', label),
  lookingUp: t('Searching…'),
  nothingFound: t('No record is found.'),
  severalPlaces: t('Several record types fit. Choose where to look: it is remembered for the connection.'),
  orAnId: (reason: string) => t('There is no answer: {0} An id can be typed.', reason),
  lookUpCut: t('There are more: type more of the name.'),
  found: (count: number) => (count === 1 ? t('1 record') : t('{0} records', count)),
}));

let sizes: Intl.NumberFormat | undefined;

export function sizeText(bytes: number): string {
  sizes ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  if (bytes < 1_000) return `${sizes.format(bytes)} B`;
  if (bytes < 1_000_000) return `${sizes.format(bytes / 1_000)} kB`;
  return `${sizes.format(bytes / 1_000_000)} MB`;
}
