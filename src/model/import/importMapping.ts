import { t } from '@vscode/l10n';
import { columnField, whyTextOnly } from '../list/columnField.ts';
import { explainPermission } from '../form/permission.ts';
import type { FieldKind } from '../form/fieldKind.ts';
import { pathKey } from '../form/fieldPath.ts';
import { referencePart } from '../form/value.ts';
import type { RecordField } from '../form/formElement.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { isSecretField } from '../form/secrets.ts';
import type { Column } from '../list/recordPage.ts';
import { changedValue } from '../bulk/bulkChange.ts';
import { importedValue } from './importValue.ts';

/** How a column of a file is used. */
export type ColumnUse =
  | { readonly kind: 'id' }
  | { readonly kind: 'field'; readonly field: RecordField }
  /** Recognized, but not imported; `why` is one sentence. */
  | {
      readonly kind: 'left';
      readonly why: string;
      /** The column has the names for this reference, which are checked against the ids. */
      readonly namesFor?: RecordField;
    }
  /** The user must choose; `why` is one sentence if there is a reason other than that no field matches. */
  | { readonly kind: 'unknown'; readonly why?: string };

/** What is known about the records to import. */
export interface ImportSubject {
  readonly form: Pick<RecordForm, 'fields' | 'otherFields' | 'alias' | 'singular'>;
  readonly columns: readonly Column[];
  /** Columns of the list view used to find records by key. */
  readonly lookUpColumns: readonly Column[];
  readonly alias: string | undefined;
  readonly primaryKey: string | undefined;
}

/** The user's earlier choices: the key of a field, `id`, or null for a skipped column. */
export type SavedMapping = Readonly<Record<string, string | null>>;

/** Kinds that a cell of a file can't hold. */
const notInAFile: Partial<Record<FieldKind, (label: string) => string>> = {
  file: (label) => t('“{0}” is a file.', label),
  password: (label) => t('“{0}” is a password.', label),
  nested: (label) => t('“{0}” contains several values.', label),
};

/**
 * Guesses the field of each column: by the user's earlier choice, by the title that an export uses, by name or label.
 */
export function guessMapping(titles: readonly string[], subject: ImportSubject, remembered: SavedMapping): ColumnUse[] {
  const mapped = new Map<string, string>();
  const known = new KnownNames(subject);
  const all = new Set(titles);
  return titles.map((title) => {
    const use = Object.hasOwn(remembered, title) ? keptUse(remembered[title] ?? null, subject) : undefined;
    const found = use ?? useBesideReference(title, all, known) ?? guess(title, subject, known);
    const key = targetKey(found);
    const other = key === undefined ? undefined : mapped.get(key);
    if (other !== undefined) return { kind: 'unknown', why: mappedTwice(found, other) };
    if (key !== undefined) mapped.set(key, title);
    return found;
  });
}

/**
 * Returns a message for each column that shares its field with another one: a field takes its value from one column.
 */
export function mappingConflicts(titles: readonly string[], uses: readonly ColumnUse[]): (string | undefined)[] {
  const byKey = new Map<string, number[]>();
  for (const [at, use] of uses.entries()) {
    const key = targetKey(use);
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), at]);
  }
  return uses.map((use, at) => {
    const key = targetKey(use);
    const other = key === undefined ? undefined : byKey.get(key)?.find((one) => one !== at);
    return other === undefined ? undefined : mappedTwice(use, titles[other] ?? '');
  });
}

function mappedTwice(use: ColumnUse, other: string): string {
  return t(
    '{0} is already mapped to the column “{1}”.',
    use.kind === 'field' ? `“${use.field.label}”` : t('The id'),
    other,
  );
}

/** Returns the target of a column: the key of a field, or `id`; undefined if none. */
export function targetKey(use: ColumnUse): string | undefined {
  return use.kind === 'field' ? use.field.key : use.kind === 'id' ? 'id' : undefined;
}

/** Says in one sentence why a column's samples don't fit its field. References are looked up later. */
export function sampleProblem(use: ColumnUse, samples: readonly string[], mayBeDefused: boolean): string | undefined {
  if (use.kind !== 'field' || use.field.kind === 'reference') return undefined;
  const { field } = use;
  for (const sample of samples) {
    const value = importedValue(field, sample, mayBeDefused) ?? '';
    const { problem } = changedValue(field, undefined, { field: field.key, kind: 'set', value });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The fields that an import can set, for the user to choose from. */
export function importFields({ form }: Pick<ImportSubject, 'form'>): readonly RecordField[] {
  return form.fields.filter((field) => field.at.length > 0 && whyLeft(field) === undefined);
}

/** Finds a field that an import can set by its name in the record or its key; `why` is one sentence. */
export function importFieldNamed(
  name: string,
  { form }: Pick<ImportSubject, 'form'>,
): { readonly key: string; readonly why?: undefined } | { readonly key?: undefined; readonly why: string } {
  const isIt = ({ at, key }: RecordField): boolean => at.join('.') === name || key === name;
  const field = importFields({ form }).find(isIt);
  if (field) return { key: field.key };
  const other = [...form.fields, ...form.otherFields].find(isIt);
  return { why: (other && whyLeft(other)) ?? t('The form has no field “{0}”.', name) };
}

function keptUse(key: string | null, subject: ImportSubject): ColumnUse | undefined {
  if (key === null) return { kind: 'left', why: t('You skipped it last time.') };
  if (key === 'id') return { kind: 'id' };
  const field = importFields(subject).find((one) => one.key === key);
  return field && { kind: 'field', field };
}

/** The label and type of a reference are redundant unless they contradict its id. */
function useBesideReference(title: string, titles: ReadonlySet<string>, known: KnownNames): ColumnUse | undefined {
  if (known.field(title)) return undefined;
  const { key, part } =
    referencePart(title, (one) => titles.has(one) && known.field(one)?.reference !== undefined) ?? {};
  const field = key === undefined ? undefined : known.field(key);
  if (key === undefined || !field) return undefined;
  return { kind: 'left', why: t('It belongs to “{0}”.', key), ...(part === 'label' && { namesFor: field }) };
}

function guess(title: string, subject: ImportSubject, known: KnownNames): ColumnUse {
  if (title.trim() === '') return { kind: 'left', why: t('It has no title.') };
  const { alias, primaryKey } = subject;
  // an export appends the key to a label that two columns share
  const named = /\(([^()]+)\)$/.exec(title)?.[1] ?? title;
  const ids = ['id', primaryKey, alias === undefined ? undefined : `${alias}.id`];
  if (ids.includes(title) || ids.includes(named) || title.toLowerCase() === 'id') return { kind: 'id' };
  const column =
    known.columnsByKey.get(title)?.[0] ??
    known.columnsByKey.get(named)?.[0] ??
    only(known.columnsByLabel.get(title)) ??
    only(known.columnsByWords.get(plain(title)));
  return (column && columnUse(column, subject, known)) ?? fieldUse(title, known) ?? { kind: 'unknown' };
}

function columnUse(column: Column, subject: ImportSubject, known: KnownNames): ColumnUse | undefined {
  const { field: name, isText, why } = columnField(column, subject.alias ?? subject.form.alias);
  if (name === undefined) return { kind: 'left', why };
  // the name of a referenced record works as well as its id
  const onlyText = isText && whyTextOnly(column, known.field(name));
  if (onlyText) return { kind: 'left', why: onlyText };
  if (name === 'id' || column.key === subject.primaryKey) return { kind: 'id' };
  const field = known.field(name);
  // a field without a form element can't be written
  return field ? useOf(field) : { kind: 'left', why: t('The form has no field “{0}”.', name) };
}

function fieldUse(title: string, known: KnownNames): ColumnUse | undefined {
  const words = plain(title);
  const found =
    known.field(title) ??
    only(known.fieldsByLabel.get(title)) ??
    only(known.fieldsByWords.get(words)) ??
    only(known.fieldsByPath.get(words));
  return found && useOf(found);
}

/** Names of columns and fields, indexed once: a file may have many titles. */
class KnownNames {
  readonly columnsByKey: ReadonlyMap<string, Column[]>;
  readonly columnsByLabel: ReadonlyMap<string, Column[]>;
  readonly columnsByWords: ReadonlyMap<string, Column[]>;
  readonly fieldsByLabel: ReadonlyMap<string, RecordField[]>;
  readonly fieldsByWords: ReadonlyMap<string, RecordField[]>;
  readonly fieldsByPath: ReadonlyMap<string, RecordField[]>;
  readonly #fieldsByName: ReadonlyMap<string, RecordField[]>;
  readonly #fieldsByKey: ReadonlyMap<string, RecordField[]>;
  readonly #alias: string | undefined;

  constructor({ columns, form, alias }: ImportSubject) {
    const fields = [...form.fields, ...form.otherFields];
    this.columnsByKey = grouped(columns, ({ key }) => [key]);
    this.columnsByLabel = grouped(columns, ({ label }) => [label]);
    this.columnsByWords = grouped(columns, ({ label }) => [plain(label)]);
    this.fieldsByLabel = grouped(fields, ({ label }) => [label]);
    this.fieldsByWords = grouped(fields, ({ label }) => [plain(label)]);
    this.fieldsByPath = grouped(fields, ({ at }) => [plain(at.join(' '))]);
    this.#fieldsByName = grouped(fields, ({ at }) => [pathKey(at), at.join('.')]);
    this.#fieldsByKey = grouped(fields, ({ key }) => [key]);
    this.#alias = alias;
  }

  /** Finds a field by name, with or without the alias prefix. */
  field(name: string): RecordField | undefined {
    const start = `${this.#alias}.`;
    const bare = this.#alias !== undefined && name.startsWith(start) ? name.slice(start.length) : name;
    return this.#fieldsByName.get(bare)?.[0] ?? this.#fieldsByKey.get(name)?.[0];
  }
}

function grouped<T>(items: readonly T[], namesOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const name of new Set(namesOf(item))) {
      const group = groups.get(name);
      if (group) group.push(item);
      else groups.set(name, [item]);
    }
  return groups;
}

function useOf(field: RecordField): ColumnUse {
  const why = whyLeft(field);
  return why === undefined ? { kind: 'field', field } : { kind: 'left', why };
}

function whyLeft(field: RecordField): string | undefined {
  if (!field.permission.editable) return explainPermission(field.label, field.permission);
  const kind = notInAFile[field.kind];
  if (kind !== undefined) return kind(field.label);
  return isSecretField(field) ? t('“{0}” contains a secret.', field.label) : undefined;
}

function only<T>(found: readonly T[] | undefined): T | undefined {
  return found?.length === 1 ? found[0] : undefined;
}

/** Normalizes a title: `E-Mail Address` becomes `email_address`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
