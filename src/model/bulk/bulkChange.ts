import { t } from '@vscode/l10n';
import { chosenIn, withChosen } from '../form/choices.ts';
import { pathKey } from '../form/fieldPath.ts';
import { type FormValue, isEmpty, scalarText } from '../form/fieldValue.ts';
import { isMomentKind, writtenMoment } from '../form/moment.ts';
import type { RecordField } from '../form/formElement.ts';
import { fieldKinds, writtenNumber } from '../form/fieldKind.ts';

/** A change to one field of every record. `field` is the field's name in a record: `city`. */
export type BulkChange = { readonly field: string } &
  /** `text` is the name of the referenced record, `model` its model. */
  (
    | {
        readonly kind: 'set';
        readonly value: string | readonly string[];
        readonly text?: string;
        readonly model?: string;
      }
    | { readonly kind: 'clear' }
    /** Replaces every occurrence, case-sensitively. */
    | { readonly kind: 'replace'; readonly find: string; readonly with: string }
    | { readonly kind: 'add'; readonly amount: string }
  );

/** The new value of a field, or a sentence that says why there is none. */
export type Changed =
  | { readonly value: FormValue; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** True if every record gets the same value, regardless of its current one. */
export function isUniform(changes: readonly BulkChange[]): boolean {
  return changes.every(({ kind }) => kind === 'set' || kind === 'clear');
}

export function isChangeOf(change: BulkChange, field: Pick<RecordField, 'at' | 'key'>): boolean {
  return change.field === pathKey(field.at) || change.field === field.key;
}

export function changedValue(field: RecordField, before: FormValue, change: BulkChange): Changed {
  const label = `“${field.label}”`;
  if (change.kind === 'clear') return fieldKinds[field.kind].isSet ? withChosen(field, [], before) : { value: null };
  if (change.kind === 'set') return setValue(field, before, change.value);
  const text = isEmpty(before) ? '' : scalarText(before);
  if (text === undefined)
    return { problem: t('{0} contains several values, so it cannot be changed this way.', label) };
  if (change.kind === 'replace') {
    if (change.find === '') return { problem: t('Enter the text to replace in {0}.', label) };
    return { value: text.replaceAll(change.find, () => change.with) };
  }
  if (text === '') return { problem: t('{0} is empty. There is no number to add to.', label) };
  const sum = decimalSum(text, change.amount);
  return sum === undefined
    ? {
        problem: t('Could not add {2} to {0}: “{1}” is not a number.', label, shortened(text), change.amount),
      }
    : { value: sum };
}

function setValue(field: RecordField, before: FormValue, wanted: string | readonly string[]): Changed {
  const label = `“${field.label}”`;
  const chosen = typeof wanted === 'string' ? [wanted] : wanted;
  const offered = new Set(field.options.map(({ value }) => value));
  if (fieldKinds[field.kind].isSet) {
    const all = typeof wanted === 'string' ? chosenIn(field, wanted) : wanted;
    const unknown = all.find((one) => offered.size > 0 && !offered.has(one));
    return unknown === undefined
      ? withChosen(field, all, before)
      : { problem: t('{0} has no choice “{1}”.', label, shortened(unknown)) };
  }
  const [text = '', ...more] = chosen;
  if (more.length > 0) return { problem: t('{0} accepts one value, but {1} were given.', label, chosen.length) };
  if (text === '') return { value: null };
  if (field.kind === 'choice' && offered.size > 0 && !offered.has(text))
    return { problem: t('{0} has no choice “{1}”.', label, shortened(text)) };
  if (field.kind === 'number' && parsed(text) === undefined)
    return { problem: t('{0} must be a number, but “{1}” is not.', label, shortened(text)) };
  const stored = scalarText(before) ?? '';
  if (field.kind === 'number') return { value: writtenNumber(stored, text) };
  return isMomentKind(field.kind) ? writtenMoment(field, stored, text) : { value: text };
}

interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

/** Adds digit by digit to avoid floating-point errors (0.1 + 0.2). Keeps the decimal places of the longer operand. */
function decimalSum(one: string, other: string): string | undefined {
  const [a, b] = [parsed(one), parsed(other)];
  if (!a || !b) return undefined;
  const decimals = Math.max(a.decimals, b.decimals);
  const scaled = ({ digits, decimals: own }: Decimal): bigint => digits * 10n ** BigInt(decimals - own);
  const sum = scaled(a) + scaled(b);
  const text = (sum < 0n ? -sum : sum).toString().padStart(decimals + 1, '0');
  const sign = sum < 0n ? '-' : '';
  return decimals === 0 ? sign + text : `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

function parsed(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^\s*([+-]?)(\d{1,60})(?:\.(\d{1,60}))?\s*$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, decimals: fraction.length };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
