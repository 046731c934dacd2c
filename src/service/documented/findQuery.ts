import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { parseJson } from '../../model/exactJson.ts';
import { isObject, type JsonValue } from '../../model/json.ts';
import type { Conditions, QueryRemark, RecordQuery } from '../../model/list/recordQuery.ts';

/** The interface's fine-grained query, `q`. Conditions test equality; other keys are passed through unchanged. */
export interface FindQuery {
  readonly method?: 'find';
  readonly fields?: readonly string[];
  readonly where?: Conditions | readonly Conditions[];
  /** `<column> ASC` or `<column> DESC`, applied in order. */
  readonly order?: readonly string[];
  readonly [other: string]: JsonValue | undefined | readonly string[] | Conditions | readonly Conditions[];
}

/** The query for a list's conditions, or the raw query that replaces them. */
export function findQuery({ where = {}, expertQuery = '' }: RecordQuery): FindQuery | undefined {
  if (expertQuery.trim() !== '') return parseExpertQuery(expertQuery);
  return Object.keys(where).length === 0 ? undefined : { method: 'find', where: [where] };
}

function parseExpertQuery(text: string): FindQuery | undefined {
  const why = notJson(text);
  if (why !== undefined) throw new ServiceError('unreadable', { doing: t('use the query'), why });
  // `null` and other falsy values mean no query
  return (parseJson(text) || undefined) as FindQuery | undefined;
}

/** Initial text of a raw query: the conditions in the form that `findQuery` reads. */
export function expertText(where: Conditions): string {
  return JSON.stringify({ where }, undefined, 2);
}

/** Keys that the interface names; the first four apply to lists. */
const knownKeys = ['method', 'fields', 'where', 'order', 'pheader', 'related_model_class', 'show_has_many_records'];

/** Returns undefined for a valid or empty query. */
export function checkQuery(text: string, columnNames: readonly string[]): QueryRemark | undefined {
  if (text.trim() === '') return undefined;
  const why = notJson(text);
  if (why !== undefined) return { text: why, canBeSent: false };
  const warning = warningAbout(JSON.parse(text) as JsonValue, columnNames);
  return warning === undefined ? undefined : { text: t('It will be sent as is, but: {0}', warning), canBeSent: true };
}

function notJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '');
    const position = found && ([found[1] ?? '', found[2] ?? ''] as const);
    return position === null ? t('This is not JSON.') : t('This is not JSON (line {0}, column {1}).', ...position);
  }
}

/**
 * True for a find that has only keys named by the interface. The effect of any other `method` is unknown: a user may
 * send one, a link from an untrusted source may not.
 */
export function isPlainFind(text: string): boolean {
  try {
    const q = JSON.parse(text) as JsonValue;
    if (!isObject(q) || Object.keys(q).some((key) => !knownKeys.includes(key))) return false;
    return !Object.hasOwn(q, 'method') || q['method'] === 'find';
  } catch {
    return text.trim() === '';
  }
}

function warningAbout(q: JsonValue, columnNames: readonly string[]): string | undefined {
  if (!isObject(q)) return t('a query is usually an object such as {"where": {"leads.city": "Pune"}}.');
  const strange = Object.keys(q).find((key) => !knownKeys.includes(key));
  if (strange !== undefined)
    return t('“{0}” is not a known key of a query. Known keys include {1}.', strange, knownKeys.slice(0, 4).join(', '));
  if (q['method'] !== undefined && q['method'] !== 'find') return t('“method” is usually "find".');
  return checkFields(q['fields']) ?? checkWhere(q['where'], columnNames) ?? checkOrder(q['order'], columnNames);
}

function checkFields(fields: JsonValue | undefined): string | undefined {
  if (fields === undefined || (Array.isArray(fields) && fields.every((one) => typeof one === 'string'))) return;
  return t('“fields” is usually a list of column names.');
}

function checkWhere(where: JsonValue | undefined, columnNames: readonly string[]): string | undefined {
  if (where === undefined) return undefined;
  for (const conditions of Array.isArray(where) ? where : [where]) {
    if (!isObject(conditions))
      return t('“where” is usually an object of columns and their values, or a list of such objects.');
    // the service defines which values are allowed besides text
    for (const column of Object.keys(conditions)) {
      const problem = misspelled(column, columnNames);
      if (problem) return problem;
    }
  }
  return undefined;
}

function checkOrder(order: JsonValue | undefined, columnNames: readonly string[]): string | undefined {
  if (order === undefined) return undefined;
  if (!Array.isArray(order)) return t('“order” is usually a list such as ["leads.city ASC"].');
  for (const one of order) {
    const [, column] = /^(\S+) (?:ASC|DESC)$/.exec(typeof one === 'string' ? one : '') ?? [];
    if (column === undefined)
      return t('an entry of “order” is usually a column and ASC or DESC, such as "leads.city ASC".');
    const problem = misspelled(column, columnNames);
    if (problem) return problem;
  }
  return undefined;
}

/**
 * A service may have more columns than a list view shows, so only a near match of a shown column is reported as a typo.
 */
function misspelled(column: string, columnNames: readonly string[]): string | undefined {
  if (columnNames.includes(column)) return undefined;
  const near = columnNames.find((name) => name.toLowerCase() === column.toLowerCase() || name.endsWith(`.${column}`));
  return near === undefined ? undefined : t('there is no column “{0}”. Did you mean “{1}”?', column, near);
}
