import { t } from '@vscode/l10n';
import { UserFacingError } from '../errors.ts';
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

/** A column of one side: a list view or a file. */
export interface SideColumn {
  /** Index of its cell in a row of that side. */
  readonly at: number;
  readonly key: string;
  readonly label: string;
  /** The record field whose value it shows unchanged; undefined if the column shows only a text. */
  readonly field?: string;
  /** The reference whose record name it shows. */
  readonly nameOf?: string;
  /** Undefined if unknown, as in a file. */
  readonly kind?: FieldKind;
  /** The kind comes from a record's form, not from a column header. */
  readonly isSure?: true;
  readonly options: readonly FieldOption[];
  readonly isId: boolean;
  /** A system field: created, modified, revision. */
  readonly isSystem: boolean;
  /** Formulas may be escaped with a leading apostrophe. */
  readonly mayBeDefused: boolean;
  /** The service's sort key; omitted if the column isn't sortable. */
  readonly sortedBy?: string;
}

/** A compared field: a column of one side, and its counterpart if the other side has one. Plain data. */
export interface ComparedField {
  readonly key: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly ends: readonly [SideColumn | null, SideColumn | null];
  /** True if both sides have the field and it is neither the id nor a system field. */
  readonly isCompared: boolean;
}

/** Unique display names. */
export function fieldNames(fields: readonly Pick<ComparedField, 'key' | 'label'>[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { label } of fields) times.set(label, (times.get(label) ?? 0) + 1);
  return fields.map(({ label, key }) => (times.get(label) === 1 ? label : `${label} (${key})`));
}

/** True if values of this kind are more than plain text. */
function isTypedKind(kind: FieldKind): boolean {
  return fieldKinds[kind].column !== undefined || fieldKinds[kind].hasChoices === true;
}

/** Columns of a list view. A form knows more about a value than a column header. */
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
    // comparisons are stored on disk, so leave out secrets
    if (isSecretColumn(column) || (field && isSecretField(field))) return [];
    const isSure = !isText && field !== undefined && isTypedKind(field.kind);
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

/** Columns of a file, named as an export names them: by label, by key, or by label and key if two labels are equal. */
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

/** Pairs the columns of both sides by key, field, label, and finally by the words in the label. */
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
      // a name shared by several columns is ambiguous
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

/** Returns the cell in the service's notation where known: the value of a choice, not its label. */
export function normalizedCell({ kind, ends, label }: ComparedField, side: Side, cell: Cell): Cell {
  const end = ends[side];
  if (cell === null || cell === '' || !end) return null;
  // one side may know a choice only by its label on the other side
  const options = end.options.length > 0 ? end.options : (ends[side === 0 ? 1 : 0]?.options ?? []);
  return importedValue({ kind, options, label }, cell, end.mayBeDefused);
}

/** True if two cells hold the same value according to the field's kind. */
export function sameCell(field: ComparedField, here: Cell, there: Cell): boolean {
  const offered = { kind: field.kind, options: field.ends.find((end) => end && end.options.length > 0)?.options ?? [] };
  if (here === there || sameFieldValue(offered, here, there)) return true;
  const [one, other] = [normalizedCell(field, 0, here), normalizedCell(field, 1, there)];
  if (sameFieldValue(offered, one, other)) return true;
  const [own, others] = field.ends;
  if (fieldKinds[field.kind].isSet) {
    const [chosen, chosenThere] = [chosenIn(own, here), chosenIn(others, there)];
    return chosen !== undefined && chosenThere !== undefined && sameChoices(chosen, chosenThere);
  }
  // a file may not be able to represent the value exactly
  if (own && isOfFile(own)) return hasAlready(offered, other, one, here);
  return others !== null && isOfFile(others) && hasAlready(offered, one, other, there);
}

function chosenIn(end: SideColumn | null, cell: Cell): readonly string[] | undefined {
  return end ? readChoices(end, cell).chosen : undefined;
}

function isOfFile({ kind }: SideColumn): boolean {
  return kind === undefined;
}

/** Indexes of the fields that differ. */
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

/** The record field that a column shows on one side. */
export function fieldIn({ ends }: ComparedField, side: Side): string | undefined {
  return ends[side]?.field ?? ends[side]?.nameOf;
}

/** The fields whose values are compared. Excludes the key, which is equal in every pair. */
export function valueFields(fields: readonly ComparedField[], key: 'id' | number): readonly ComparedField[] {
  return fields.filter(({ isCompared }, at) => isCompared && at !== key);
}

/** Text that identifies a record within its side; empty if it has none. */
export function matchedText(field: ComparedField, side: Side, cell: Cell): string {
  const meant = normalizedCell(field, side, cell);
  if (isEmpty(meant, field.kind)) return '';
  return comparableText(meant, field.kind).trim();
}

/** True if both sides have ids. A list view always has them; a file only in a column. */
export function canMatchById(fields: readonly ComparedField[]): boolean {
  const isWithFile = fields.some(({ ends }) => ends[1] !== null && isOfFile(ends[1]));
  return !isWithFile || fields.some(({ ends }) => ends[1]?.isId);
}

/** Resolves what records are matched by: `id`, or a field, given by key or label. */
export function keyNamed(named: string, fields: readonly ComparedField[]): 'id' | number {
  if (named === 'id') return named;
  const compared = fields.filter(({ isCompared }) => isCompared);
  const byKey = compared.filter(({ key }) => key === named);
  const [found, ...others] = byKey.length > 0 ? byKey : compared.filter(({ label }) => label === named);
  if (others.length > 0)
    throw new UserFacingError(
      t(
        'Could not compare: several fields are called “{0}”. Specify one of these as “key”: {1}.',
        named,
        [found, ...others].map((one) => one?.key).join(', '),
      ),
    );
  if (found) return fields.indexOf(found);
  throw new UserFacingError(
    t("Could not compare: the field “{0}” doesn't exist on both sides. Specify another one as “key”.", named),
  );
}

/** The fields that can match records of both sides. */
export function matchingFields(fields: readonly ComparedField[]): readonly ComparedField[] {
  return fields.filter(({ isCompared, kind }) => isCompared && kind !== 'boolean' && !fieldKinds[kind].isSet);
}

/** Reads an id from a file, which may be escaped for spreadsheets. */
export function fileId(cell: Cell, mayBeDefused: boolean): string {
  return (mayBeDefused && cell !== null ? unescapeFormulas(cell) : (cell ?? '')).trim();
}
