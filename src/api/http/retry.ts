/** How often a read is asked again, and after how long. Writes never come here. */
export const readAttempts = 3;

/** The longest pause that a service may ask for; beyond it the person is told instead. */
export const longestPauseMs = 20_000;

const passingStatus = new Set([429, 502, 503, 504]);

export function isPassing(status: number): boolean {
  return passingStatus.has(status);
}

/** What `Retry-After` asks for: seconds, or a date. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Doubles from a quarter of a second, with up to half of it at random, so that many windows do not come back at once. */
export function backOffMs(attempt: number, random: number): number {
  return 250 * 2 ** (attempt - 1) * (1 + random / 2);
}
