import { t } from '@vscode/l10n';
import { numberLocale } from '../../../../model/formatNumber.ts';
import { lazyWords } from '../locale.ts';

/** UI strings of fields, shared by all pages. */
export const fieldWords = lazyWords(() => ({
  required: t('Required'),
  changed: t('Changed, not saved'),
  why: t("Why can't I edit this?"),
  details: t('Details'),
  asking: t('Checking…'),
  noChoice: t('None selected'),
  notAmong: (text: string) => t('{0} (not one of the choices)', text),
  badJson: (reason: string) => t('This is not valid JSON: {0}', reason),
  badMoment: t('This value is incomplete.'),
  passwordIsSet: t('Set (hidden)'),
  chooseFile: t('Choose file…'),
  removeFile: t('Remove file'),
  previewFile: t('Preview'),
  previewOf: (name: string) => t('Preview {0}', name),
  saveFile: t('Save as…'),
  saveOf: (name: string) => t('Save {0} as…', name),
  openInBrowser: t('Open in browser'),
  fileNote: (location: 'elsewhere' | 'unknown', host: string) =>
    location === 'elsewhere'
      ? t('The file is on {0}, outside the service, so it can only be opened in the browser.', host)
      : t('The service provides no address for this file, so it can only be opened there.'),
  tooBig: (name: string, limit: string) => t('“{0}” is larger than {1}, the maximum that can be sent.', name, limit),
  attaching: (name: string) => t('Attaching {0}…', name),
  attachFailed: (name: string, reason: string) => t('Could not attach “{0}”. {1}', name, reason),
  clear: t('Clear'),
  openReference: t('Open'),
  chooseRecord: t('Choose a record'),
  notChosen: (text: string) => t('No record is selected for “{0}”. Choose one from the list, or press Escape.', text),
  recordsFor: (label: string) => t('Records for {0}', label),
  lookingUp: t('Searching…'),
  nothingFound: t('No records found.'),
  severalPlaces: t('Several controllers match. Choose where to search; your choice is remembered for the connection.'),
  orAnId: (reason: string) => t('{0} You can enter an id instead.', reason),
  lookUpCut: t('More records match. Type more of the name.'),
  found: (count: number) => (count === 1 ? t('1 record') : t('{0} records', count)),
}));

let sizes: Intl.NumberFormat | undefined;

export function sizeText(bytes: number): string {
  sizes ??= new Intl.NumberFormat(numberLocale(), { maximumFractionDigits: 1 });
  if (bytes < 1_000) return `${sizes.format(bytes)} B`;
  if (bytes < 1_000_000) return `${sizes.format(bytes / 1_000)} kB`;
  return `${sizes.format(bytes / 1_000_000)} MB`;
}
