import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { parseJson } from '../../model/exactJson.ts';
import { isObject, type JsonValue } from '../../model/json.ts';
import type { Conditions, QueryRemark, RecordQuery } from '../../model/list/recordQuery.ts';

/** The fine-grained query of the interface, `q`. Conditions are equality; whatever else it may hold is passed on as it is. */
export interface FindQuery {
  readonly method?: 'find';
  readonly fields?: readonly string[];
  readonly where?: Conditions | readonly Conditions[];
  /** `<column> ASC` or `<column> DESC`, applied in order. */
  readonly order?: readonly string[];
  readonly [other: string]: JsonValue | undefined | readonly string[] | Conditions | readonly Conditions[];
}

/** What is sent for the conditions of a list, or for an expert's text in their place. */
export function findQuery({ where = {}, expertQuery = '' }: RecordQuery): FindQuery | undefined {
  if (expertQuery.trim() !== '') return parseExpertQuery(expertQuery);
  return Object.keys(where).length === 0 ? undefined : { method: 'find', where: [where] };
}

function parseExpertQuery(text: string): FindQuery | undefined {
  const why = notJson(text);
  if (why !== undefined) throw new ServiceError('unreadable', { doing: t('use the query'), why });
  // `null` and the like ask for nothing
  return (parseJson(text) || undefined) as FindQuery | undefined;
}

/** What a person begins with who writes a query: conditions as `findQuery` would read them. */
export function expertText(where: Conditions): string {
  return JSON.stringify({ where }, undefined, 2);
}

/** Those that the interface names, the first four for lists. */
const knownKeys = ['method', 'fields', 'where', 'order', 'pheader', 'related_model_class', 'show_has_many_records'];

/** Undefined when there is nothing to say about it. An empty text is none. */
export function checkQuery(text: string, columnNames: readonly string[]): QueryRemark | undefined {
  if (text.trim() === '') return undefined;
  const why = notJson(text);
  if (why !== undefined) return { text: why, canBeSent: false };
  const warning = warningAbout(JSON.parse(text) as JsonValue, columnNames);
  return warning === undefined ? undefined : { text: t('It is sent as it is, but: {0}', warning), canBeSent: true };
}

function notJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '');
    const position = found && ([found[1] ?? '', found[2] ?? ''] as const);
    return position === null ? t('This is not JSON.') : t('This is not JSON (line {0} column {1}).', ...position);
  }
}

/**
 * Whether it is a find, with nothing in it that the interface does not name. What a service does with any other `method`
 * nobody knows: a person may send it, a link that comes from anywhere may not.
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
    return t('“{0}” is not a known part of a query. Known are {1}.', strange, knownKeys.slice(0, 4).join(', '));
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
    if (!isObject(conditions)) return t('“where” is usually an object of columns and their values, or a list of such.');
    // what a value may be beyond a text is the service's own
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

/** A service may know more columns than a list view shows, so only what is nearly one of those is a slip. */
function misspelled(column: string, columnNames: readonly string[]): string | undefined {
  if (columnNames.includes(column)) return undefined;
  const near = columnNames.find((name) => name.toLowerCase() === column.toLowerCase() || name.endsWith(`.${column}`));
  return near === undefined ? undefined : t('there is no column “{0}”. Is “{1}” meant?', column, near);
}
