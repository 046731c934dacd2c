import type { Column } from '../../src/model/list/recordPage.ts';

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
