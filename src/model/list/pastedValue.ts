import { t } from '@vscode/l10n';
import { formatNumber } from '../formatNumber.ts';
import { fieldKinds } from '../form/fieldKind.ts';
import type { RecordField } from '../form/formElement.ts';
import { isMomentKind, momentNotation, readMoment, writeMoment } from '../form/moment.ts';
import { foldedName } from '../form/referenceValue.ts';
import { choicesText, readChoices } from './choicesInCell.ts';
import { booleanSpelling, optionsForCell } from './shownChoices.ts';

/** Result of parsing a pasted text for a cell. */
export type PastedValue =
  | {
      /** In the list's notation. */
      readonly to: string | null;
      /** In the record's notation; multiple choices as JSON. */
      readonly value: string | null;
      readonly why?: undefined;
    }
  | { readonly why: string };

type PastedField = Pick<RecordField, 'kind' | 'label' | 'options'>;

/** `near`: other values of the column, which reveal the service's notation. References are resolved elsewhere. */
export function pastedValue(field: PastedField, text: string, near: readonly (string | null)[]): PastedValue {
  const written = text.trim();
  if (written === '') return { to: null, value: null };
  switch (field.kind) {
    case 'choice':
      return chosen(field, written, near);
    case 'choices':
      return severalChosen(field, written, near);
    case 'boolean':
      return truth(field, written, near);
    case 'number':
      return same(plainNumber(written), () => t('“{0}” is not a valid number for “{1}”.', short(written), field.label));
    case 'date':
    case 'dateTime':
    case 'time':
      return moment(field, written, near);
    default:
      return { to: text, value: text };
  }
}

function same(value: string | undefined, why: () => string): PastedValue {
  return value === undefined ? { why: why() } : { to: value, value };
}

function chosen({ options, label }: PastedField, written: string, near: readonly (string | null)[]): PastedValue {
  if (options.length === 0) return { to: written, value: written };
  const byValue = options.findIndex(({ value }) => value === written);
  const named = options.filter((option) => foldedName(option.text) === foldedName(written));
  if (byValue < 0 && named.some(({ value }) => value !== named[0]?.value))
    return { why: t('“{0}” matches several choices of “{1}”.', short(written), label) };
  const index = byValue < 0 ? options.findIndex((option) => option === named[0]) : byValue;
  const option = options[index];
  if (!option) return { why: t('“{0}” is not one of the choices of “{1}”.', short(written), label) };
  return { to: optionsForCell(options, near)[index]?.value ?? option.value, value: option.value };
}

function severalChosen(field: PastedField, written: string, near: readonly (string | null)[]): PastedValue {
  const read = readChoices(field, written);
  if (read.why !== undefined) return { why: read.why };
  return { to: choicesText(field, read.chosen, near), value: JSON.stringify(read.chosen) };
}

function truth({ label }: PastedField, written: string, near: readonly (string | null)[]): PastedValue {
  const { yes, no } = booleanSpelling(near);
  const word = foldedName(written);
  const isYes = word === foldedName(t('Yes')) || word === '✓';
  const isNo = word === foldedName(t('No')) || word === '✗';
  const read = isYes ? '1' : isNo ? '0' : fieldKinds.boolean.importedText?.(written, []);
  const value = read === '1' ? yes : read === '0' ? no : undefined;
  return same(value, () => t('“{0}” is not a valid value for “{1}”. Enter yes or no.', short(written), label));
}

/**
 * Removes digit grouping. A comma can be a group or a decimal separator: if ambiguous, the display language decides,
 * and if that doesn't write it this way, the number is rejected.
 */
export function plainNumber(written: string): string | undefined {
  const text = written.replace(/^[−–]/, '-').replaceAll(/[\u00a0\u202f’]/g, ' ');
  if (/^[+-]?\d+(\.\d*)?$/.test(text)) return text.replace(/^\+/, '').replace(/\.$/, '');
  const [, sign = '', digits = ''] = /^([+-]?)(\d[\d., ]*)$/.exec(text) ?? [];
  if (/^\d{1,3},\d{3}$/.test(digits) && !digits.startsWith('0'))
    return formatNumber(Number(digits.replace(',', ''))) === digits ? minus(sign) + digits.replace(',', '') : undefined;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const mark = digits[last] ?? '';
  const isFraction =
    last >= 0 &&
    digits.indexOf(mark) === last &&
    (digits.slice(last + 1).length !== 3 || last > 3 || digits.startsWith('0'));
  const whole = isFraction ? digits.slice(0, last) : digits;
  const fraction = isFraction ? digits.slice(last + 1) : '';
  const groups = whole.split(/[., ]/);
  const marks = new Set(whole.replaceAll(/\d/g, ''));
  const isGrouped =
    groups.length === 1 || (marks.size === 1 && !marks.has(isFraction ? mark : '') && groups.every(isGroup));
  if (digits === '' || !isGrouped || !/^\d*$/.test(fraction) || (isFraction && fraction === '')) return undefined;
  return `${minus(sign)}${groups.join('')}${fraction === '' ? '' : `.${fraction}`}`;
}

function isGroup(group: string, index: number): boolean {
  return index === 0 ? group.length >= 1 && group.length <= 3 : group.length === 3;
}

function minus(sign: string): string {
  return sign === '-' ? '-' : '';
}

/**
 * Keeps the pasted notation if the service uses it, else uses the list's notation, or the year first if that is
 * unknown.
 */
function moment({ kind, label }: PastedField, written: string, near: readonly (string | null)[]): PastedValue {
  const format = isMomentKind(kind)
    ? momentNotation(
        near.flatMap((one) => one ?? []),
        kind,
      )?.format
    : undefined;
  if (format !== undefined && readMoment(written, format) !== undefined) return { to: written, value: written };
  const canonical = (text: string): string | undefined => fieldKinds[kind].canonicalText?.(text);
  const shape = (text: string): string => text.replaceAll(/\d+/g, '9');
  const alike = near.filter((one) => one !== null && shape(one) === shape(written));
  // a notation that only the service can parse
  if (alike.some((one) => one !== null && canonical(one) === undefined)) return { to: written, value: written };
  const read = canonical(yearFirst(written));
  if (
    read === undefined ||
    (kind !== 'time' && !isDay(read.slice(0, 10))) ||
    !isTime(kind === 'time' ? read : read.slice(11))
  )
    return {
      why:
        kind === 'time'
          ? t('“{0}” is not a valid time for “{1}”. Use the format 14:30.', short(written), label)
          : t('“{0}” is not a valid date for “{1}”. Use the format 2031-12-24.', short(written), label),
    };
  if (alike.length > 0) return { to: written, value: written };
  // don't lose a time zone
  if (format !== undefined && !/(Z|[+-]\d{4})$/.test(read)) {
    const to = writeMoment(read.replace(' ', 'T'), format);
    return { to, value: to };
  }
  const isOfDays = kind === 'dateTime' && read.length === 10;
  const hasT = near.some((one) => one !== null && /^\d{4}-\d{2}-\d{2}T/.test(one));
  const full = isOfDays ? `${read} 00:00:00` : read;
  const to = hasT ? full.replace(' ', 'T') : full;
  return { to, value: to };
}

/** With slashes, the day is clear only if the other number can't be a month. */
function yearFirst(written: string): string {
  const [, one = '', other = '', year = '', rest = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})( .*)?$/.exec(written) ?? [];
  if (year === '') return written;
  const [first, second] = [Number(one), Number(other)];
  if (first > 12 || first === second) return `${year}-${other}-${one}${rest}`;
  return second > 12 ? `${year}-${one}-${other}${rest}` : written;
}

/** Rejects dates such as February 30. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  return text === '' || /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(text);
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
