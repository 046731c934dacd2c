import { unescapeFormulas } from '../export/formulaEscape.ts';
import { type FieldKind, fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import { comparableText, isEmpty } from '../form/fieldValue.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { isSecretField } from '../form/secrets.ts';
import { hasAlready, importedValue } from '../import/importValue.ts';
import { columnField, fieldInTable, isSecretColumn } from '../list/columnField.ts';
import { sameChoices, sameFieldValue } from '../form/choices.ts';
import { readChoices } from '../list/choicesInCell.ts';
import type { Cell, Column, RecordPage } from '../list/recordPage.ts';
import type { Side } from './comparison.ts';

/** A column of one side: of a list view, or of a file. */
export interface SideColumn {
  /** The place of its cell in a row of that side. */
  readonly at: number;
  readonly key: string;
  readonly label: string;
  /** The field of a record that it shows as it is; undefined for one that only shows a text. */
  readonly field?: string;
  /** The field that points at the record whose name it shows. */
  readonly nameOf?: string;
  /** Undefined where nobody says, as in a file. */
  readonly kind?: FieldKind;
  /** The form of a record says so, not a header. */
  readonly isSure?: true;
  readonly options: readonly FieldOption[];
  readonly isId: boolean;
  /** One of the service's own: created, modified, revision. */
  readonly isSystem: boolean;
  /** A formula may stand in it with an apostrophe before it. */
  readonly mayBeDefused: boolean;
  /** What the service sorts by; left out where it does not. */
  readonly sortedBy?: string;
}

/** A field of the comparison: a column of one side, and of the other where that has it as well. Plain data. */
export interface ComparedField {
  readonly key: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly ends: readonly [SideColumn | null, SideColumn | null];
  /** Both sides have it, and it is not what tells records apart, nor the service's own. */
  readonly isCompared: boolean;
}

/** What they are called, no two of them the same. */
export function fieldNames(fields: readonly Pick<ComparedField, 'key' | 'label'>[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { label } of fields) times.set(label, (times.get(label) ?? 0) + 1);
  return fields.map(({ label, key }) => (times.get(label) === 1 ? label : `${label} (${key})`));
}

/** Its values are more than texts. */
function isTelling(kind: FieldKind): boolean {
  return fieldKinds[kind].column !== undefined || fieldKinds[kind].hasChoices === true;
}

/** The columns of a list view. A header knows less of a value than the form of a record. */
export function listColumns(
  { columns, alias, primaryKey }: Pick<RecordPage, 'columns' | 'alias' | 'primaryKey'>,
  form: RecordForm | undefined,
): readonly SideColumn[] {
  const shownAlias = alias ?? form?.alias;
  const all = columns.map((column, at) => ({ column, at }));
  const declared = all.filter(({ column }) => column.isDeclared);
  const isId = ({ key }: Column): boolean =>
    key === (primaryKey ?? (shownAlias === undefined ? 'id' : `${shownAlias}.id`)) || key === 'id';
  return (declared.length > 0 ? declared : all).flatMap(({ column, at }) => {
    const { field: name, isText = false } = columnField(column, shownAlias);
    const field = form && name !== undefined ? fieldInTable(form, name) : undefined;
    // what is compared is stored on the disk
    if (isSecretColumn(column) || (field && isSecretField(field))) return [];
    const isSure = !isText && field !== undefined && isTelling(field.kind);
    return {
      at,
      key: column.key,
      label: column.label,
      ...(name !== undefined && !isText && { field: name }),
      ...(name !== undefined && isText && field?.kind === 'reference' && { nameOf: name }),
      kind: isSure ? field.kind : column.kind,
      ...(isSure && { isSure }),
      options: isSure ? field.options : [],
      isId: isId(column),
      isSystem: field?.isSystem === true,
      mayBeDefused: false,
      ...(column.isSortable && column.columnName !== undefined && { sortedBy: column.columnName }),
    };
  });
}

/** The columns of a file, as an export names them: by a label, a key, or a label with its key where two have the same. */
export function fileColumns(
  titles: readonly string[],
  mayBeDefused: boolean,
  primaryKey: string | undefined,
): readonly SideColumn[] {
  return titles.flatMap((title, at) => {
    if (title.trim() === '') return [];
    const key = /\(([^()]+)\)$/.exec(title)?.[1] ?? title;
    if (isSecretColumn({ key, columnName: undefined, label: title, kind: 'text' })) return [];
    const isId = title.trim().toLowerCase() === 'id' || key === primaryKey;
    return [{ at, key, label: title, options: [], isId, isSystem: false, mayBeDefused }];
  });
}

/** Which columns of the two belong together: by their keys, fields, labels, and at last by the words in these. */
export function comparedFields(
  here: readonly SideColumn[],
  there: readonly SideColumn[],
  { isSystemHidden }: { readonly isSystemHidden: boolean },
): readonly ComparedField[] {
  const partners = new Map<SideColumn, SideColumn>();
  const left = new Set(there);
  for (const nameOf of [idOf, keyOf, bareKeyOf, labelOf, wordsOf]) {
    const named = Map.groupBy(left, nameOf);
    const own = Map.groupBy(
      here.filter((one) => !partners.has(one)),
      nameOf,
    );
    for (const [name, [column, ...more]] of own) {
      const [partner, ...others] = (name === undefined ? undefined : named.get(name)) ?? [];
      // a name that two columns have says nothing
      if (!column || !partner || more.length > 0 || others.length > 0) continue;
      partners.set(column, partner);
      left.delete(partner);
    }
  }
  const shared = here.map((column) => fieldOf(column, partners.get(column) ?? null, isSystemHidden));
  return [...shared, ...[...left].map((column) => fieldOf(null, column, isSystemHidden))];
}

type NameOf = (column: SideColumn) => string | undefined;
const idOf: NameOf = ({ isId }) => (isId ? 'id' : undefined);
const keyOf: NameOf = ({ key }) => key;
const bareKeyOf: NameOf = ({ key, field }) => field ?? key.split('.').at(-1);
const labelOf: NameOf = ({ label }) => label;
const wordsOf: NameOf = ({ label }) =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '') || undefined;

function fieldOf(here: SideColumn | null, there: SideColumn | null, isSystemHidden: boolean): ComparedField {
  const known = here ?? there;
  const isHidden = isSystemHidden && (here?.isSystem === true || there?.isSystem === true);
  return {
    key: known?.key ?? '',
    label: known?.label ?? '',
    kind: kindOf(here, there),
    ends: [here, there],
    isCompared: here !== null && there !== null && !here.isId && !there.isId && !isHidden,
  };
}

function kindOf(here: SideColumn | null, there: SideColumn | null): FieldKind {
  const sure = [here, there].find((column) => column?.isSure)?.kind;
  if (sure) return sure;
  const kinds = new Set([here?.kind, there?.kind].filter((kind) => kind !== undefined));
  const [kind] = kinds;
  return kind && kinds.size === 1 ? kind : 'text';
}

/** What a cell of one side says, in the service's own spelling where that is known: the value of a choice, not its label. */
export function meantCell({ kind, ends, label }: ComparedField, side: Side, cell: Cell): Cell {
  const end = ends[side];
  if (cell === null || cell === '' || !end) return null;
  // what a choice is called on the one side may be all that the other side knows of it
  const options = end.options.length > 0 ? end.options : (ends[side === 0 ? 1 : 0]?.options ?? []);
  return importedValue({ kind, options, label }, cell, end.mayBeDefused);
}

/** Whether two cells of a field say the same, by its kind. */
export function sameCell(field: ComparedField, here: Cell, there: Cell): boolean {
  const offered = { kind: field.kind, options: field.ends.find((end) => end && end.options.length > 0)?.options ?? [] };
  if (here === there || sameFieldValue(offered, here, there)) return true;
  const [one, other] = [meantCell(field, 0, here), meantCell(field, 1, there)];
  if (sameFieldValue(offered, one, other)) return true;
  const [own, others] = field.ends;
  if (fieldKinds[field.kind].isSet) {
    const [chosen, chosenThere] = [chosenIn(own, here), chosenIn(others, there)];
    return chosen !== undefined && chosenThere !== undefined && sameChoices(chosen, chosenThere);
  }
  // what a file could not hold as it was
  if (own && isOfFile(own)) return hasAlready(offered, other, one, here);
  return others !== null && isOfFile(others) && hasAlready(offered, one, other, there);
}

function chosenIn(end: SideColumn | null, cell: Cell): readonly string[] | undefined {
  return end ? readChoices(end, cell).chosen : undefined;
}

function isOfFile({ kind }: SideColumn): boolean {
  return kind === undefined;
}

/** The places of the fields that differ. */
export function differingFields(
  fields: readonly ComparedField[],
  here: readonly Cell[],
  there: readonly Cell[],
): readonly number[] {
  let found: number[] | undefined;
  for (let at = 0; at < fields.length; at++) {
    const one = here[at] ?? null;
    const other = there[at] ?? null;
    if (one === other) continue;
    const field = fields[at];
    if (field?.isCompared && !sameCell(field, one, other)) (found ??= []).push(at);
  }
  return found ?? [];
}

/** The field of a side's records that a column shows. */
export function fieldIn({ ends }: ComparedField, side: Side): string | undefined {
  return ends[side]?.field ?? ends[side]?.nameOf;
}

/** The fields whose values are compared. The key is none of them: it is equal in every pair. */
export function valueFields(fields: readonly ComparedField[], key: 'id' | number): readonly ComparedField[] {
  return fields.filter(({ isCompared }, at) => isCompared && at !== key);
}

/** What tells a record of one side from its others; empty for one that does not say. */
export function matchedText(field: ComparedField, side: Side, cell: Cell): string {
  const meant = meantCell(field, side, cell);
  if (isEmpty(meant, field.kind)) return '';
  return comparableText(meant, field.kind).trim();
}

/** The fields that records of both sides can be matched by. */
export function matchingFields(fields: readonly ComparedField[]): readonly ComparedField[] {
  return fields.filter(({ isCompared, kind }) => isCompared && kind !== 'boolean' && !fieldKinds[kind].isSet);
}

/** An id of a file, which may stand in quotes of a spreadsheet. */
export function fileId(cell: Cell, mayBeDefused: boolean): string {
  return (mayBeDefused && cell !== null ? unescapeFormulas(cell) : (cell ?? '')).trim();
}
