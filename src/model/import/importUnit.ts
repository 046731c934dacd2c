import { t } from '@vscode/l10n';

const words: Readonly<Record<string, readonly [one: () => string, many: () => string]>> = {
  line: [() => t('line'), () => t('lines')],
  row: [() => t('row'), () => t('rows')],
  record: [() => t('record'), () => t('records')],
};

/** What a file counts its records by, before a number: `line` 3, or `rows` 3, 4. */
export function unitWord(unit: string, count = 1): string {
  return words[unit]?.[count === 1 ? 0 : 1]() ?? unit;
}
