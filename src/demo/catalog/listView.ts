import type { Stored } from './column.ts';
import type { ComputedColumn } from './computedColumns.ts';
import { uuidOf } from './uuid.ts';

/** A column of a list view. */
export interface ShownColumn {
  /** A data column's name; for a computed column, the name it is given. */
  readonly name: string;
  /** Rows carry what a person reads under this label, instead of the value under `<alias>.<column>`. */
  readonly alias?: string;
  readonly hidden?: true;
  readonly link?: true;
  readonly total?: true;
  readonly computed?: ComputedColumn;
}

/** A condition that a list view brings along; all of them hold at once. */
export type Filter =
  | { readonly column: string; readonly oneOf: readonly Stored[] }
  | { readonly column: string; readonly from?: number; readonly below?: number }
  | { readonly column: string; readonly mine: true };

export type ChartKind = 'line' | 'pie' | 'bar' | 'gauge' | 'geo';

/** One row for each group: its label, how many records, and the sums of amounts. */
export interface Chart {
  readonly kind: ChartKind;
  /** A choice column, or a date column by month; absent where one number says it all. */
  readonly groupBy?: string;
  readonly byMonth?: true;
  readonly sums: readonly string[];
}

export interface ListView {
  readonly id: string;
  readonly name: string;
  /** `<module>/<controller>` */
  readonly controller: string;
  readonly category: ListViewCategory;
  readonly sequence: number;
  readonly isDefault: boolean;
  readonly columns: readonly ShownColumn[];
  readonly filters: readonly Filter[];
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly showsDeleted: boolean;
  readonly chart?: Chart;
}

export interface ListViewCategory {
  readonly id: string;
  readonly name: string;
  readonly sequence: number;
}

function category(name: string, sequence: number): ListViewCategory {
  return { id: uuidOf(`category ${name}`), name, sequence };
}

export const categories = {
  general: category('General', 1),
  mine: category('My Work', 2),
  sales: category('Sales', 3),
  charts: category('Charts', 4),
  administration: category('Administration', 5),
};

export interface ListViewWords {
  readonly name: string;
  readonly category: keyof typeof categories;
  /** Names; `name*` is the link, `name+` has a total, `name-` is hidden, and an object says more. */
  readonly columns: readonly (string | ShownColumn)[];
  readonly filters?: readonly Filter[];
  readonly sort?: string;
  readonly isDefault?: true;
  readonly showsDeleted?: true;
  readonly chart?: Chart;
}

export function defineListViews(controller: string, words: readonly ListViewWords[]): ListView[] {
  return words.map((view, index) => ({
    id: uuidOf(`list view ${controller} ${view.name}`),
    name: view.name,
    controller,
    category: categories[view.category],
    sequence: index + 1,
    isDefault: view.isDefault ?? false,
    columns: view.columns.map(shownColumn),
    filters: view.filters ?? [],
    sort: { column: (view.sort ?? 'id').replace('-', ''), descending: view.sort?.startsWith('-') ?? false },
    showsDeleted: view.showsDeleted ?? false,
    ...(view.chart ? { chart: view.chart } : {}),
  }));
}

function shownColumn(word: string | ShownColumn): ShownColumn {
  if (typeof word !== 'string') return word;
  const name = word.replace(/[*+-]$/, '');
  if (word.endsWith('*')) return { name, link: true };
  if (word.endsWith('+')) return { name, total: true };
  return word.endsWith('-') ? { name, hidden: true } : { name };
}
