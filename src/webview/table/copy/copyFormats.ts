/** Cells that leave the table: the names of the columns, and the values in their order. */
export interface CopiedTable {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export type CopyFormat = 'text' | 'csv' | 'json' | 'markdown';

const formats: Readonly<Record<CopyFormat, (table: CopiedTable) => string>> = {
  // without the labels: one cell is copied as its text alone
  text: ({ rows }) =>
    rows.length === 1 && rows[0]?.length === 1
      ? (rows[0][0] ?? '')
      : rows.map((row) => row.map(tabbed).join('\t')).join('\n'),
  csv: ({ labels, rows }) => [labels, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n'),
  json: ({ labels, rows }) => {
    const names = distinct(labels);
    const records = rows.map((row) => Object.fromEntries(names.map((name, place) => [name, row[place] ?? null])));
    return JSON.stringify(records, undefined, 2);
  },
  markdown: ({ labels, rows }) => {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [labels.map(markdownCell), labels.map(() => '---'), ...rows.map((row) => row.map(markdownCell))]
      .map(line)
      .join('\n');
  },
};

export function copied(table: CopiedTable, format: CopyFormat): string {
  return formats[format](table);
}

function tabbed(value: string | null): string {
  const text = value ?? '';
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a spreadsheet would run as a formula is written so that it does not. */
function csvCell(value: string | null): string {
  const text = value ?? '';
  const isNumber = /^[+-]?\d+(\.\d+)?$/.test(text);
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function markdownCell(value: string | null): string {
  return (value ?? '')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
}

/** Two columns may bear the same label. */
function distinct(labels: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return times === 1 ? label : `${label} (${times})`;
  });
}
