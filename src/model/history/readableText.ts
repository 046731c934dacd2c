import { t } from '@vscode/l10n';
import { schemaKey } from '../draft/recordText.ts';
import { type FieldPath, labelFromKey, pathKey } from '../form/fieldPath.ts';
import { scalarText, jsonAt } from '../form/fieldValue.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { fieldValue, ownKeys, referenceAt } from '../form/value.ts';
import { subTableAt } from '../form/subTable.ts';
import { formatValue, type ShownField } from '../formatValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { HistoryChange, HistoryField } from './historyEntry.ts';
import { longestShown } from './recordChange.ts';

/* Both sides of a diff in readable form: labels and display values, without ids and companion keys. */

/** Labels and kinds, if a form is known. */
export type KnownForm = Pick<RecordForm, 'fields' | 'otherFields' | 'subTables'>;

export interface TextPair {
  readonly before: string;
  readonly after: string;
}

export function readableText(values: JsonObject, form: KnownForm | undefined, { hidesSystem = false } = {}): string {
  return asText(linesIn(values, [], new Names(form, hidesSystem)));
}

/** Returns both sides of a change. The fields that it names are shown with their labels and values of that time. */
export function readableChange({ fields, before, after }: HistoryChange, form: KnownForm | undefined): TextPair {
  if (fields.length === 0) return { before: readableText(before, form), after: readableText(after, form) };
  const names = new Names(form, false);
  const side = (name: 'from' | 'to', values: JsonObject): string =>
    asText(fields.flatMap((field) => fieldLines(field, field[name], jsonAt(values, field.at), names)));
  return { before: side('from', before), after: side('to', after) };
}

function fieldLines(
  { at, label }: HistoryField,
  shown: string | undefined,
  value: JsonValue | undefined,
  names: Names,
): string[] {
  if (shown === undefined) return [`${label}: ${t('not stored')}`];
  if (typeof value === 'object' && value !== null && !isPlainList(value))
    return labeled(label, inner(value, at, names));
  const isCut = shown.length > longestShown;
  return labeled(label, (isCut ? (scalarText(value) ?? shown) : shown) || t('(empty)'));
}

class Names {
  readonly #fields: ReadonlyMap<string, ShownField & { readonly label: string; readonly isSystem: boolean }>;
  readonly #form: KnownForm | undefined;
  readonly #hidesSystem: boolean;

  constructor(form: KnownForm | undefined, hidesSystem: boolean) {
    const known = [...(form?.otherFields ?? []), ...(form?.fields ?? [])];
    this.#fields = new Map(known.map((field) => [pathKey(field.at), field]));
    this.#form = form;
    this.#hidesSystem = hidesSystem;
  }

  /** Form fields in form order, then the others. */
  keys(values: JsonObject, at: FieldPath): string[] {
    const ordered = this.#form?.fields.flatMap((field) => field.at.slice(at.length, at.length + 1)) ?? [];
    const own = new Set(ownKeys(values));
    return [...new Set([...ordered, ...own])].filter((key) => own.has(key) && !this.#isLeftOut(key, at));
  }

  #isLeftOut(key: string, at: FieldPath): boolean {
    if (key === 'id' || key === schemaKey || key.startsWith('_acl_')) return true;
    return this.#hidesSystem && this.field([...at, key])?.isSystem === true;
  }

  field(at: FieldPath): (ShownField & { readonly label: string; readonly isSystem: boolean }) | undefined {
    return this.#fields.get(pathKey(at));
  }

  label(at: FieldPath): string {
    const table = subTableAt(this.#form?.subTables ?? [], at);
    return table?.label ?? this.field(at)?.label ?? labelFromKey(at.at(-1) ?? '');
  }

  isTable(at: FieldPath): boolean {
    return subTableAt(this.#form?.subTables ?? [], at) !== undefined;
  }
}

function linesIn(values: JsonObject, at: FieldPath, names: Names): string[] {
  return names.keys(values, at).flatMap((key) => {
    const here = [...at, key];
    const value = values[key] ?? null;
    const label = names.label(here);
    if (typeof value === 'object' && value !== null && !isPlainList(value))
      return labeled(label, inner(value, here, names));
    const target = referenceAt(values, [key]);
    const field = names.field(here) ?? { kind: target.text ? 'reference' : 'text', options: [], at: here };
    return labeled(label, formatValue(field, fieldValue(field, value, target)) || t('(empty)'));
  });
}

/** Formats a structured value: rows, each with a dash, or nested fields. */
function inner(value: JsonObject | readonly JsonValue[], at: FieldPath, names: Names): string | string[] {
  const isRows = Array.isArray(value) || names.isTable(at) || Object.keys(value).every((key) => /^\d+$/.test(key));
  const rows = isRows ? Object.values(value) : undefined;
  if (rows?.length === 0) return t('(empty)');
  if (!rows) return linesIn(value as JsonObject, at, names);
  return rows.flatMap((row) => {
    const [first = '', ...rest] = isObject(row) ? linesIn(row, at, names) : [scalarText(row) ?? JSON.stringify(row)];
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  });
}

function isPlainList(value: JsonObject | readonly JsonValue[]): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => scalarText(one) !== undefined);
}

/** Puts the content on the same line, or indented below its label. */
export function labeled(label: string, content: string | readonly string[]): string[] {
  const lines = typeof content === 'string' ? content.split(/\r\n|[\n\r\u2028\u2029]/) : content;
  if (typeof content === 'string' && lines.length === 1) return [`${label}: ${content}`];
  return [`${label}:`, ...lines.map((line) => `  ${line}`)];
}

function asText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
