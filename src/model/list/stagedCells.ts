import { t } from '@vscode/l10n';
import { writtenEntries } from '../draft/recordText.ts';
import { isObject, type JsonValue } from '../json.ts';

/** A staged change of a cell: `from` is the service's value when it was edited. */
export interface StagedChange {
  readonly from: string | null;
  readonly to: string | null;
  /** The record's value at that time, if the list writes it differently, such as a date in another format. */
  readonly held?: string | null;
  /** For a reference: the target record. `to` is its name. */
  readonly reference?: StagedReference;
}

export interface StagedReference {
  readonly id: string;
  readonly model?: string;
}

/** Why a staged cell was not saved. */
export interface CellProblem {
  readonly problem: string;
  /** The problem concerns the whole record. */
  readonly isOfRecord?: true;
  /** The service's current value, if someone else changed it. */
  readonly theirs?: string | null;
  /** Its record was deleted. */
  readonly isGone?: true;
}

/** Staged changes of one record, by field name. */
export type StagedRecord = ReadonlyMap<string, StagedChange>;

/** Staged changes by record id; as JSON, this is the text of a list view's document. */
export type Staged = ReadonlyMap<string, StagedRecord>;

export type ReadStaged =
  | {
      readonly staged: Staged;
      /** Base URL of the service that the records belong to; undefined if the text doesn't say. */
      readonly madeFor: string | undefined;
      readonly problem?: undefined;
    }
  /** One sentence that names the line, if known. */
  | { readonly staged?: undefined; readonly madeFor?: undefined; readonly problem: string };

/** Its value is a string, so it can't be confused with a record's cells. */
const serviceKey = '$service';

export function stagedText(staged: Staged, madeFor: string | undefined): string {
  const records = [...staged].filter(([, cells]) => cells.size > 0);
  const plain = records.map(([id, cells]) => [id, Object.fromEntries(cells) as unknown as JsonValue] as const);
  const service = madeFor === undefined || records.length === 0 ? [] : [[serviceKey, madeFor] as const];
  return writtenEntries([...service, ...plain]);
}

/** Why staged changes without a service can't be sent. */
export function noServiceStaged(): string {
  return t('The staged cells don\'t name their service. Add its address as "$service", or discard them.');
}

/** Parses text that the user may have edited. */
export function readStaged(text: string): ReadStaged {
  let value: JsonValue;
  try {
    value = text.trim() === '' ? {} : (JSON.parse(text) as JsonValue);
  } catch (error) {
    const line = /line (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return {
      problem:
        line === undefined
          ? t('The staged cells are not JSON.')
          : t('The staged cells are not JSON (see line {0}).', line),
    };
  }
  if (!isObject(value)) return { problem: t('The staged cells must be a single object keyed by record id.') };
  const staged = new Map<string, StagedRecord>();
  let madeFor: string | undefined;
  for (const [id, cells] of Object.entries(value)) {
    if (id === serviceKey && typeof cells === 'string') {
      madeFor = cells;
      continue;
    }
    const read = readRecord(cells);
    if (!read)
      return {
        problem: t('The staged cells of record {0} must have the form { "field": { "from": …, "to": … } }.', id),
      };
    if (read.size > 0) staged.set(id, read);
  }
  return { staged, madeFor };
}

function readRecord(cells: JsonValue): StagedRecord | undefined {
  if (!isObject(cells)) return undefined;
  const read = new Map<string, StagedChange>();
  for (const [field, change] of Object.entries(cells)) {
    if (!isObject(change) || field === '') return undefined;
    const { from, to, held, reference: written } = change;
    if (!isCell(from) || !isCell(to) || (held !== undefined && !isCell(held))) return undefined;
    const reference = written === undefined ? undefined : readReference(written);
    if (written !== undefined && !reference) return undefined;
    read.set(field, { from, to, ...(held !== undefined && { held }), ...(reference && { reference }) });
  }
  return read;
}

function readReference(value: JsonValue): StagedReference | undefined {
  if (!isObject(value)) return undefined;
  const { id, model } = value;
  if (typeof id !== 'string' || id === '' || (model !== undefined && typeof model !== 'string')) return undefined;
  return { id, ...(model !== undefined && { model }) };
}

function isCell(value: JsonValue | undefined): value is string | null {
  return value === null || typeof value === 'string';
}

/** Undefined discards the staged change; so does a value equal to the service's. */
export function withCell(staged: Staged, id: string, field: string, change: StagedChange | undefined): Staged {
  const cells = new Map(staged.get(id));
  if (change === undefined || isNoChange(change)) cells.delete(field);
  else cells.set(field, change);
  const next = new Map(staged);
  if (cells.size > 0) next.set(id, cells);
  else next.delete(id);
  return next;
}

/** Compares references by id, because two records can have the same name. */
function isNoChange({ from, to, held, reference }: StagedChange): boolean {
  return reference && held !== undefined ? reference.id === held : (from ?? '') === (to ?? '');
}

/** True if both changes set the cell to the same value. A hand-written one may omit the id of the referenced record. */
export function setsSame(one: StagedChange, other: StagedChange): boolean {
  const [id, otherId] = [one.reference?.id, other.reference?.id];
  return one.to === other.to && (id === undefined || otherId === undefined || id === otherId);
}

/** Removes saved cells. An edit made during the save starts from the saved value. */
export function withoutSaved(staged: Staged, saved: Staged): Staged {
  let left = staged;
  for (const [id, cells] of saved)
    for (const [field, change] of cells) {
      const now = staged.get(id)?.get(field);
      left = withCell(left, id, field, now && setsSame(now, change) ? undefined : sinceSaved(change, now));
    }
  return left;
}

/** If the user discarded the change while it was being saved, stage the original value. */
function sinceSaved(saved: StagedChange, now: StagedChange | undefined): StagedChange {
  const { reference, held } = saved;
  const base = { from: saved.to, ...(reference && { held: reference.id }) };
  if (now) return { ...base, to: now.to, ...(now.reference && { reference: now.reference }) };
  if (!reference) return { ...base, to: held === undefined ? saved.from : held };
  return { ...base, to: saved.from, ...(held && { reference: { id: held } }) };
}
