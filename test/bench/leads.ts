import type { Column, ColumnKind } from '../../src/model/list/recordPage.ts';
import type { TableRow, TableRows } from '../../src/features/table/tableProtocol.ts';

/*
 * Generated records: identical for everything that is compared, and cheap to generate, so that they don't affect the
 * result.
 */

const kinds: readonly ColumnKind[] = ['text', 'text', 'number', 'date', 'boolean', 'text', 'dateTime', 'number'];
const labels = ['Name', 'City', 'Amount', 'Born', 'Active', 'Notes', 'Modified', 'Score'];
const cities = ['Pune', 'Goa', 'Łódź', 'Cairo', 'Rome', 'São Paulo', 'Tokyo', 'Delhi'];
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

export function leadColumns(count: number): readonly Column[] {
  return Array.from({ length: count }, (_, place) => ({
    key: `leads.c${place}`,
    columnName: `leads.c${place}`,
    name: `c${place}`,
    label: `${labels[place % labels.length]} ${place}`,
    kind: kinds[place % kinds.length] ?? 'text',
    isData: true,
    isVisible: true,
    isSortable: true,
    isSearchable: true,
    isLink: place === 0,
    total: undefined,
    isDeclared: true,
  }));
}

const widths: Readonly<Record<ColumnKind, number>> = {
  text: 160,
  number: 110,
  date: 110,
  dateTime: 200,
  time: 110,
  boolean: 80,
};

/** Same widths for every compared grid. */
export function leadWidths(count: number): readonly number[] {
  return leadColumns(count).map(({ kind }) => widths[kind]);
}

export function leadCell(place: number, column: number): string | null {
  if (column === 0) return `Record ${place}`;
  if ((place * 7 + column) % 23 === 0) return null;
  switch (column % kinds.length) {
    case 1:
      return cities[(place + column) % cities.length] ?? null;
    case 2:
      return String(((place * 7919 + column) % 9_000_000) / 100);
    case 3:
      return `19${50 + (place % 50)}-${twoDigits[1 + (place % 12)]}-${twoDigits[1 + (place % 28)]}`;
    case 4:
      return place % 3 === 0 ? '1' : '0';
    case 5:
      return `A note about record ${place}`;
    case 6:
      return `2024-${twoDigits[1 + (place % 12)]}-${twoDigits[1 + (place % 28)]} 14:${twoDigits[place % 60]}:30`;
    case 7:
      return String(place * (column + 1));
    default:
      return `Text ${place}/${column}`;
  }
}

export function leadRows(from: number, count: number, total: number, columns: readonly Column[]): TableRows {
  const rows = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, offset): TableRow => {
    const place = from + offset;
    return {
      id: String(place + 1),
      name: `Record ${place}`,
      isDeleted: false,
      canEdit: true,
      canDelete: true,
      cells: columns.map((_column, column) => leadCell(place, column)),
    };
  });
  return { from, rows, columns, total };
}
