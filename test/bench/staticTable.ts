import { leadCell, leadColumns } from './leads.ts';

/** The first rows with all columns as static HTML. */
export function staticTable(rows: number, columns: number): string {
  const header = leadColumns(columns).map(({ label }) => `<th>${label}</th>`);
  const body = Array.from({ length: rows }, (_, place) => {
    const cells = Array.from({ length: columns }, (_cell, column) => `<td>${leadCell(place, column) ?? ''}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${header.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}
