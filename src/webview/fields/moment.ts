import type { JsonValue } from '../../model/json.ts';

export type MomentKind = 'date' | 'dateTime' | 'time';

/** How a moment is written, so that what is picked is written the same way. */
export interface MomentShape {
  readonly type: 'date' | 'datetime-local' | 'time';
  readonly hasSeconds: boolean;
  /** Between day and time. */
  readonly between: string;
}

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const timeOnly = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Undefined for what the browser's own field could not show, or not without changing it: that is edited as text. */
export function momentShape(text: string): MomentShape | undefined {
  if (dateOnly.test(text)) return isDay(text) ? { type: 'date', hasSeconds: false, between: '' } : undefined;
  if (timeOnly.test(text)) return { type: 'time', hasSeconds: text.length > 5, between: '' };
  const [, date = '', between = ' ', time = ''] = /^(.{10})([ T])(.*)$/.exec(text) ?? [];
  if (!dateOnly.test(date) || !timeOnly.test(time) || !isDay(date)) return undefined;
  return { type: 'datetime-local', hasSeconds: time.length > 5, between };
}

/** For a field that is empty: as the service writes such moments elsewhere. */
export function shapeForEmpty(kind: MomentKind, examples: readonly JsonValue[]): MomentShape {
  if (kind === 'date') return { type: 'date', hasSeconds: false, between: '' };
  const type = kind === 'time' ? 'time' : 'datetime-local';
  for (const value of examples) {
    const shape = typeof value === 'string' ? momentShape(value) : undefined;
    if (shape?.type === type) return shape;
  }
  return { type, hasSeconds: true, between: kind === 'time' ? '' : ' ' };
}

/** As the browser's own field wants it. */
export function toNative(text: string): string {
  return text.replace(' ', 'T');
}

/** The browser leaves out seconds that are 0. */
export function fromNative(native: string, { type, hasSeconds, between }: MomentShape): string {
  if (native === '' || type === 'date') return native;
  const [date, time = ''] = type === 'time' ? ['', native] : native.split('T');
  const clockTime = hasSeconds ? `${time.slice(0, 5)}:${time.slice(6, 8) || '00'}` : time.slice(0, 5);
  return type === 'time' ? clockTime : `${date}${between}${clockTime}`;
}

/** February 30 is none, and the browser begins with the year 1. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) && !text.startsWith('0000');
}
