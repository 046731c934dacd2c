import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { cutNote } from '../../model/export/exportPlan.ts';
import { FirstIndexes } from '../../model/firstIndexes.ts';
import type { RowFilter } from '../../model/list/rowFilter.ts';
import { canonicalId } from '../../model/recordKey.ts';
import { ServiceMessages } from '../common/serviceMessages.ts';
import { PackedTexts, type Texts } from '../common/packedTexts.ts';
import { ListReader } from '../lists/listReader.ts';
import type { ListQuery } from '../lists/listAddress.ts';
import { filteredQuery, matcher, type ReferenceNames, serviceQuery } from '../lists/listFilter.ts';

/** Records for bulk work: the given ids, or all that match. */
export interface BulkTarget {
  readonly connection: string;
  readonly controller: ControllerName;
  /** Base URL of the service that has the records. */
  readonly madeFor: string;
  readonly ids?: Texts;
  /** List view of all matching records, if no ids are given. */
  readonly listView?: string;
  readonly query?: ListQuery;
  readonly except?: readonly string[];
}

export interface CollectedIds {
  readonly ids: Texts;
  /** Notes for the user, plus messages from the service. */
  readonly notes: readonly string[];
}

const maxReported = 5;

/** Collects all ids before the first write, so that a run can't chase its own changes. */
export async function collectIds(
  client: RecordService,
  target: BulkTarget,
  references: ReferenceNames,
  onProgress: (found: number, total: number | undefined) => void,
  signal: AbortSignal,
): Promise<CollectedIds> {
  const except = new Set(target.except?.map(canonicalId));
  // ids that were collected before are already distinct
  if (target.ids instanceof PackedTexts && except.size === 0) return { ids: target.ids, notes: [] };
  if (target.ids) return distinctIds(target.ids, except);
  const listView = target.listView === undefined ? {} : { listView: target.listView };
  const list = { controller: target.controller, listView: target.listView };
  const query = await filteredQuery(client, list, target.query ?? {}, references, signal);
  const collected = new ServiceMessages();
  const reader = new ListReader(async (page, limit, abort) => {
    const asked = { ...listView, ...serviceQuery(query), page, limit };
    return collected.collectDuring(() => client.records(target.controller, asked, abort));
  }, client.connection.network.pageSize);
  const ids = new PackedTexts();
  const seen = new FirstIndexes();
  let [read, rows, found, unnamed] = [0, 0, 0, 0];
  let matches: RowFilter | undefined;
  // without conditions, the cells aren't needed
  for await (const page of reader.rows(0, Number.POSITIVE_INFINITY, query.filter ? undefined : [], signal)) {
    if (signal.aborted) throw new ServiceError('canceled', { doing: t('find the records'), why: t('it was canceled') });
    matches ??= matcher(query, reader.first?.columns ?? []);
    for (const row of page) {
      read += 1;
      if (matches?.(row) === false) continue;
      rows += 1;
      const { id } = row;
      if (id === null) unnamed += 1;
      else if (seen.addIfNew(id, rows) === undefined) {
        found += 1;
        if (!except.has(canonicalId(id))) ids.push(id);
      }
    }
    onProgress(found, query.filter ? undefined : reader.total);
  }
  if (read === 0) onProgress(0, reader.total);
  const note = noteOn({ read, rows, found, unnamed }, reader.total);
  const notes = [...(note === undefined ? [] : [note]), ...(reader.isCut ? [cutNote()] : []), ...collected.said];
  return { ids, notes };
}

/** Returns each record once: of ids that differ only in spelling, keeps the first and reports the others. */
function distinctIds(named: Texts, except: ReadonlySet<string>): CollectedIds {
  const first = new Map<string, string>();
  const spelled: string[] = [];
  for (const id of named) {
    const key = canonicalId(id);
    const known = first.get(key);
    if (known === undefined) first.set(key, id);
    else if (known !== id) spelled.push(t('{0} (as {1})', id, known));
  }
  const ids = [...first].flatMap(([key, id]) => (except.has(key) ? [] : [id]));
  const listed = spelled.length > maxReported ? [...spelled.slice(0, maxReported), '…'] : spelled;
  const note = t('Listed more than once with different spellings: {0}.', listed.join(', '));
  return { ids, notes: spelled.length > 0 ? [note] : [] };
}

interface RowCounts {
  readonly read: number;
  /** Rows that match. */
  readonly rows: number;
  /** Different records. */
  readonly found: number;
  readonly unnamed: number;
}

function noteOn({ read, rows, found, unnamed }: RowCounts, total: number | undefined): string | undefined {
  if (unnamed > 0) return t('Skipped rows of the list that have no id: {0}.', unnamed);
  if (total !== undefined && read !== total)
    return t('The service reported {0} records, but {1} were found.', total, read);
  return found < rows
    ? t('The list changed while it was being read: {0} different records were found in {1} rows.', found, rows)
    : undefined;
}
