import { t } from '@vscode/l10n';
import { ServiceError } from '../../../model/errors.ts';
import { withChosen, sameFieldValue } from '../../../model/form/choices.ts';
import { type FieldPath, labelFromKey, pathKey } from '../../../model/form/fieldPath.ts';
import { companionPaths } from '../../../model/form/companionKeys.ts';
import {
  type FileValue,
  type FormValue,
  type FormValues,
  isEmpty,
  isFile,
  sameValue,
  valueAt,
  isRows,
  isValues,
  scalarText,
} from '../../../model/form/fieldValue.ts';
import { isMomentKind, writtenMoment } from '../../../model/form/moment.ts';
import type { RecordField, SubTable } from '../../../model/form/formElement.ts';
import {
  fieldNameIn,
  hasEditableRows,
  type Row,
  rowId,
  rowName,
  rowsIn,
  tablesAround,
} from '../../../model/form/subTable.ts';
import { type ReadAsEmpty, ReadAsEmptyError } from '../../../model/form/readAsEmpty.ts';
import {
  type RecordForm,
  type FieldInstance,
  fieldInstances,
  instanceValue,
  storedValue,
} from '../../../model/form/recordForm.ts';
import type { SubmitAction } from '../../../model/form/submitAction.ts';

export type SaveEntry = [key: string, value: string | FileValue];

export interface SaveOptions {
  /** How an empty value is sent: as the text `null`, as the interface specifies, or as an empty string. */
  readonly emptyValue: 'null' | 'empty';
  /** Keys of entries that the user allows to be cleared although they hold text. */
  readonly clears?: ReadonlySet<string>;
}

/**
 * Builds the body of a save (part 4 of the interface): the id, every field that is EDIT and no other, the text and
 * model of references, `normalized`, and one action. No key appears twice.
 */
export function saveEntries(
  form: RecordForm,
  values: FormValues,
  action: SubmitAction,
  options: SaveOptions,
): SaveEntry[] {
  return [...recordEntries(form, values, options), ['data[normalized]', '1'], actionEntry(action)];
}

interface BuiltEntries {
  readonly form: RecordForm;
  readonly options: SaveOptions;
  readonly entries: readonly SaveEntry[];
}

/** Every save is checked before its intent is recorded, and then sent. */
const lastBuilt = new WeakMap<FormValues, BuiltEntries>();

/** All entries of the record itself. Throws if a value can't be sent as it is. */
export function recordEntries(form: RecordForm, values: FormValues, options: SaveOptions): readonly SaveEntry[] {
  const last = lastBuilt.get(values);
  const { emptyValue, clears } = options;
  const isSame = last?.form === form && last.options.emptyValue === emptyValue && last.options.clears === clears;
  if (isSame) return last.entries;
  const entries = buildEntries(form, values, options);
  lastBuilt.set(values, { form, options, entries });
  return entries;
}

function buildEntries(form: RecordForm, values: FormValues, options: SaveOptions): SaveEntry[] {
  const body = new Body(form, options);
  if (form.operation !== 'add') {
    if (form.id === null) throw body.refuse(t('the service provided no id for it'), t('Open the record again.'));
    body.writeId([form.root, 'id'], form.id);
  }
  const sent = form.fields.filter(({ permission }) => permission.editable);
  const holders = new Set(
    sent.flatMap(({ path }) => path.slice(1).map((_, index) => pathKey(path.slice(0, index + 1)))),
  );
  for (const field of sent) {
    // a field that contains other fields is sent through them
    if (holders.has(field.key)) continue;
    for (const instance of fieldInstances(form, values, field)) writeField(form, values, field, instance, body);
  }
  for (const table of form.subTables) if (hasEditableRows(table)) writeRows(form, values, table, body);
  return body.entries();
}

/** Entries of these fields only, each with its companions, for an endpoint that updates many records. */
export function fieldEntries(
  form: RecordForm,
  values: FormValues,
  fields: readonly RecordField[],
  options: SaveOptions,
): SaveEntry[] {
  const body = new Body(form, options);
  for (const field of fields)
    for (const instance of fieldInstances(form, values, field)) writeField(form, values, field, instance, body);
  return body.entries();
}

/** The action that every save requires. */
export function actionEntry(action: SubmitAction): SaveEntry {
  const key = bracketKey(action.path);
  if (key !== undefined) return [key, action.rawLabel ?? action.label];
  throw new ServiceError('unreadable', {
    doing: action.label,
    why: t('the name of this action cannot be written into a request'),
  });
}

function writeField(
  form: RecordForm,
  values: FormValues,
  field: RecordField,
  instance: FieldInstance,
  body: Body,
): void {
  const before = storedValue(form, instance);
  const value = inNotation(field, instanceValue(form, values, instance), before, body);
  const isLeft = isUnchangedSecretOrFile(form, field, value, before);
  // the name of a file is not the file
  if (field.kind === 'file' && !isLeft && !isFile(value) && !isEmpty(value))
    throw body.refuse(t('“{0}” must be a file, not text', field.label), t('Choose the file again.'));
  // a new row has no id, and an empty id could be mistaken for one
  if (!isLeft && !(isEmpty(value) && isIdOfRow(instance))) body.appendField(instance.path, value, { field, instance });
  for (const row of instance.rows ?? []) {
    const id = rowId(valueAt(instance.isDraft ? values : form.values, row.at));
    // without its id, the service could only treat a row as new; without any entry, as removed
    if (!isEmpty(id)) body.writeId([...row.path, 'id'], id);
  }
  if (isLeft) return;
  if (field.reference) writeCompanions(form, values, { field, instance, value, before }, body);
}

/** Callers pass multiple choices as a list and dates year first, regardless of the service's notation. */
function inNotation(field: RecordField, value: FormValue, before: FormValue, body: Body): FormValue {
  if (sameFieldValue(field, value, before))
    return isRows(value) && !isRows(before) && !isEmpty(before) ? before : value;
  const chosen = field.kind === 'choices' && isRows(value) ? value.map(scalarText) : [undefined];
  if (chosen.every((one) => one !== undefined)) {
    const written = withChosen(field, chosen, before);
    if (written.problem !== undefined) throw body.refuse(written.problem, t('Change its value.'));
    return written.value;
  }
  const text = scalarText(value) ?? '';
  if (!isMomentKind(field.kind) || !/^\d{4}-\d{2}-\d{2}/.test(text)) return value;
  const written = writtenMoment(field, scalarText(before) ?? '', text);
  if (written.problem !== undefined) throw body.refuse(written.problem, t('Change its value.'));
  return written.value;
}

function isIdOfRow({ at, rows }: FieldInstance): boolean {
  return at.at(-1) === 'id' && rows?.at(-1)?.at.length === at.length - 1;
}

/**
 * Sends what a table's fields don't say about its rows: that all rows were removed, and which rows remain although none
 * of their fields are sent. Without an entry, the service wouldn't know.
 */
function writeRows(form: RecordForm, values: FormValues, table: SubTable, body: Body): void {
  const rowsOf = (value: FormValue): readonly Row[] => rowsIn(value, fieldNameIn(table), true) ?? [];
  for (const instance of fieldInstances(form, values, table)) {
    const rows = rowsOf(instanceValue(form, values, instance));
    const before = rowsOf(storedValue(form, instance));
    if (rows.length === 0 && before.length > 0) body.appendField(instance.path, null);
    for (const { key, value } of rows)
      if (!isEmpty(rowId(value))) body.writeId([...instance.path, key, 'id'], rowId(value));
    if (isSameList(rows, before)) continue;
    const lost = rows.findIndex(({ key }) => !body.hasEntries([...instance.path, key]));
    if (lost >= 0)
      throw body.refuse(
        t(
          '{0} has no id and no value that can be sent, so the service might treat it as removed',
          rowName(table.label, [{ number: lost + 1 }]),
        ),
        t('Fill it in, or undo the changes to these rows.'),
      );
  }
}

/** True if both have the same rows at the same positions. */
function isSameList(rows: readonly Row[], before: readonly Row[]): boolean {
  const ids = new Map(before.map(({ key, value }) => [key, rowId(value)]));
  return (
    rows.length === before.length &&
    rows.every(({ key, value }) => ids.has(key) && sameValue(ids.get(key), rowId(value)))
  );
}

/**
 * A file is sent only if there is a new one. A password is never sent back: the value in the record isn't the password.
 */
function isUnchangedSecretOrFile(form: RecordForm, field: RecordField, value: FormValue, before: FormValue): boolean {
  if (field.kind === 'file') return !isFile(value) && sameValue(value, before);
  return field.kind === 'password' && form.operation !== 'add' && (isEmpty(value) || sameValue(value, before));
}

/** Writes the text and the model of a reference. Those of the previously referenced record would be wrong. */
function writeCompanions(
  form: RecordForm,
  values: FormValues,
  {
    field,
    instance,
    value,
    before,
  }: {
    readonly field: RecordField;
    readonly instance: FieldInstance;
    readonly value: FormValue;
    readonly before: FormValue;
  },
  body: Body,
): void {
  const beside = (part: 'label' | 'type'): FieldInstance => ({
    ...instance,
    path: companionPaths(instance.path)[part],
    at: companionPaths(instance.at)[part],
    stored: instance.stored && companionPaths(instance.stored)[part],
  });
  const text = beside('label');
  const model = beside('type');
  const shown = instanceValue(form, values, text);
  const isNew = !sameValue(value, before);
  const isOld = isNew && sameValue(shown, storedValue(form, text));
  if (shown !== undefined || isNew)
    body.appendField(text.path, isEmpty(value) || isOld ? null : shown, { field, instance });
  const named = instanceValue(form, values, model);
  // a model that was explicitly cleared stays cleared
  const isLeft = isEmpty(named) && valueAt(values, model.at) === undefined;
  const known = isLeft ? (field.reference?.model ?? named) : named;
  if (known !== undefined) body.appendField(model.path, known, { field, instance });
}

/** The field that an entry belongs to, for error messages. */
interface Subject {
  readonly field: RecordField;
  readonly instance: FieldInstance;
}

/**
 * Entries in order. Each key is written once, and none inside another, which would overwrite it: the first write wins.
 */
class Body {
  readonly #entries = new Map<string, string | FileValue>();
  readonly #holders = new Set<string>();
  readonly #closed: ReadonlySet<string>;
  readonly #form: RecordForm;
  readonly #doing: string;
  readonly #empty: string;
  readonly #clears: ReadonlySet<string>;
  readonly #readAsEmpty: ReadAsEmpty[] = [];

  constructor(form: RecordForm, options: SaveOptions) {
    this.#closed = new Set(form.fields.filter(({ permission }) => !permission.editable).map(({ key }) => key));
    this.#doing = t('save {0}', form.name || t('the {0}', form.singular));
    this.#form = form;
    this.#empty = options.emptyValue === 'null' ? 'null' : '';
    this.#clears = options.clears ?? new Set();
  }

  /** Writes an id, which identifies the record or row and is therefore sent even if it isn't editable. */
  writeId(path: FieldPath, id: FormValue): void {
    this.#write(path, id, new Set());
  }

  appendField(path: FieldPath, value: FormValue, subject?: Subject): void {
    this.#write(path, value, this.#closed, subject);
  }

  #write(path: FieldPath, value: FormValue, closed: ReadonlySet<string>, subject?: Subject): void {
    for (const [key, text, isText] of writeValue(path, value, { empty: this.#empty, closed })) {
      if (text === undefined) {
        const name = subject ? `“${subject.field.label}”` : t('a field');
        throw this.refuse(t("{0} contains a value that can't be sent in a request", name), t('Change its value.'));
      }
      const isAdded = this.#add(key, text);
      // the text has the same bytes as an empty field
      if (isAdded && isText && text === this.#empty && !this.#clears.has(key))
        this.#readAsEmpty.push(this.#named(key, path, subject));
    }
  }

  #add(key: string, text: string | FileValue): boolean {
    const around = outerKeys(key);
    if (this.#entries.has(key) || this.#holders.has(key) || around.some((outer) => this.#entries.has(outer)))
      return false;
    this.#entries.set(key, text);
    for (const outer of around) this.#holders.add(outer);
    return true;
  }

  #named(key: string, path: FieldPath, subject: Subject | undefined): ReadAsEmpty {
    if (!subject) return { key, label: labelFromKey(path.at(-1) ?? ''), path };
    const { field, instance } = subject;
    if (!instance.rows) return { key, label: field.label, path: field.path };
    const table = tablesAround(this.#form.subTables, field.at).at(-1);
    const row = rowName(table?.label ?? labelFromKey(field.at.at(-2) ?? ''), instance.rows);
    return { key, label: `${row}, ${field.label}`, path: field.path, at: instance.at };
  }

  /** True if there is an entry at or below a path. */
  hasEntries(path: FieldPath): boolean {
    const key = bracketKey(path);
    return key !== undefined && (this.#entries.has(key) || this.#holders.has(key));
  }

  entries(): SaveEntry[] {
    if (this.#readAsEmpty.length > 0) throw new ReadAsEmptyError(this.#doing, this.#empty, this.#readAsEmpty);
    return [...this.#entries];
  }

  refuse(why: string, remedy: string): ServiceError {
    return new ServiceError('unreadable', { doing: this.#doing, why, remedy });
  }
}

/** `data[leads][stage][node]` is inside `data[leads][stage]` and `data[leads]`. */
function outerKeys(key: string): string[] {
  const outer: string[] = [];
  for (let end = key.lastIndexOf('['); end > 0; end = key.lastIndexOf('[', end - 1)) outer.push(key.slice(0, end));
  return outer;
}

interface Writing {
  /** Notation of an empty value: `null` or an empty string. */
  readonly empty: string;
  /** Keys of fields that must not be sent, not even as part of a field that may be. */
  readonly closed: ReadonlySet<string>;
}

const deepest = 32;

/** Thousands of records share the same field paths. */
const knownKeys = new WeakMap<FieldPath, string>();

/** `['leads', 'city']` as `data[leads][city]`; undefined if a segment can't be written in brackets. */
function bracketKey(path: FieldPath): string | undefined {
  const known = knownKeys.get(path);
  if (known !== undefined) return known;
  const canBeWritten = path.length > 0 && path.every((segment) => /^[^[\]\p{Cc}]+$/u.test(segment));
  if (!canBeWritten) return undefined;
  const key = `data${path.map((segment) => `[${segment}]`).join('')}`;
  knownKeys.set(path, key);
  return key;
}

/**
 * A value as entries: one for a plain value, one per row and key for a nested value. Returns undefined for a value that
 * can't be written.
 */
function writeValue(
  path: FieldPath,
  value: FormValue,
  writing: Writing,
): [key: string, value: string | FileValue | undefined, isText?: true][] {
  if (isClosed(path, writing.closed)) return [];
  const key = bracketKey(path);
  if (key === undefined || path.length > deepest) return [['', undefined]];
  if (isEmpty(value)) return [[key, writing.empty]];
  if (isFile(value)) return [[key, value]];
  const inside = isRows(value)
    ? value.map((item, index) => [String(index), item] as const)
    : isPlain(value)
      ? Object.entries(value)
      : undefined;
  if (inside === undefined) return [[key, wholeText(value), true]];
  if (inside.length === 0) return [[key, writing.empty]];
  return inside.flatMap(([segment, below]) => writeValue([...path, segment], below, writing));
}

/** Rejects a lone surrogate, which would be sent as a different character. */
function wholeText(value: FormValue): string | undefined {
  const text = scalarText(value);
  return text?.isWellFormed() === false ? undefined : text;
}

/** Matches at any index of a list. */
function isClosed(path: FieldPath, closed: ReadonlySet<string>): boolean {
  if (closed.size === 0) return false;
  if (closed.has(pathKey(path))) return true;
  const names = path.filter((segment) => !(segment.charCodeAt(0) < 0x3a && /^\d+$/.test(segment)));
  return names.length < path.length && closed.has(pathKey(names));
}

/** True for a JSON object. A Date or a Map has no keys to write and would be lost silently. */
function isPlain(value: FormValue): value is Exclude<FormValue, undefined | null> & object {
  if (!isValues(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
