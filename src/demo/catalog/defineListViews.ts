import { isClosed } from './choiceLists.ts';
import type { Stored } from './column.ts';
import { pathOf, type DemoController } from './controllers.ts';
import { uuidOf } from './uuid.ts';

export interface ListViewColumn {
  /** A data column's name; for a computed column, its assigned name. */
  readonly name: string;
  /** Rows contain the displayed text under this label instead of the value under `<alias>.<column>`. */
  readonly alias?: string;
  readonly hidden?: boolean;
  readonly link?: boolean;
  readonly total?: boolean;
  readonly computed?: ComputedColumn;
}

/** A value that isn't stored in a column. `needs` are the columns it is computed from. */
export interface ComputedColumn {
  readonly label: string;
  readonly alias?: string;
  readonly fieldType: 'Expression' | 'Workflow' | 'Group' | 'Aggregate';
  readonly dataType: string;
  readonly needs: readonly string[];
  compute(row: Readonly<Record<string, Stored>>): string | null;
}

/** A condition of a list view; all conditions are combined with AND. */
export type Filter =
  | { readonly column: string; readonly oneOf: readonly Stored[] }
  | { readonly column: string; readonly from?: number; readonly below?: number }
  | { readonly column: string; readonly mine: true };

/** One row per group: its label, the number of records, and the sums of amounts. */
export interface Chart {
  readonly kind: 'line' | 'pie' | 'bar' | 'gauge' | 'geo';
  /** A choice column, or a date column grouped by month; absent for a chart of a single number. */
  readonly groupBy?: string;
  readonly byMonth?: true;
  readonly sums?: readonly string[];
}

export interface DemoListView {
  readonly id: string;
  readonly name: string;
  /** `<module>/<controller>` */
  readonly controller: string;
  readonly category: ListViewCategory;
  readonly sequence: number;
  readonly isDefault: boolean;
  readonly columns: readonly ListViewColumn[];
  readonly filters: readonly Filter[];
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly showsDeleted: boolean;
  readonly chart?: Chart;
}

interface ListViewCategory {
  readonly id: string;
  readonly name: string;
  readonly sequence: number;
}

const categoryNames = {
  general: 'General',
  mine: 'My Work',
  sales: 'Sales',
  charts: 'Charts',
  administration: 'Administration',
};
type CategoryKey = keyof typeof categoryNames;

function categoryOf(key: CategoryKey): ListViewCategory {
  const name = categoryNames[key];
  return { id: uuidOf(`category ${name}`), name, sequence: Object.keys(categoryNames).indexOf(key) + 1 };
}

interface Further {
  readonly filters?: readonly Filter[];
  /** A column, with a leading minus for descending order. Defaults to the id. */
  readonly sort?: string;
  readonly showsDeleted?: true;
  readonly chart?: Chart;
}

/** Columns are names in one string, see `shownColumn`. */
export type ListViewLine = readonly [name: string, columns: string, further?: Further];

/** The first list view is the controller's default. */
export function defineListViews(
  controller: DemoController,
  lines: Partial<Record<CategoryKey, readonly ListViewLine[]>>,
): DemoListView[] {
  const keys = Object.keys(lines) as CategoryKey[];
  const all = keys.flatMap((key) => (lines[key] ?? []).map((line) => [categoryOf(key), line] as const));
  return all.map(([category, [name, columns, further = {}]], index) => ({
    id: uuidOf(`list view ${pathOf(controller)} ${name}`),
    name,
    controller: pathOf(controller),
    category,
    sequence: index + 1,
    isDefault: index === 0,
    columns: columns === '' ? [] : columns.split(' ').map((word) => shownColumn(controller, word)),
    filters: further.filters ?? [],
    sort: { column: (further.sort ?? 'id').replace('-', ''), descending: further.sort?.startsWith('-') ?? false },
    showsDeleted: further.showsDeleted ?? false,
    ...(further.chart ? { chart: further.chart } : {}),
  }));
}

/**
 * `name` shows a column's value, `@name` its displayed text, `=name` a computed value. A trailing `*` makes it the
 * link, `+` adds a total, `-` hides it.
 */
function shownColumn(controller: DemoController, word: string): ListViewColumn {
  const [, mark = '', name = '', end = ''] = /^([@=]?)(\w+)([*+-]?)$/.exec(word) ?? [];
  const column = controller.column.get(name);
  const computed = mark === '=' ? computedColumns[name] : undefined;
  if (!column && !computed) throw new Error(`${pathOf(controller)} has nothing to show for "${word}".`);
  const alias = mark === '@' ? column?.label : (computed?.alias ?? computed?.label);
  return {
    name,
    ...(alias === undefined ? {} : { alias }),
    ...(computed ? { computed } : {}),
    link: end === '*',
    total: end === '+',
    hidden: end === '-',
  };
}

const actors = ['Lead Desk', 'Sales Clerks', 'Sales Clerks', 'Sales Managers'];

const computedColumns: Readonly<Record<string, ComputedColumn>> = {
  full_name: {
    label: 'Full Name',
    fieldType: 'Expression',
    dataType: 'VAR_STRING',
    needs: ['first_name', 'last_name'],
    compute: (row) => [row['first_name'], row['last_name']].filter(Boolean).join(' ') || null,
  },
  weighted_amount: {
    label: 'Weighted Amount',
    fieldType: 'Expression',
    dataType: 'NEWDECIMAL',
    needs: ['expected_amount', 'probability'],
    compute: ({ expected_amount: cents, probability }) =>
      cents === null || probability === null ? null : ((Number(cents) * Number(probability)) / 10_000).toFixed(2),
  },
  days_to_close: {
    label: 'Days from First Contact to Close',
    alias: 'Days to Close',
    fieldType: 'Expression',
    dataType: 'LONG',
    needs: ['first_contact_date', 'expected_close_date'],
    compute: ({ first_contact_date: from, expected_close_date: to }) =>
      from === null || to === null ? null : String(Number(to) - Number(from)),
  },
  current_workflow_actors: {
    label: 'Current Workflow Actors',
    fieldType: 'Workflow',
    dataType: 'VAR_STRING',
    needs: ['current_stage'],
    // a closed lead has no next actor
    compute: ({ current_stage: stage }) => (isClosed(stage) ? null : (actors[Number(stage)] ?? null)),
  },
};
