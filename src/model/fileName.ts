import { trimBoth } from './trim.ts';

/** Bidirectional control characters can disguise a name: `invoice\u202Efdp.exe` reads as `invoiceexe.pdf`. */
export const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const longest = 80;

/** Turns any name into one that is valid on every file system, without the extension. */
export function proposedFileName(name: string, otherwise: string): string {
  const oneLine = name
    .toWellFormed()
    .replaceAll(directionMarks, '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ');
  // don't cut a surrogate pair in half
  const short = trimBoth(oneLine, /[\s.]/)
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '');
  const kept = trimBoth(short, /[\s.]/);
  // reserved device names on Windows, with any extension
  return (kept === '' ? otherwise : kept).replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '$&_');
}
