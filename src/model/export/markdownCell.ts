/** A value as a cell of a table in Markdown: whatever that would make of it, it stays the text that it is. */
export function markdownCell(value: string | null): string {
  if (value === null || value === '') return '';
  return value
    .replaceAll(/[\\|`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
}
