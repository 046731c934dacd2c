/** Without such letters at the end. `/[.\s]+$/` would begin anew at every one of them, wherever it stands. */
export function trimTrailing(text: string, letter: RegExp): string {
  let end = text.length;
  while (end > 0 && letter.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without such letters at both ends. */
export function trimBoth(text: string, letter: RegExp): string {
  const kept = trimTrailing(text, letter);
  let start = 0;
  while (start < kept.length && letter.test(kept.charAt(start))) start++;
  return kept.slice(start);
}

/** To go on behind it in the same sentence. */
export function withoutFullStop(text: string): string {
  return trimTrailing(text, /[.\s]/);
}
