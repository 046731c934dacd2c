import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type ExportFormat, exportFormats, formatOfFile, parseFormat } from '../../model/export/exportFormat.ts';
import type { ExportRows } from '../../model/export/exportPlan.ts';
import { UserError } from '../../platform/errorReporter.ts';
import type { ArgumentName } from '../../platform/runCommand.ts';
import { tableQuery, type TableQuery } from '../../features/table/tableProtocol.ts';
import { fileIn, isTrue, ownProperty, textIn, valueIn } from '../commandArgument.ts';

/** What the caller of an export has decided already. */
export interface ExportOptions {
  readonly query: TableQuery | undefined;
  /** Those that a person selected; undefined when nothing is. */
  readonly selected: ExportRows | undefined;
  /** Those that are on the screen. */
  readonly shown: (ExportRows & { readonly kind: 'range' }) | undefined;
  readonly columns: 'visible' | 'all' | readonly string[] | undefined;
  readonly format: ExportFormat | undefined;
  /** Values as a person reads them. */
  readonly asShown: boolean;
  readonly target: vscode.Uri | undefined;
}

/** Anyone can call a command, so its argument may be anything. */
export function readExportOptions(argument: unknown): ExportOptions {
  const target = fileIn(argument, 'target');
  return {
    query: queryOf(argument),
    selected: selectedOf(argument),
    shown: shownOf(valueIn(argument, 'shown')),
    columns: columnsOf(argument),
    format: formatOf(argument) ?? (target && formatOfFile(target.path)),
    asShown: isTrue(argument, 'asShown'),
    target,
  };
}

function queryOf(argument: unknown): TableQuery | undefined {
  const said = valueIn(argument, 'query');
  if (said === undefined) return undefined;
  const query = tableQuery.safeParse(said);
  if (!query.success) throw wrong('query', t('an object with sort, search, filters or rawQ'));
  return query.data;
}

function selectedOf(argument: unknown): ExportRows | undefined {
  const ids = textsIn(argument, 'ids');
  if (ids) return { kind: 'ids', ids: [...new Set(ids)] };
  const except = textsIn(argument, 'except');
  return except && { kind: 'all', except: new Set(except) };
}

function shownOf(said: unknown): ExportOptions['shown'] {
  if (said === undefined) return undefined;
  const [from, count] = [ownProperty(said, 'from'), ownProperty(said, 'count')];
  if (!isCount(from, 0) || !isCount(count, 1))
    throw wrong('shown', t('an object with from (counted from 0) and count'));
  return { kind: 'range', from, count };
}

function columnsOf(argument: unknown): ExportOptions['columns'] {
  const said = valueIn(argument, 'columns');
  if (said === undefined || said === 'visible' || said === 'all') return said;
  const keys = textsIn(argument, 'columns');
  if (!keys || keys.length === 0) throw wrong('columns', t('“visible”, “all”, or a list of keys'));
  return keys;
}

function formatOf(argument: unknown): ExportFormat | undefined {
  const said = textIn(argument, 'format');
  if (said === undefined) return undefined;
  const format = parseFormat(said);
  if (!format) throw wrong('format', t('one of these: {0}', exportFormats.map(({ format: name }) => name).join(', ')));
  return format;
}

function textsIn(argument: unknown, name: ArgumentName): readonly string[] | undefined {
  const said = valueIn(argument, name);
  if (said === undefined) return undefined;
  if (Array.isArray(said) && said.every((one) => typeof one === 'string')) return said;
  throw wrong(name, t('a list of texts'));
}

function isCount(said: unknown, least: number): said is number {
  return typeof said === 'number' && Number.isSafeInteger(said) && said >= least;
}

function wrong(name: string, expected: string): UserError {
  return new UserError(t('Could not export: “{0}” must be {1}.', name, expected));
}
