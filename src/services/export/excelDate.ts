const day = 86_400_000;
/** Excel counts days from here. It assumes a February 29, 1900, so dates before March of that year aren't safe. */
const zero = Date.UTC(1899, 11, 30);
const first = Date.UTC(1900, 2, 1);

const shapes = {
  date: /^(\d{4})-(\d\d)-(\d\d)$/,
  dateTime: /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/,
} as const;

/** Returns the Excel serial number; undefined for a text that wouldn't round-trip. */
export function excelSerial(text: string, kind: keyof typeof shapes): number | undefined {
  const parts = shapes[kind].exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(Number);
  const time = Date.UTC(year, month - 1, date, hours, minutes, seconds);
  if (time < first || textOfTime(time, kind) !== text) return undefined;
  return (time - zero) / day;
}

/** Returns the text of an Excel serial number, in our own formats. */
export function excelDateText(serial: number, kind: keyof typeof shapes): string | undefined {
  const time = zero + Math.round(serial * 86_400) * 1000;
  return Number.isFinite(time) && Math.abs(time) < 8e15 ? textOfTime(time, kind) : undefined;
}

function textOfTime(time: number, kind: keyof typeof shapes): string {
  const iso = new Date(time).toISOString();
  return kind === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
