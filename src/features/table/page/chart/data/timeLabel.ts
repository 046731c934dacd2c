import { numberLocale } from '../../../../../model/formatNumber.ts';

/** Granularity of a chart's times; determines the axis labels. */
export type TimeStep = 'year' | 'month' | 'day' | 'minute';

export interface Time {
  /** Milliseconds in UTC: the service gives no time zone, and a label must not shift to another day. */
  readonly at: number;
  readonly step: TimeStep;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const date =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?$/;
const quarter = /^(?:(\d{4})[\s/-]*Q([1-4])|Q([1-4])[\s/-]*(\d{4}))$/i;
const week = /^(\d{4})[\s/-]*W(\d{1,2})$/i;
const monthName = /^(?:(\d{1,2})\.?\s+)?([a-z]{3,9})\.?[\s-]+(\d{4})$/i;
const compactDate = /^(\d{4})(\d{2})(\d{2})$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** Parses `2026`, `2026-12`, `2026-12-31`, `2026-12-31 23:59:00`, `2026-Q4`, `2026-W05`, `Dec 2026`, `31.12.2026`. */
export function parseTime(text: string): Time | undefined {
  const label = text.trim();
  if (/^(1[6-9]|2[01])\d\d$/.test(label)) return time('year', Number(label), 1, 1);
  return readDate(label) ?? readPeriod(label) ?? readWritten(label);
}

function readDate(label: string): Time | undefined {
  const [, year, month, day, hour, minute, second, zone] = date.exec(label) ?? compactDate.exec(label) ?? [];
  if (!year || !month) return undefined;
  if (!day) return time('month', Number(year), Number(month), 1);
  if (!hour) return time('day', Number(year), Number(month), Number(day));
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000;
  const start = time('minute', Number(year), Number(month), Number(day));
  return start && { step: 'minute', at: start.at + clock - offset(zone) };
}

function offset(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
}

function readPeriod(label: string): Time | undefined {
  const [, year, number, number2, year2] = quarter.exec(label) ?? [];
  if (year ?? year2) return time('month', Number(year ?? year2), Number(number ?? number2) * 3 - 2, 1);
  const [, weekYear, weekNumber] = week.exec(label) ?? [];
  if (!weekYear || Number(weekNumber) > 53 || Number(weekNumber) < 1) return undefined;
  // ISO week 1 is the week that contains January 4
  const fourth = new Date(Date.UTC(Number(weekYear), 0, 4));
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * 86_400_000;
  return { step: 'day', at: monday + (Number(weekNumber) - 1) * 7 * 86_400_000 };
}

function readWritten(label: string): Time | undefined {
  const [, day, name, year] = monthName.exec(label) ?? [];
  if (name && year) {
    const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    return month === 0 ? undefined : time(day ? 'day' : 'month', Number(year), month, Number(day ?? 1));
  }
  const [, dayNumber, monthNumber, fullYear] = dotted.exec(label) ?? [];
  return fullYear ? time('day', Number(fullYear), Number(monthNumber), Number(dayNumber)) : undefined;
}

function time(step: TimeStep, year: number, month: number, day: number): Time | undefined {
  const at = Date.UTC(year, month - 1, day);
  const made = new Date(at);
  // reject February 31, which `Date` would turn into a day in March
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? { at, step } : undefined;
}

const formats: Readonly<Record<TimeStep, Intl.DateTimeFormatOptions>> = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'short' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  minute: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
};

/** Formats a tick of a time axis. */
export function timeText(at: number, step: TimeStep): string {
  return new Intl.DateTimeFormat(numberLocale(), { ...formats[step], timeZone: 'UTC' }).format(at);
}

/** Returns the finest granularity. */
export function finestStep(times: readonly Time[]): TimeStep {
  const order: readonly TimeStep[] = ['minute', 'day', 'month', 'year'];
  return order.find((step) => times.some((one) => one.step === step)) ?? 'day';
}
