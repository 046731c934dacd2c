import type { Column } from '../../src/model/list/recordPage.ts';
import type { TableRow } from '../../src/features/table/tableProtocol.ts';

/** A column of text as the service would declare it. */
export function plainColumn(key: string, more: Partial<Column> = {}): Column {
  return {
    key,
    columnName: key,
    name: key,
    label: key,
    kind: 'text',
    isData: true,
    isVisible: true,
    isSortable: true,
    isSearchable: true,
    isLink: false,
    total: undefined,
    isDeclared: true,
    ...more,
  };
}

/** A row of a record that may be edited and deleted. */
export function plainRow(id: string | null, cells: TableRow['cells'] = [], more: Partial<TableRow> = {}): TableRow {
  return { id, name: '', isDeleted: false, canEdit: true, canDelete: true, cells, ...more };
}
