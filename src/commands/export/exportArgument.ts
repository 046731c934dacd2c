import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ExportFormat, formatOfFile, parseFormat } from '../../model/export/exportFormat.ts';
import type { ExportRows } from '../../model/export/exportPlan.ts';
import { UserError } from '../../platform/errors.ts';
import { tableQuery, type TableQuery } from '../../protocol/table.ts';
import { property } from '../commandArgument.ts';

/** What the caller of an export has decided already. */
export interface ExportWishes {
  readonly query: TableQuery | undefined;
  /** Those that a person selected; undefined when nothing is. */
  readonly selected: ExportRows | undefined;
  /** Those that are on the screen. */
  readonly shown: (ExportRows & { readonly kind: 'range' }) | undefined;
  readonly columns: 'visible' | 'all' | readonly string[] | undefined;
  readonly format: ExportFormat | undefined;
  readonly target: vscode.Uri | undefined;
}

/** Anyone can call a command, so its argument may be anything. */
export function exportWishes(argument: unknown): ExportWishes {
  const target = targetOf(argument);
  return {
    query: queryOf(argument),
    selected: selectedOf(argument),
    shown: shownOf(value(argument, 'shown')),
    columns: columnsOf(argument),
    format: formatOf(argument) ?? (target && formatOfFile(target.path)),
    target,
  };
}

function queryOf(argument: unknown): TableQuery | undefined {
  const given = value(argument, 'query');
  if (given === undefined) return undefined;
  const query = tableQuery.safeParse(given);
  if (!query.success) throw wrong('query', t('an object with sort, search, filters or rawQ'));
  return query.data;
}

function selectedOf(argument: unknown): ExportRows | undefined {
  const ids = texts(argument, 'ids');
  if (ids) return { kind: 'ids', ids: [...new Set(ids)] };
  const except = texts(argument, 'except');
  return except && { kind: 'all', except: new Set(except) };
}

function shownOf(given: unknown): ExportWishes['shown'] {
  if (given === undefined) return undefined;
  const [from, count] = [value(given, 'from'), value(given, 'count')];
  if (!isCount(from, 0) || !isCount(count, 1))
    throw wrong('shown', t('an object with from (counted from 0) and count'));
  return { kind: 'range', from, count };
}

function columnsOf(argument: unknown): ExportWishes['columns'] {
  const given = value(argument, 'columns');
  if (given === undefined || given === 'visible' || given === 'all') return given;
  const keys = texts(argument, 'columns');
  if (!keys || keys.length === 0) throw wrong('columns', t('“visible”, “all”, or a list of keys'));
  return keys;
}

function formatOf(argument: unknown): ExportFormat | undefined {
  const given = property(argument, 'format');
  if (given === undefined) return undefined;
  const format = parseFormat(given);
  if (!format) throw wrong('format', t('“csv”, “excel”, “json”, “jsonLines” or “markdown”'));
  return format;
}

/** The path of a file, its address, or a URI. */
function targetOf(argument: unknown): vscode.Uri | undefined {
  const given = value(argument, 'target');
  if (given instanceof vscode.Uri) return given;
  const text = property(argument, 'target');
  if (text === undefined) return undefined;
  return /^[a-z][a-z\d+.-]+:/i.test(text) ? vscode.Uri.parse(text) : vscode.Uri.file(text);
}

function texts(argument: unknown, name: string): readonly string[] | undefined {
  const given = value(argument, name);
  if (given === undefined) return undefined;
  if (Array.isArray(given) && given.every((one) => typeof one === 'string')) return given;
  throw wrong(name, t('a list of texts'));
}

function isCount(given: unknown, least: number): given is number {
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= least;
}

function value(argument: unknown, name: string): unknown {
  return typeof argument === 'object' && argument !== null
    ? Object.getOwnPropertyDescriptor(argument, name)?.value
    : undefined;
}

function wrong(name: string, expected: string): UserError {
  return new UserError(t('Could not export: “{0}” must be {1}.', name, expected));
}
