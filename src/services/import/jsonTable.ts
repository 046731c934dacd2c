import { t } from '@vscode/l10n';
import { FileProblem } from '../../model/fileProblem.ts';
import { scalarText } from '../../model/form/fieldValue.ts';
import type { JsonValue } from '../../model/json.ts';
import { type ImportCell, type ImportRow, type ImportTable, mostColumns } from './importTable.ts';
import { jsonRecords } from './jsonRecords.ts';
import { detectText, readText, type TextFile } from './textFile.ts';

/** Records that tell which names there are. */
const looked = 200;

/** JSON and JSON Lines alike. */
export async function openJson(path: string, name: string): Promise<ImportTable> {
  const file = await detectText(path, name);
  const names = new Set<string>();
  for await (const { position, record } of jsonRecords(readText(file), name)) {
    for (const key of Object.keys(record)) names.add(key);
    if (position >= looked || names.size > mostColumns) break;
  }
  if (names.size === 0)
    throw new FileProblem(t('Could not import {0}: there is no record in it. Choose another file.', name));
  const titles = [...names];
  return {
    unit: 'record',
    titles,
    notes: file.note === undefined ? [] : [file.note],
    absent: undefined,
    mayBeDefused: false,
    rows: () => importRows(file, titles),
  };
}

async function* importRows(file: TextFile, titles: readonly string[]): AsyncGenerator<ImportRow, void, void> {
  const columns = new Map(titles.map((title, at) => [title, at]));
  for await (const { position, record } of jsonRecords(readText(file), file.name)) {
    const cells: ImportCell[] = [];
    let other: string | undefined;
    for (const [key, value] of Object.entries(record)) {
      const at = columns.get(key);
      if (at === undefined) other ??= key;
      else cells[at] = cellOf(value);
    }
    const problem = (): string => t('It has “{0}”, which the records before it do not have.', other ?? '');
    yield { position, cells, ...(other !== undefined && { problem: problem() }) };
  }
}

function cellOf(value: JsonValue | undefined): ImportCell {
  if (value === undefined || value === null) return null;
  return scalarText(value) ?? JSON.stringify(value);
}
