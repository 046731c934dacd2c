import type { Column } from './column.ts';

/** The columns of `core/listviews`. The catalog holds the list views themselves, so nothing here is stored. */
export const listViewColumns: readonly Column[] = [
  { name: 'id', label: 'Id', kind: 'text', access: 'system' },
  { name: 'name', label: 'Name', kind: 'text', sortable: true, access: 'system' },
  { name: 'controller', label: 'Controller', kind: 'text', sortable: true, access: 'system' },
  { name: 'category_id', label: 'Category', kind: 'text', access: 'system' },
  { name: 'is_default', label: 'Default', kind: 'boolean', sortable: true, access: 'system' },
  { name: 'sequence', label: 'Sequence', kind: 'integer', sortable: true, access: 'system' },
  { name: 'query', label: 'Query', kind: 'longText', access: 'system' },
  { name: 'deleted', label: 'Deleted', kind: 'boolean', access: 'system' },
];
