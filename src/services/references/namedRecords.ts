import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import type { FieldOption } from '../../model/form/fieldKind.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { foldedName, isLikeAnId, type ReferenceMatch } from '../../model/form/referenceValue.ts';
import type { ReferenceValue } from '../../model/form/value.ts';
import { incompleteView, type LookUpPage, type LookUpView } from '../../model/list/lookUpView.ts';
import type { RecordRow, Column } from '../../model/list/recordPage.ts';
import { searchWords } from '../../model/list/searchWords.ts';
import { ListReader } from '../lists/listReader.ts';
import { matchOf, type ReferenceDeps, unknownController } from './lookUp.ts';
import { type Pointer, referencedControllers } from './referencedControllers.ts';

export interface ReferenceField extends Pick<RecordField, 'label'> {
  readonly reference?: RecordField['reference'] & Pick<Pointer, 'near'>;
}

/** What a name or id in a reference resolves to. `why` is one sentence. */
export type NamedRecord =
  | { readonly kind: 'one'; readonly value: ReferenceValue }
  /** Several have the same name: the user must choose. */
  | { readonly kind: 'several'; readonly records: readonly ReferenceMatch[]; readonly why: string }
  | { readonly kind: 'none'; readonly why: string };

type LookUpClient = Pick<RecordService, 'lookUp' | 'form'>;

const pageSize = 100;
const maxRows = 1_000;
/** More records with a part of a name aren't looked up. */
const maxWithPart = 5_000;

/** How long a matching pair isn't checked again. */
const freshFor = 20_000;
const maxChecked = 500;

/** Resolves references by a name that was typed as text, where the user can't choose from a list. */
export class NamedRecords {
  readonly #deps: ReferenceDeps;
  /** When each pair was found to match. */
  readonly #checked = new Map<string, number>();

  constructor(deps: ReferenceDeps) {
    this.#deps = deps;
  }

  /** Finds by full name, else by id. */
  async find(connection: string, field: ReferenceField, written: string, signal?: AbortSignal): Promise<NamedRecord> {
    const { label } = field;
    const text = written.trim();
    const target = await this.#targetOf(connection, field);
    if (target.controller === undefined)
      return isLikeAnId(text) && target.isUnknown
        ? { kind: 'one', value: valueOf(field, text, null) }
        : { kind: 'none', why: target.why };
    const { controller } = target;
    const client = await this.#deps.clients.get(connection);
    const byId = async (): Promise<ReferenceValue | undefined> => {
      const name = await nameOf(client, controller, text, signal);
      return name === undefined ? undefined : valueOf(field, text, name);
    };
    const first = isLikeAnId(text) ? await byId() : undefined;
    if (first) return { kind: 'one', value: first };
    const { records, isAll, view } = await recordsNamed(client, controller, text, signal);
    const [only, ...others] = records;
    if (others.length === 0 && !view.showsAll) {
      const byItsId = isLikeAnId(text) || /\s/.test(text) ? undefined : await byId();
      return byItsId && !only
        ? { kind: 'one', value: byItsId }
        : { kind: 'none', why: incompleteView(view, controller) };
    }
    if (only && others.length === 0 && isAll) return { kind: 'one', value: valueOf(field, only.id, only.text) };
    if (only)
      return { kind: 'several', records, why: t('“{0}” matches several records for “{1}”.', shortened(text), label) };
    const last = isLikeAnId(text) || /\s/.test(text) ? undefined : await byId();
    if (last) return { kind: 'one', value: last };
    return { kind: 'none', why: t('There is no record “{0}” for “{1}” in {2}.', shortened(text), label, controller) };
  }

  /**
   * Checks whether a name and an id written next to each other identify the same record. If the service can't be asked,
   * they are accepted as they are; if neither is known, the id is used without a name.
   */
  async checkPair(
    connection: string,
    field: ReferenceField,
    { id, text }: { readonly id: string; readonly text: string },
    signal?: AbortSignal,
  ): Promise<NamedRecord> {
    const asWritten = { kind: 'one', value: valueOf(field, id, text) } as const;
    const { controller } = await this.#targetOf(connection, field);
    if (!controller || foldedName(text) === foldedName(id)) return asWritten;
    const key = JSON.stringify([connection, controller, id, text]);
    if (Date.now() - (this.#checked.get(key) ?? -Infinity) < freshFor) return asWritten;
    try {
      const client = await this.#deps.clients.get(connection);
      const whyNot = await whyNoPair(client, controller, field.label, { id, text }, signal);
      if (whyNot === 'unknown') return { kind: 'one', value: valueOf(field, id, null) };
      if (whyNot !== undefined) return { kind: 'none', why: whyNot };
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 'canceled') return asWritten;
      throw error;
    }
    if (this.#checked.size >= maxChecked) this.#checked.clear();
    this.#checked.set(key, Date.now());
    return asWritten;
  }

  /** Returns the name of the record with an id; null if unknown. */
  async nameOf(connection: string, field: ReferenceField, id: string): Promise<string | null> {
    try {
      const { controller } = await this.#targetOf(connection, field);
      if (!controller) return null;
      return (await nameOf(await this.#deps.clients.get(connection), controller, id)) ?? null;
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  /**
   * Returns the names of records that a reference may point to, by id: of all records if they are few, otherwise of
   * those that the service finds for a part of the name. Throws if names may be missing.
   */
  async namesWith(
    connection: string,
    field: ReferenceField,
    part: string,
    signal: AbortSignal,
  ): Promise<readonly FieldOption[]> {
    const { controller, why, isUnknown } = await this.#targetOf(connection, field);
    if (controller === undefined) {
      if (isUnknown && isLikeAnId(part)) return [];
      throw new UserFacingError(why);
    }
    const client = await this.#deps.clients.get(connection);
    const everyone = await readNames(client, controller, undefined, maxRows, signal);
    const [longest = part] = searchWords(part);
    const { names, isAll, view } = everyone.isAll
      ? everyone
      : await readNames(client, controller, longest, maxWithPart, signal);
    if (!view.showsAll) throw new UserFacingError(incompleteView(view, controller));
    if (isAll) return names;
    throw new UserFacingError(
      t(
        'Could not find “{0}” in the names for “{1}”: too many records of {2} contain it. Type more of the name.',
        shortened(part),
        field.label,
        controller,
      ),
    );
  }

  async #targetOf(
    connection: string,
    { label, reference = {} }: ReferenceField,
  ): Promise<
    | { readonly controller: ControllerName; readonly why?: undefined; readonly isUnknown?: undefined }
    | { readonly controller?: undefined; readonly why: string; readonly isUnknown: boolean }
  > {
    // a service without list views is used by ids
    const fitting = await referencedControllers(this.#deps, connection, reference).catch(noneKnown);
    const [controller, ...others] = fitting;
    if (controller && others.length === 0) return { controller };
    if (!controller) return { why: unknownController(label), isUnknown: true };
    const targets = [controller, ...others].join(', ');
    const why = t(
      'Several controllers match “{0}” ({1}). First choose one in the list under the field.',
      label,
      targets,
    );
    return { why, isUnknown: false };
  }
}

export function noneKnown(error: unknown): readonly ControllerName[] {
  if (error instanceof ServiceError && error.code !== 'canceled') return [];
  throw error;
}

function valueOf({ reference }: ReferenceField, id: string, text: string | null): ReferenceValue {
  return { id, text, ...(reference?.model !== undefined && { model: reference.model }) };
}

/** Returns undefined if they match, a sentence if they don't, and `unknown` if neither exists. */
async function whyNoPair(
  client: LookUpClient,
  controller: ControllerName,
  label: string,
  { id, text }: { readonly id: string; readonly text: string },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const record = await viewed(client, controller, id, signal);
  // a record without a name in the service may have any name
  if (record && (record.name === '' || foldedName(record.name) === foldedName(text))) return undefined;
  const { records } = await recordsNamed(client, controller, text.trim(), signal);
  // a list may show a different name than the form
  if (records.some((one) => one.id === id)) return undefined;
  if (record && records.length === 0 && saysMore(record.name, text)) return undefined;
  if (record)
    return t(
      "The name and id of “{0}” don't match: record {1} is “{2}”, not “{3}”. Correct one of them.",
      label,
      shortened(id),
      shortened(record.name),
      shortened(text),
    );
  if (records.length === 0) return 'unknown';
  return t(
    "The name and id of “{0}” don't match: “{1}” is not record {2}. Correct one of them.",
    label,
    shortened(text),
    shortened(id),
  );
}

/** The label that a service writes next to an id may contain more than the name, such as a workplace, or less. */
function saysMore(name: string, text: string): boolean {
  const [words, others] = [searchWords(foldedName(name)), searchWords(foldedName(text))];
  return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word));
}

/** Undefined when there is no such record. */
async function nameOf(
  client: LookUpClient,
  controller: ControllerName,
  id: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const form = await viewed(client, controller, id, signal);
  return form && !form.isDeleted ? form.name || id : undefined;
}

async function viewed(
  client: LookUpClient,
  controller: ControllerName,
  id: string,
  signal?: AbortSignal,
): Promise<RecordForm | undefined> {
  try {
    const form = await client.form(controller, 'view', id, signal);
    return form.id === id ? form : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.scope === 'record') return undefined;
    throw error;
  }
}

/** Prefers an exact match to a case-insensitive one. */
async function recordsNamed(
  client: LookUpClient,
  controller: ControllerName,
  name: string,
  signal?: AbortSignal,
): Promise<{ readonly records: readonly ReferenceMatch[]; readonly isAll: boolean; readonly view: LookUpView }> {
  // many services search for the literal text in one field at a time, and no field has the full name
  const words = searchWords(name);
  const whole = await allNamed(client, controller, name, name, signal);
  const isByWord = whole.found.length === 0 && words.length > 1;
  const { found, isAll, view } = isByWord ? await allNamed(client, controller, name, words[0] ?? name, signal) : whole;
  const records = [...new Map(found.map((match) => [match.id, match])).values()];
  const exact = records.filter(({ text }) => text.trim() === name);
  return { records: exact.length > 0 ? exact : records, isAll, view };
}

/** Returns the search results with this name. */
async function allNamed(
  client: LookUpClient,
  controller: ControllerName,
  name: string,
  search: string,
  signal?: AbortSignal,
): Promise<{ readonly found: readonly ReferenceMatch[]; readonly isAll: boolean; readonly view: LookUpView }> {
  const found: ReferenceMatch[] = [];
  const read = await readLookUp(client, controller, { search, max: maxRows }, signal, (rows, columns) => {
    const matches = rows.flatMap((row) => matchOf(row, columns) ?? []);
    found.push(...matches.filter(({ text }) => foldedName(text) === foldedName(name)));
  });
  return { found, ...read };
}

/** Includes the names of deleted records, which references may still point to. */
async function readNames(
  client: LookUpClient,
  controller: ControllerName,
  search: string | undefined,
  max: number,
  signal: AbortSignal,
): Promise<{ readonly names: readonly FieldOption[]; readonly isAll: boolean; readonly view: LookUpView }> {
  const names: FieldOption[] = [];
  const read = await readLookUp(client, controller, { search, max, isAllOrNone: true }, signal, (rows) => {
    for (const { id, name } of rows) if (id !== null && name !== '') names.push({ value: id, text: name });
  });
  return { names, ...read };
}

/** Reads up to `max` records. With `isAllOrNone`, reads none if the service says that there are more. */
async function readLookUp(
  client: LookUpClient,
  controller: ControllerName,
  {
    search,
    max,
    isAllOrNone,
  }: { readonly search?: string | undefined; readonly max: number; readonly isAllOrNone?: true },
  signal: AbortSignal | undefined,
  onRows: (rows: readonly RecordRow[], columns: readonly Column[]) => void,
): Promise<{ readonly isAll: boolean; readonly view: LookUpView }> {
  const ask = (page: number, limit: number): Promise<LookUpPage> =>
    client.lookUp(controller, { page, limit, ...(search !== undefined && { search }) }, signal);
  const first = await ask(1, pageSize);
  let { view } = first;
  if (isAllOrNone && (first.total ?? 0) > max) return { isAll: false, view };
  const reader = new ListReader(async (page, limit) => {
    const answer = page === 1 && limit === pageSize ? first : await ask(page, limit);
    if (!answer.view.showsAll) ({ view } = answer);
    return answer;
  }, pageSize);
  let count = 0;
  for await (const rows of reader.rows(0, max, first.columns, signal ?? new AbortController().signal)) {
    count += rows.length;
    onRows(rows, first.columns);
  }
  return { isAll: count < max && !reader.isCut, view };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
