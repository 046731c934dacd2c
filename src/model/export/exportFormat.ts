import { t } from '@vscode/l10n';
import { UserFacingError } from '../errors.ts';
import { formatNumber } from '../formatNumber.ts';

export type ExportFormat = 'csv' | 'excel' | 'json' | 'jsonLines' | 'markdown';

export interface ExportFormatInfo {
  readonly format: ExportFormat;
  readonly label: string;
  /** File extension without the dot. */
  readonly ending: string;
  readonly detail: () => string;
  /** Description of the variant with values as displayed, if the format supports it. */
  readonly detailAsShown?: () => string;
}

/** Limits of one sheet; the header takes the first row. */
export const excelLimits = { rows: 1_048_576, columns: 16_384, characters: 32_767 } as const;

export const exportFormats: readonly ExportFormatInfo[] = [
  {
    format: 'csv',
    label: 'CSV',
    ending: 'csv',
    detail: () => t('For spreadsheets and most other programs'),
    detailAsShown: () => t("For reading (can't be re-imported): choices, dates and numbers as shown in the table"),
  },
  {
    format: 'excel',
    label: 'Excel',
    ending: 'xlsx',
    detail: () => t('Up to 1,048,575 records; cells are truncated at 32,767 characters'),
    detailAsShown: () => t('For reading: choices as shown in the table; dates stay dates and numbers stay numbers'),
  },
  {
    format: 'json',
    label: 'JSON',
    ending: 'json',
    detail: () => t('A list of records with column names'),
  },
  { format: 'jsonLines', label: 'JSON Lines', ending: 'jsonl', detail: () => t('One record per line, for scripts') },
  { format: 'markdown', label: 'Markdown', ending: 'md', detail: () => t('A table to paste into a document') },
];

const otherEndings: ReadonlyMap<string, ExportFormat> = new Map([['ndjson', 'jsonLines']]);

export function formatInfo(format: ExportFormat): ExportFormatInfo {
  const info = exportFormats.find((one) => one.format === format);
  if (!info) throw new TypeError(`no such format: ${format}`);
  return info;
}

/** Finds a format by name, label or extension, ignoring case: `excel`, `XLSX`, `JSON Lines`. */
export function parseFormat(text: string): ExportFormat | undefined {
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isIt = ({ format, label, ending }: ExportFormatInfo): boolean =>
    [format, label.replaceAll(' ', ''), ending].some((name) => name.toLowerCase() === word);
  return exportFormats.find(isIt)?.format ?? otherEndings.get(word);
}

/** Finds the format by file extension. */
export function formatOfFile(name: string): ExportFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1];
  return ending === undefined ? undefined : parseFormat(ending);
}

/** Throws if the data doesn't fit the format. */
export function assertFits(format: ExportFormat, records: number | undefined, columns: number): void {
  const why = whyTooMuch(format, records, columns);
  if (why !== undefined)
    throw new UserFacingError(
      t('Could not export to {0}: {1}. Choose CSV, or narrow the list.', formatInfo(format).label, why),
    );
}

function whyTooMuch(format: ExportFormat, records: number | undefined, columns: number): string | undefined {
  if (format !== 'excel') return undefined;
  const max = excelLimits.rows - 1;
  if (records !== undefined && records > max)
    return t('an Excel sheet holds at most {0} records, but there are {1}', formatNumber(max), formatNumber(records));
  if (columns > excelLimits.columns)
    return t(
      'an Excel sheet holds at most {0} columns, but there are {1}',
      formatNumber(excelLimits.columns),
      formatNumber(columns),
    );
  return undefined;
}
