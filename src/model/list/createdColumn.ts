import type { Column } from './recordPage.ts';

const usualNames = new Set([
  'created',
  'created_at',
  'created_on',
  'created_date',
  'created_time',
  'createdat',
  'createdon',
  'date_created',
  'creation_date',
]);

/** The column that tells when a record was added, by its usual names, where the service sorts by it. */
export function createdColumn(columns: readonly Column[]): (Column & { readonly columnName: string }) | undefined {
  return columns.find(
    (column): column is Column & { readonly columnName: string } =>
      column.isSortable && column.columnName !== undefined && namesOf(column).some((name) => usualNames.has(name)),
  );
}

function namesOf({ name, columnName }: Column): string[] {
  return [name, columnName?.split('.').at(-1) ?? ''].map((one) => one.toLowerCase());
}
