import type { JsonObject } from '../json.ts';
import type { PlanOperation } from '../plan/recordPlan.ts';
import { importFields, type ImportSubject } from '../import/importMapping.ts';
import { pathKey } from '../form/fieldPath.ts';
import type { FieldKind } from '../form/fieldKind.ts';
import { type ComparedField, meantCell } from './comparedFields.ts';
import type { ComparedEntry, ComparedRow, Side } from './comparison.ts';

/** A field that can be carried over to a side: its place in the comparison, and its name in the plan. */
export interface CarriedField {
  readonly at: number;
  readonly field: string;
  readonly label: string;
}

/** What is to become of the records of a side. */
export interface PlanChoice {
  /** The side that is changed. */
  readonly target: Side;
  readonly fields: readonly CarriedField[];
  readonly adds: boolean;
  readonly deletes: boolean;
}

/** The text of a cell says too little about these: which record is meant, or which list of choices. */
const notCarried = new Set<FieldKind>(['reference', 'choices']);

/** The fields that the forms of the target let anyone write: what its service keeps for itself is none of them. */
export function carriedFields(
  fields: readonly ComparedField[],
  target: Side,
  subject: Pick<ImportSubject, 'form'>,
): readonly CarriedField[] {
  const writable = new Map(
    importFields(subject)
      .filter(({ kind, isSystem, at }) => !isSystem && !notCarried.has(kind) && at.length === 1)
      .map((field) => [field.at[0], field]),
  );
  return fields.flatMap((field, at) => {
    const found = field.isCompared ? writable.get(field.ends[target]?.field) : undefined;
    return found ? [{ at, field: pathKey(found.at), label: field.label }] : [];
  });
}

/** What a plan says of an entry; undefined where there is nothing to do. */
export function plannedOperation(
  fields: readonly ComparedField[],
  { target, fields: carried, adds, deletes }: PlanChoice,
  entry: ComparedEntry,
): PlanOperation | undefined {
  const source: Side = target === 0 ? 1 : 0;
  const value = (row: ComparedRow, side: Side, at: number): string | null => {
    const field = fields[at];
    return field ? meantCell(field, side, row.cells[at] ?? null) : null;
  };
  if (entry.kind === 'duplicate') return undefined;
  if (entry.kind === 'different') {
    const rows = [entry.here, entry.there] as const;
    const { id, name } = rows[target];
    const changed = carried.filter(({ at }) => entry.fields.includes(at));
    if (id === null || changed.length === 0) return undefined;
    return {
      do: 'edit',
      id,
      name,
      fields: changed.map(({ at, field }) => ({
        field,
        was: value(rows[target], target, at),
        becomes: value(rows[source], source, at),
      })),
    };
  }
  const isOfTarget = (entry.kind === 'onlyHere') === (target === 0);
  const row = entry.kind === 'onlyHere' ? entry.here : entry.there;
  if (isOfTarget) {
    if (!deletes || row.id === null) return undefined;
    const held: JsonObject = Object.fromEntries(
      fields.flatMap(({ ends, isCompared }, at) => {
        const name = ends[target]?.field;
        return isCompared && name !== undefined ? [[name, value(row, target, at)]] : [];
      }),
    );
    return { do: 'delete', id: row.id, name: row.name, held };
  }
  const given = carried.map(({ at, field }) => ({ field, was: null, becomes: value(row, source, at) }));
  const filled = given.filter(({ becomes }) => becomes !== null);
  return adds && filled.length > 0 ? { do: 'add', name: row.name, fields: filled } : undefined;
}
