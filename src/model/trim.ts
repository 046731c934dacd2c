/** Removes matching characters at the end. Linear time: `/[.\s]+$/` would retry at every match in the text. */
export function trimTrailing(text: string, letter: RegExp): string {
  let end = text.length;
  while (end > 0 && letter.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes matching characters at both ends. */
export function trimBoth(text: string, letter: RegExp): string {
  const kept = trimTrailing(text, letter);
  let start = 0;
  while (start < kept.length && letter.test(kept.charAt(start))) start++;
  return kept.slice(start);
}

/** Removes the final period so that the sentence can continue. */
export function withoutFullStop(text: string): string {
  return trimTrailing(text, /[.\s]/);
}
