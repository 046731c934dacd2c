import { addressParts, parseAddress, type RecordsAddress } from './address.ts';
import { withoutSearch } from './withoutSearch.ts';
import { areConditions, type Condition } from '../list/condition.ts';
import type { LinkedColumns } from '../list/columnOrder.ts';
import type { IsPlainQuery, ViewQuery } from '../list/recordQuery.ts';

/** State of the table that a link to a list view carries: sorting, search, filters and columns. */
export interface LinkQuery {
  readonly sort?: { readonly columnName: string; readonly direction: 'ASC' | 'DESC' } | undefined;
  readonly search?: string | undefined;
  readonly filters?: Readonly<Record<string, string | null>> | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  /** Raw query. */
  readonly rawQ?: string | undefined;
  readonly find?: Exclude<ViewQuery, { readonly kind: 'related' }> | undefined;
  readonly columns?: LinkedColumns | undefined;
}

/** The path and query of a `vscode://recordbench.recordbench` link. */
export interface LinkParts {
  readonly path: string;
  readonly query: string;
}

/** Builds `/open/<connection>/<module>/<controller>/<file>` with the query, if any, as JSON. Never contains a token. */
export function linkParts(address: RecordsAddress, query: LinkQuery = {}): LinkParts {
  // a saved search exists only on this computer, so the link carries its query
  const { authority, path } = addressParts(withoutSearch(address));
  const said = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
  const written = (part: object): string =>
    Object.keys(part).length === 0 ? '' : `query=${encodeURIComponent(JSON.stringify(part))}`;
  const { columns: _, ...others } = said;
  const whole = written(said);
  // thousands of columns would make the link too long to open
  return { path: `/open/${authority}${path}`, query: whole.length > longest ? written(others) : whole };
}

/** Returns undefined for anything that `linkParts` can't produce: links are untrusted. */
export function readLink(
  { path, query }: LinkParts,
  isPlainQuery: IsPlainQuery,
): { address: RecordsAddress; query: LinkQuery } | undefined {
  const [, authority, rest] = /^\/open\/([^/]+)(\/.+)$/.exec(path) ?? [];
  const address = authority === undefined || rest === undefined ? undefined : parseAddress({ authority, path: rest });
  if (!address || query.length > longest) return undefined;
  const text = new URLSearchParams(query).get('query');
  if (text === null) return { address, query: {} };
  const read = readQuery(text, isPlainQuery);
  return read && { address, query: read };
}

const longest = 100_000;

function readQuery(text: string, isPlainQuery: IsPlainQuery): LinkQuery | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(said)) return undefined;
  const { sort, search, filters, conditions, rawQ, find, columns, ...others } = said;
  if (Object.keys(others).length > 0 || !isTextOrAbsent(search) || !isTextOrAbsent(rawQ)) return undefined;
  if (columns !== undefined && !isColumns(columns)) return undefined;
  if (!isFilters(filters) || !isPlainQuery(rawQ ?? '')) return undefined;
  if (conditions !== undefined && !areConditions(conditions)) return undefined;
  const sorted = sort === undefined ? undefined : readSort(sort);
  if (sort !== undefined && !sorted) return undefined;
  const found = find === undefined ? undefined : readFind(find);
  if (find !== undefined && !found) return undefined;
  return {
    ...(sorted && { sort: sorted }),
    ...(search !== undefined && { search }),
    ...(filters !== undefined && { filters }),
    ...(conditions !== undefined && { conditions }),
    ...(rawQ !== undefined && { rawQ }),
    ...(found && { find: found }),
    ...(columns !== undefined && { columns }),
  };
}

function readFind(find: unknown): LinkQuery['find'] {
  if (!isObject(find)) return undefined;
  const { kind, category, criteria, url, type } = find;
  if (kind === 'category' && typeof category === 'string') return { kind, category };
  if (kind === 'criteria' && typeof criteria === 'string') return { kind, criteria };
  if (kind === 'entry' && typeof url === 'string' && typeof type === 'string') return { kind, url, type };
  return undefined;
}

function readSort(sort: unknown): LinkQuery['sort'] {
  if (!isObject(sort)) return undefined;
  const { columnName, direction } = sort;
  if (typeof columnName !== 'string' || (direction !== 'ASC' && direction !== 'DESC')) return undefined;
  return { columnName, direction };
}

function isFilters(value: unknown): value is Record<string, string | null> | undefined {
  if (value === undefined) return true;
  return isObject(value) && Object.values(value).every((text) => text === null || typeof text === 'string');
}

function isColumns(value: unknown): value is LinkedColumns {
  const parts = ['order', 'hidden', 'shown', 'pinned'];
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([part, keys]) =>
        parts.includes(part) && Array.isArray(keys) && keys.every((key) => typeof key === 'string' && key !== ''),
    )
  );
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
