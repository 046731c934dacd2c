import { t } from '@vscode/l10n';
import type { ListViewAddress } from '../../../model/address/address.ts';
import { ServiceError, UserFacingError } from '../../../model/errors.ts';
import { fieldKinds, truthOf } from '../../../model/form/fieldKind.ts';
import { isMomentKind } from '../../../model/form/moment.ts';
import type { RecordField } from '../../../model/form/formElement.ts';
import type { RecordForm } from '../../../model/form/recordForm.ts';
import { columnField, fieldInTable } from '../../../model/list/columnField.ts';
import type { Column, RecordRow } from '../../../model/list/recordPage.ts';
import { booleanSpelling } from '../../../model/list/shownChoices.ts';
import { shownColumn } from '../../../model/list/shownColumn.ts';
import type { Params, Result } from '../../common/channel.ts';
import type { ColumnInfo, ColumnInfos, FilterKind, tableHost } from '../tableProtocol.ts';
import { lookUp, type ReferenceDeps } from '../../../services/references/lookUp.ts';
import { referencedRecord } from './peekReference.ts';
import type { TableDeps } from './tableDeps.ts';
import type { TableColumns } from './tableMessages.ts';
import { scalarText, valueAt } from '../../../model/form/fieldValue.ts';
import { foldedName, type ReferenceMatches } from '../../../model/form/referenceValue.ts';
import type { NamedRecords } from '../../../services/references/namedRecords.ts';

type Host = typeof tableHost;
/** Dependencies of `TableFilters`. */
export interface FilterDeps extends ReferenceDeps, Pick<TableDeps, 'references'> {
  readonly forms: Pick<TableDeps['forms'], 'get' | 'known' | 'formFor'>;
}

/**
 * Display and filter info for a table's columns. It comes from a record's form, because a list provides only column
 * names.
 */
export class TableFilters {
  readonly #deps: FilterDeps;
  readonly #address: ListViewAddress;
  readonly #columns: () => TableColumns;
  /** A record seen in the list; kept because a filter without matches leaves no rows. */
  #seen: string | undefined;
  #blank: Promise<RecordForm | undefined> | undefined;

  constructor(deps: FilterDeps, address: ListViewAddress, columns: () => TableColumns) {
    this.#deps = deps;
    this.#address = address;
    this.#columns = columns;
  }

  noteRows(rows: readonly RecordRow[]): void {
    this.#seen = rows.find(({ id }) => id !== null)?.id ?? this.#seen;
  }

  /**
   * Column info from a form that is already cached, so that the table doesn't show values first and labels a moment
   * later.
   */
  get known(): ColumnInfos | undefined {
    const form = this.#columns().columns.length > 0 ? this.#knownForm : undefined;
    return form && this.#infos(form);
  }

  get #knownForm(): RecordForm | undefined {
    return this.#deps.forms.known(this.#address.connection, this.#address.controller);
  }

  /** Loads one record's form for all columns, only once rows are shown. */
  async columnInfos(): Promise<ColumnInfos> {
    const form = await this.form();
    // not known while the service is unreachable
    return form ? this.#infos(form) : {};
  }

  /** The form of any record of the list. */
  async form(): Promise<RecordForm | undefined> {
    return this.#knownForm ?? this.#form();
  }

  #infos(form: RecordForm): ColumnInfos {
    const { columns, alias } = this.#columns();
    const infos = columns.map((column): [string, ColumnInfo] => {
      const shown = shownColumn(column, alias, form);
      const { field: name } = columnField(column, alias);
      const field = name === undefined ? undefined : fieldInTable(form, name);
      const target = field?.kind === 'reference' ? referencedRecord(form, field) : undefined;
      const names = target?.name ? { names: { [target.id]: target.name } } : undefined;
      return [column.columnName ?? column.key, { filter: this.#kind(column, form), ...(shown && { shown }), ...names }];
    });
    return Object.fromEntries(infos);
  }

  async choices(
    { columnName, ...asked }: Params<Host, 'filterChoices'>,
    signal: AbortSignal,
  ): Promise<Result<Host, 'filterChoices'>> {
    const field = this.#field(columnName, await this.#form());
    if (!field) return { records: [], isCut: false };
    if (field.kind !== 'reference') return choicesFor(field, asked.text);
    return lookUp(this.#deps, this.#address.connection, field, asked, signal);
  }

  async value({ id, columnName, text }: Params<Host, 'filterValue'>): Promise<FilterValue> {
    const asTyped = { value: text, shown: text };
    const form = await this.#form(id);
    const column = this.#column(columnName);
    const name = column && columnField(column, this.#columns().alias).field;
    if (column && this.#kind(column, form) === 'boolean')
      return { value: id === undefined ? spelledTruth(form, name, text) : text, shown: truth(text) };
    if (name === undefined || !form) return asTyped;
    const { connection } = this.#address;
    const find = (field: RecordField, named: string): ReturnType<FilterDeps['references']['find']> =>
      this.#deps.references.find(connection, field, named);
    return (await filterValue(form, name, { text, isOwn: id !== undefined }, find).catch(whenAway)) ?? asTyped;
  }

  #column(columnName: string): Column | undefined {
    return this.#columns().columns.find((one) => one.columnName === columnName);
  }

  #field(columnName: string, form: RecordForm | undefined): RecordField | undefined {
    const column = this.#column(columnName);
    const name = column && columnField(column, this.#columns().alias).field;
    return form && name !== undefined ? fieldInTable(form, name) : undefined;
  }

  #kind(column: Column, form: RecordForm | undefined): FilterKind {
    const { field, isText } = columnField(column, this.#columns().alias);
    return filterKind(column, form && field !== undefined ? fieldInTable(form, field) : undefined, isText);
  }

  /** Returns the form of the given record, of a record seen in the list, or of a new record. */
  async #form(id = this.#seen): Promise<RecordForm | undefined> {
    const { connection, controller } = this.#address;
    const own = id === undefined ? undefined : await this.#deps.forms.get(connection, controller, id).catch(whenAway);
    if (own) return own;
    const blank = (this.#blank ??= this.#deps.forms
      .formFor({ kind: 'newRecord', connection, controller, number: 0 })
      .catch(whenAway));
    const form = await blank;
    if (!form) this.#blank = undefined;
    return form;
  }
}

/** Spells yes or no as the record of the form does. */
function spelledTruth(form: RecordForm | undefined, name: string | undefined, text: string): string {
  const field = form && name !== undefined ? fieldInTable(form, name) : undefined;
  const read = truthOf(text);
  if (!field || read === undefined) return text;
  const { yes, no } = booleanSpelling([scalarText(valueAt(form?.values ?? {}, field.at))]);
  return read ? yes : no;
}

function truth(text: string): string {
  const read = fieldKinds.boolean.importedText?.(text, []);
  return read === '1' ? t('Yes') : read === '0' ? t('No') : text;
}

function whenAway(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}

/** A filter's value as sent to the service, and its display text. */
interface FilterValue {
  readonly value: string;
  readonly shown: string;
}

/**
 * Users filter by display text; the service compares stored values: a code for a choice, an id for a reference. With
 * `isOwn` the text comes from a cell of the record that the form belongs to; otherwise any form will do.
 */
export async function filterValue(
  form: RecordForm,
  name: string,
  { text, isOwn }: { readonly text: string; readonly isOwn: boolean },
  find: (field: RecordField, text: string) => ReturnType<NamedRecords['find']>,
): Promise<FilterValue> {
  const asTyped = { value: text, shown: text };
  const field = fieldInTable(form, name);
  if (!field || (field.kind !== 'reference' && field.options.length === 0)) return asTyped;
  const held = isOwn ? scalarText(valueAt(form.values, field.at)) : undefined;
  if (held) return { value: held, shown: labelIn(field, held) ?? text };
  if (field.kind !== 'reference') {
    const { options } = field;
    const option =
      options.find(({ value }) => value === text) ?? options.find((one) => foldedName(one.text) === foldedName(text));
    return option ? { value: option.value, shown: option.text } : asTyped;
  }
  const found = await find(field, text);
  if (found.kind === 'several') throw new UserFacingError(found.why);
  return found.kind === 'one' ? { value: found.value.id, shown: found.value.text ?? text } : asTyped;
}

function labelIn({ options }: RecordField, held: string): string | undefined {
  return options.find(({ value }) => value === held)?.text;
}

/**
 * Kind of filter for the column. The column's kind takes precedence over the form's if the list shows a label instead
 * of the value.
 */
function filterKind(column: Column, field: RecordField | undefined, isText = false): FilterKind {
  if (field?.kind === 'reference') return 'reference';
  if (field && fieldKinds[field.kind].column === 'boolean') return 'boolean';
  if (field && field.options.length > 0) return 'choice';
  if (column.kind !== 'text' || !field || isText) return column.kind;
  return isMomentKind(field.kind) ? field.kind : 'text';
}

/** With more choices, typing is faster than scanning the list. */
const maxChoices = 100;

/** Choices that start with the text come first. */
function choicesFor({ options }: RecordField, typed: string): ReferenceMatches {
  const text = foldedName(typed);
  const matches = options.map((option) => ({ option, at: foldedName(option.text).indexOf(text) }));
  const found = matches.filter(({ option, at }) => at >= 0 || foldedName(option.value) === text);
  const ordered = text === '' ? found : found.toSorted((one, other) => Math.sign(one.at) - Math.sign(other.at));
  const records = ordered.slice(0, maxChoices).map(({ option: { value, text: label, group } }) => ({
    id: value,
    text: label === '' ? value : label,
    ...(group !== undefined && { detail: group }),
  }));
  return { records, isCut: found.length > records.length };
}
