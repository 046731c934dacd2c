import { t } from '@vscode/l10n';
import { formatNumber } from '../../model/formatNumber.ts';
import { type Attempt, unreadable } from '../http/failures.ts';

/** A service may send all it has, whatever it was asked for; beyond this no table could show it, and no memory hold it. */
const mostRows = 1_000_000;
const mostColumns = 10_000;
const mostCells = 20_000_000;

/** Before the cells are made: a few bytes for each row may stand for thousands of cells. */
export function refuseCrowd(attempt: Attempt, rows: number, columns: number): void {
  if (rows <= mostRows && columns <= mostColumns && rows * columns <= mostCells) return;
  throw unreadable(
    attempt,
    t(
      'it holds {0} records with {1} columns at once, which is more than can be shown',
      formatNumber(rows),
      formatNumber(columns),
    ),
    t('Try another list view, or tell whoever runs the service.'),
  );
}
