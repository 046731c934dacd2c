import { t } from '@vscode/l10n';
import type { EntryKind } from '../../model/compare/comparison.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { CompareRow, CompareState } from '../../protocol/compareProtocol.ts';

export const kindLabels: Readonly<Record<EntryKind, string>> = {
  get different() {
    return t('Different');
  },
  get onlyHere() {
    return t('Only here');
  },
  get onlyThere() {
    return t('Only there');
  },
  get duplicate() {
    return t('Ambiguous');
  },
};

/** How many, and which. */
export function comparedWords(labels: readonly string[]): string {
  const count = formatNumber(labels.length);
  return labels.length === 0 ? count : `${count}: ${labels.join(', ')}`;
}

/** What was found, in one line. */
export function standing({ counts, isComplete, compared, matchedBy }: CompareState): string {
  const { different, onlyHere, onlyThere, duplicate, same, notCompared } = counts;
  if (compared.length === 0)
    return [
      t('No values were compared: the lists have no field in common except “{0}”.', matchedBy ?? t('id')),
      [
        t('Only here: {0}', formatNumber(onlyHere)),
        t('Only there: {0}', formatNumber(onlyThere)),
        ...(duplicate > 0 ? [t('Ambiguous: {0}', formatNumber(duplicate))] : []),
        t('In both, not compared: {0}', formatNumber(notCompared)),
      ].join(' · '),
    ].join(' ');
  if (different + onlyHere + onlyThere + duplicate === 0 && isComplete)
    return same === 0
      ? t('There are no records on either side.')
      : t('Nothing differs. The same: {0}.', formatNumber(same));
  const parts = [
    t('Different: {0}', formatNumber(different)),
    t('Only here: {0}', formatNumber(onlyHere)),
    t('Only there: {0}', formatNumber(onlyThere)),
    ...(duplicate > 0 ? [t('Ambiguous: {0}', formatNumber(duplicate))] : []),
    t('The same: {0}', formatNumber(same)),
  ];
  return parts.join(' · ');
}

/** What a row says of its record. */
export function changeWords({ kind, cells, times }: CompareRow): string[] {
  if (times)
    return [
      t(
        'Here {0}, there {1}: nobody can tell which of them belong together.',
        formatNumber(times[0]),
        formatNumber(times[1]),
      ),
    ];
  const value = (text: string): string => text || t('(empty)');
  return cells.map(({ label, here, there }) => {
    if (kind === 'different') return `${label}: ${value(here)} ↔ ${value(there)}`;
    return `${label}: ${kind === 'onlyHere' ? here : there}`;
  });
}
