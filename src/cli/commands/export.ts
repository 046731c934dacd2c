import path from 'node:path';
import { shortName } from '../../model/controller.ts';
import { chosenColumns, columnsAsShown, type ExportColumn, exportColumns } from '../../model/export/exportColumns.ts';
import {
  assertFits,
  type ExportFormat,
  exportFormats,
  formatInfo,
  formatOfFile,
  parseFormat,
} from '../../model/export/exportFormat.ts';
import { allRows, expectedCount, type ExportRows } from '../../model/export/exportPlan.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { RecordChanges } from '../../services/common/recordChanges.ts';
import { DiskFile } from '../../services/export/diskFile.ts';
import type { ExportFile } from '../../services/export/exportFile.ts';
import { Exporter } from '../../services/export/exporter.ts';
import { formOfList } from '../../services/records/formOfList.ts';
import { RecordForms } from '../../services/records/recordForms.ts';
import { CliProblem } from '../cliProblem.ts';
import { command, type Given } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { columnNamed, conditionHelp, openList, type OpenList, queryOptions } from '../listOptions.ts';
import { connectionOptions, inSession, type Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { controllerNamed } from './list.ts';

const formatNames = exportFormats.map(({ format }) => format);

const options = {
  ...connectionOptions,
  'list-view': { type: 'string', value: 'NAME', about: 'Name or id of a list view (default: the default list view)' },
  output: { type: 'string', value: 'FILE', about: 'File to write (default: -, which is stdout)' },
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: formatNames,
    about: `${formatNames.join(', ')} (default: by the extension of FILE, else csv)`,
  },
  columns: { type: 'string', value: 'COLUMNS', about: 'visible (default), all, or a comma-separated list of names' },
  'as-shown': {
    type: 'boolean',
    about: "Export displayed instead of stored values (CSV and Excel only; can't be re-imported)",
  },
  'keep-formulas': { type: 'boolean', about: "Don't escape cells that a spreadsheet would run as formulas" },
  ...queryOptions,
  sort: { type: 'string', value: 'COLUMN', about: 'Column to sort by' },
  descending: { type: 'boolean', about: 'Sort in descending order' },
  ids: { type: 'string', value: 'IDS', about: 'Only the records with these ids (comma-separated)' },
  from: { type: 'string', value: 'N', about: 'Position of the first record (default: 1)' },
  count: { type: 'string', value: 'N', about: 'Number of records (default: all)' },
} as const;

/** `export` is a keyword. */
export const exportCommand = command({
  operands: 'CONTROLLER',
  about: `Exports the records of a list view. The file is created only when the export is complete.
${conditionHelp}
Exits with 3 if records may be missing or duplicated, for example because the list changed during the export.`,
  options,
  examples: [
    'recordbench export crm/leads --connection test --output leads.csv',
    'recordbench export crm/leads --connection test --where "amount > 1000" --sort amount --format jsonLines',
  ],
  run: (given, [controller = ''], context) =>
    inSession(given, context, async (session) => {
      const { terminal, signal, threadScript, workingFolder } = context;
      const output = given.output === '-' ? undefined : given.output;
      const format = formatFor(given);
      const rows = rowsIn(given);
      if (output === undefined && given.json === true)
        throw new CliProblem(
          'Could not run export: --json writes a report about the export to stdout, so the records need --output FILE.',
        );
      const list = await openList(session, controllerNamed(controller), given['list-view'], queryOf(given), signal);
      const { client, first, query, listView } = list;
      const { columns, isLabeled } = await columnsOf(given, list, format, session);
      assertFits(format, expectedCount(rows, first.total), columns.length);
      const file =
        output === undefined ? stdoutFile(terminal) : await DiskFile.open(path.resolve(workingFolder, output));
      const { written, expected, isComplete, notes, said } = await new Exporter({ script: threadScript }).exportRows(
        {
          client,
          listTarget: { controller: list.controller, listView },
          query,
          first,
          rows,
          columns,
          format,
          defuse: given['keep-formulas'] !== true,
          onProgress: (done, total) => terminal.progress(`Exported ${done} of ${total ?? '?'} records`),
        },
        file,
        signal,
      );
      const all = isLabeled
        ? [...notes]
        : [...notes, 'The service did not provide labels for its choices, so the stored values were exported.'];
      for (const sentence of [...all, ...said]) terminal.note(sentence);
      return {
        exit: isComplete ? exitCodes.done : exitCodes.partly,
        document: {
          controller: list.controller,
          listView: { id: listView ?? null, name: list.name },
          file: output ?? null,
          format,
          columns: columns.map(({ key, title }) => ({ key, title })),
          written,
          expected: expected ?? null,
          isComplete,
          notes: all,
          messages: [...said],
        },
        lines:
          output === undefined
            ? []
            : [
                `Exported ${formatNumber(written)} ${written === 1 ? 'record' : 'records'} of “${list.name}” to ${output}.`,
              ],
      };
    }),
});

async function columnsOf(
  given: Given<typeof options>,
  list: OpenList,
  format: ExportFormat,
  { clients, connections }: Session,
): Promise<{ readonly columns: readonly ExportColumn[]; readonly isLabeled: boolean }> {
  const { first, controller } = list;
  const which = given.columns ?? 'visible';
  const chosen =
    which === 'visible' || which === 'all'
      ? chosenColumns(first.columns, null, which)
      : which.split(',').map((name) => columnNamed(first.columns, name.trim(), '--columns'));
  const columns = exportColumns(first, chosen);
  if (given['as-shown'] !== true) return { columns, isLabeled: true };
  if (!formatInfo(format).detailAsShown)
    throw new CliProblem(
      `Could not use --as-shown: ${formatInfo(format).label} always has the stored values. Use CSV or Excel.`,
    );
  const form = await formOfList(new RecordForms(clients, new RecordChanges(), connections), list, first);
  const alias = first.alias ?? shortName(controller);
  return { columns: columnsAsShown({ ...first, alias }, columns, form), isLabeled: form !== undefined };
}

function formatFor({ format, output }: Given<typeof options>): ExportFormat {
  if (format === undefined) return (output === undefined ? undefined : formatOfFile(output)) ?? 'csv';
  const found = parseFormat(format);
  if (found) return found;
  const known = formatNames.join(', ');
  throw new CliProblem(`Could not use --format: “${format}” is not one of ${known}.`);
}

function queryOf({ sort, descending, ...given }: Given<typeof options>): Parameters<typeof openList>[3] {
  if (sort !== undefined)
    return { ...given, sort: { columnName: sort, direction: descending === true ? 'DESC' : 'ASC' } };
  if (descending !== true) return given;
  throw new CliProblem('Could not use --descending without --sort COLUMN.');
}

function rowsIn({ ids, from, count }: Given<typeof options>): ExportRows {
  if (ids !== undefined) {
    if (from !== undefined || count !== undefined)
      throw new CliProblem('Could not read the options: use --ids, or --from and --count, not both.');
    return { kind: 'ids', ids: [...new Set(ids.split(',').map((id) => id.trim()))].filter((id) => id !== '') };
  }
  if (from === undefined && count === undefined) return allRows;
  return {
    kind: 'range',
    from: numberIn('from', from, 1) - 1,
    count: numberIn('count', count, Number.MAX_SAFE_INTEGER),
  };
}

function numberIn(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new CliProblem(`Could not use --${name}: it must be a whole number from 1.`);
}

function stdoutFile(terminal: Terminal): ExportFile {
  return {
    write: (bytes) => terminal.writeBytes(bytes),
    finish: async () => undefined,
    discard: async () => undefined,
  };
}
