import { columnField } from '../../model/list/columnField.ts';
import type { Column } from '../../model/list/recordPage.ts';
import type { Staged, StagedChange } from '../../model/list/stagedCells.ts';
import type { StagedCell, StagedCells } from '../../protocol/table.ts';

export interface TableColumns {
  readonly columns: readonly Column[];
  readonly alias: string | undefined;
}

/** Staged cells under the keys of their columns: the document names fields, which is what a save needs. */
export function stagedForTable(
  staged: Staged,
  { columns, alias }: TableColumns,
  problemOf: (id: string, field: string, change: StagedChange) => string | undefined,
): StagedCells {
  const keys = new Map<string, string>();
  for (const column of columns) {
    const { field } = columnField(column, alias);
    if (field !== undefined && !keys.has(field)) keys.set(field, column.key);
  }
  return Object.fromEntries(
    [...staged].map(([id, cells]) => [
      id,
      Object.fromEntries(
        [...cells].map(([field, change]): [string, StagedCell] => {
          const problem = problemOf(id, field, change);
          // before the columns are known, the usual spelling
          const key = keys.get(field) ?? (alias === undefined ? field : `${alias}.${field}`);
          const { from, to } = change;
          return [key, { from, to, ...(problem !== undefined && { problem }) }];
        }),
      ),
    ]),
  );
}
