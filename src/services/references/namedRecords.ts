import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { foldedName, isLikeAnId, type ReferenceMatch } from '../../model/form/referenceValue.ts';
import type { ReferenceValue } from '../../model/form/value.ts';
import { incompleteView, type LookUpPage, type LookUpView } from '../../model/list/lookUpView.ts';
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
  const ask = (page: number, limit: number): Promise<LookUpPage> =>
    client.lookUp(controller, { page, limit, search }, signal);
  const first = await ask(1, pageSize);
  let { view } = first;
  const reader = new ListReader(async (page, limit) => {
    const answer = page === 1 && limit === pageSize ? first : await ask(page, limit);
    if (!answer.view.showsAll) ({ view } = answer);
    return answer;
  }, pageSize);
  const found: ReferenceMatch[] = [];
  let count = 0;
  for await (const rows of reader.rows(0, maxRows, first.columns, signal ?? new AbortController().signal)) {
    count += rows.length;
    const matches = rows.flatMap((row) => matchOf(row, first.columns) ?? []);
    found.push(...matches.filter(({ text }) => foldedName(text) === foldedName(name)));
  }
  return { found, isAll: count < maxRows && !reader.isCut, view };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
