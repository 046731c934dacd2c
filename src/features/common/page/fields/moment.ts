import { momentFormat, type MomentNotation, readMoment, writeMoment } from '../../../../model/form/moment.ts';

/** The browser's date or time input, and the format in which its value is stored. */
export interface MomentShape {
  readonly type: 'date' | 'datetime-local' | 'time';
  readonly hasSeconds: boolean;
  readonly format: string;
}

/**
 * Undefined if the browser's input couldn't show the value, or not without guessing; such a value is edited as text.
 */
export function momentShape(
  field: { readonly kind: string; readonly notation?: MomentNotation },
  text: string,
): MomentShape | undefined {
  const format = momentFormat(field, text);
  if (format === undefined) return undefined;
  const type = !format.includes('YYYY') ? 'time' : format.includes('mm') ? 'datetime-local' : 'date';
  return { type, hasSeconds: format.includes('ss'), format };
}

/** Converts to the format of the browser's input. */
export function toNative(text: string, { format, type, hasSeconds }: MomentShape): string {
  const native = readMoment(text.trim(), format) ?? '';
  return type === 'date' || hasSeconds ? native : native.slice(0, -3);
}

/** Converts from the format of the browser's input, which omits zero seconds. */
export function fromNative(native: string, { format }: MomentShape): string {
  return native === '' ? '' : writeMoment(native, format);
}
