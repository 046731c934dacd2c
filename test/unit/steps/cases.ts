/** Cases by name: each creates an input of that many characters and returns the work to measure. */
export type Cases = Readonly<Record<string, (letters: number) => (() => unknown) | Promise<() => unknown>>>;

export function times(part: string, letters: number): string {
  return part.repeat(Math.floor(letters / part.length));
}

/** One case per part, with a text that consists of that part only. */
export function fullOf(what: string, parts: readonly string[], work: (text: string) => unknown): Cases {
  return Object.fromEntries(
    parts.map((part) => [
      `${what} full of ${JSON.stringify(part)}`,
      (letters: number) => {
        const text = times(part, letters);
        return () => work(text);
      },
    ]),
  );
}
