import { momentFormat, type MomentNotation, readMoment, writeMoment } from '../../../../model/form/moment.ts';

/** The browser's own field for a moment, and the pattern in which its value is stored. */
export interface MomentShape {
  readonly type: 'date' | 'datetime-local' | 'time';
  readonly hasSeconds: boolean;
  readonly format: string;
}

/** Undefined for what the browser's own field could not show, or not without guessing: that is edited as text. */
export function momentShape(
  field: { readonly kind: string; readonly notation?: MomentNotation },
  text: string,
): MomentShape | undefined {
  const format = momentFormat(field, text);
  if (format === undefined) return undefined;
  const type = !format.includes('YYYY') ? 'time' : format.includes('mm') ? 'datetime-local' : 'date';
  return { type, hasSeconds: format.includes('ss'), format };
}

/** As the browser's own field wants it. */
export function toNative(text: string, { format, type, hasSeconds }: MomentShape): string {
  const native = readMoment(text.trim(), format) ?? '';
  return type === 'date' || hasSeconds ? native : native.slice(0, -3);
}

/** The browser leaves out seconds that are 0. */
export function fromNative(native: string, { format }: MomentShape): string {
  return native === '' ? '' : writeMoment(native, format);
}
