/** By what it is about: makes an input of that many letters, and answers what is to be done with it. */
export type Cases = Readonly<Record<string, (letters: number) => (() => unknown) | Promise<() => unknown>>>;

export function times(part: string, letters: number): string {
  return part.repeat(Math.floor(letters / part.length));
}

/** One case for each part, which makes up all of the text. */
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
