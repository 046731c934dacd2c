import { t } from '@vscode/l10n';
import { type FieldPath, samePath } from './fieldPath.ts';
import { type FormValue, isEmpty, isFile, isRows, scalarText, valueAt } from './fieldValue.ts';
import { type RecordForm, recordValue } from './recordForm.ts';
import { fieldValue, referenceAt, valueIn } from './value.ts';
import { chosenIn, optionText } from './choices.ts';
import { formatText, formatValue, type ShownField } from '../formatValue.ts';
import type { RecordField } from './formElement.ts';
import { fieldKinds, type FieldKindTraits } from './fieldKind.ts';

const longest = 60;
/** Characters of common text shown before the first difference of two long texts. */
const before = 20;
const noField = { options: [] };

/** Formats a value for a sentence; with a field, as shown elsewhere. */
export function shownValue(value: FormValue, field?: ShownField): string {
  return quoted(sentenceText(value, field), value, 0, field);
}

/** Formats two values for a sentence; if both are long, starts near the first difference. */
export function shownDifference(one: FormValue, other: FormValue, field?: ShownField): [string, string] {
  const texts = [sentenceText(one, field), sentenceText(other, field)] as const;
  const isLong = texts.every((text) => (text?.length ?? 0) > longest);
  const from = isLong ? Math.max(0, firstDifference(texts[0] ?? '', texts[1] ?? '') - before) : 0;
  return [quoted(texts[0], one, from, field), quoted(texts[1], other, from, field)];
}

function firstDifference(one: string, other: string): number {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  return start;
}

/** Returns undefined for a value that is described instead of quoted. */
function sentenceText(value: FormValue, field: ShownField | undefined): string | undefined {
  if (isEmpty(value, field?.kind) || isFile(value)) return undefined;
  if (field && (!isRows(value) || field.options.length > 0) && !fieldKinds[field.kind].isStructure)
    return formatValue(field, fieldValue(field, value));
  return scalarText(value);
}

function quoted(text: string | undefined, value: FormValue, from: number, field?: ShownField): string {
  if (isEmpty(value, field?.kind)) return t('nothing');
  if (isFile(value)) return t('the file “{0}”', value.name);
  if (text === undefined && isRows(value))
    return value.length === 0 ? t('no rows') : value.length === 1 ? t('one row') : t('{0} rows', value.length);
  const said = (text ?? t('another value')).slice(from);
  return `“${from > 0 ? '…' : ''}${said.length > longest ? `${said.slice(0, longest)}…` : said}”`;
}

/** Returns the service's display text for a value; undefined if there is none. */
export function shownBeside(form: RecordForm, at: FieldPath): string | undefined {
  const { text } = referenceAt(form.values, at);
  return text?.trim() ? text : undefined;
}

/** Returns the display text of a value: its label, else the value formatted by its field. */
export function shownAt(form: RecordForm, at: FieldPath, usual: ShownField['kind'] = 'text'): string | undefined {
  const beside = shownBeside(form, at);
  if (beside !== undefined) return beside;
  const text = scalarText(valueAt(form.values, at))?.trim();
  if (!text) return undefined;
  const field = [...form.fields, ...form.otherFields].find((each) => samePath(each.at, at));
  const shown =
    field && field.kind !== 'text' && field.kind !== 'hidden'
      ? formatValue(field, fieldValue(field, text))
      : formatText(optionText(field ?? noField, text), usual, at.at(-1) ?? '');
  return shown === '' ? undefined : shown;
}

/** True for a number or a UUID, which means nothing to a user. */
export function isBareId(text: string): boolean {
  return /^\d+$|^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

interface CardLine {
  readonly label: string;
  readonly value: string;
}

/** Preview of a referenced record. */
export interface PeekedRecord {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly CardLine[];
}

/** Returns the readable value of a field: the label of a choice or reference rather than its id; never a password. */
export function readableValue(form: RecordForm, field: RecordField): string {
  if (fieldKinds[field.kind].isWriteOnly) return '';
  const value = recordValue(form, field);
  if (fieldKinds[field.kind].isStructure) return value === undefined || value === null ? '' : JSON.stringify(value);
  const said = field.at.length === 1 ? referenceAt(form.values, field.at).text : undefined;
  if (said !== undefined && said !== '') return said;
  const chosen = field.options.length > 0 ? chosenIn(field, value) : [];
  const texts = chosen.map((one) => field.options.find((option) => option.value === one)?.text);
  if (texts.length > 0 && texts.every((text) => text !== undefined)) return texts.join(', ');
  return scalarText(value) ?? '';
}

/**
 * Lines that distinguish a record: the non-empty fields of its list (`listed`) other than its name; if there are none,
 * the first fields of its form.
 */
export function recordCard(form: RecordForm, max: number, listed: readonly string[] = []): CardLine[] {
  const fields = [...form.fields, ...form.otherFields];
  const telling = listed.flatMap((name) => fields.find(({ at }) => at.length === 1 && at[0] === name) ?? []);
  const named = new Set([form.name, ...form.name.split(/\s+/)]);
  const lines = cardLines(form, telling).filter(({ value }) => !named.has(value));
  const own = form.fields.filter(({ isSystem }) => !isSystem);
  return (lines.length > 0 ? lines : cardLines(form, own)).slice(0, max);
}

function cardLines(form: RecordForm, fields: readonly RecordField[]): CardLine[] {
  return fields
    .filter(({ kind }) => isRead(fieldKinds[kind]))
    .map((field) => ({ label: field.label, value: formatValue(field, valueIn(form, field)).trim() }))
    .filter(({ value }) => value !== '');
}

function isRead({ isHidden, isStructure, isWriteOnly }: FieldKindTraits): boolean {
  return !isHidden && !isStructure && !isWriteOnly;
}
