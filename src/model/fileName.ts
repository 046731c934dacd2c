import { trimBoth } from './trim.ts';

/** They turn the words beside them around: `invoice\u202Efdp.exe` reads as `invoiceexe.pdf`. */
export const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const longest = 80;

/** A name that anyone gave, as one that every file system takes, still without its ending. */
export function proposedFileName(name: string, otherwise: string): string {
  const oneLine = name
    .toWellFormed()
    .replaceAll(directionMarks, '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ');
  // no half of a character that takes two
  const short = trimBoth(oneLine, /[\s.]/)
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '');
  const kept = trimBoth(short, /[\s.]/);
  // Windows takes these for devices, whatever their ending
  return (kept === '' ? otherwise : kept).replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '$&_');
}
