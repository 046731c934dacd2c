/** Replacement for a secret. */
export const redacted = '•••';

/** Min length of a secret: shorter ones would redact too much unrelated text. */
const shortest = 4;
/** From this length, a secret is redacted anywhere; a shorter one only as a whole word. */
const minLengthAnywhere = 8;
/** From this length, parts are redacted too: services often show a truncated token. */
const long = 16;
const part = 12;

/**
 * Tokens and passwords seen by this window. Redacts them from text that comes from a service, or was built from it,
 * before it is shown or logged: a service may echo what it received, in any encoding.
 */
export class KnownSecrets {
  readonly #known = new Set<string>();
  readonly #words = new Set<string>();
  readonly #wholes = new Set<string>();
  readonly #parts = new Set<string>();

  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      const text = secret?.trim() ?? '';
      if (text.length < shortest || this.#known.has(text)) continue;
      this.#known.add(text);
      const plain = unescaped(text).text;
      if (plain.length < minLengthAnywhere) this.#words.add(folded(plain));
      else for (const spelling of [plain, ...packed(plain)]) this.#learnSpelling(spelling);
    }
  }

  #learnSpelling(spelling: string): void {
    this.#wholes.add(folded(spelling));
    if (spelling.length < long) return;
    for (let at = 0; at + part <= spelling.length; at++) {
      const piece = spelling.slice(at, at + part);
      // a token may start with plain words, such as its purpose
      if (!/^[a-z ._:/-]*$/.test(piece)) this.#parts.add(folded(piece));
    }
  }

  /** Returns the text with all secrets redacted. */
  redact(text: string): string {
    // fast path: most texts have nothing to decode
    if (!/[^ -~]|[%&\\]/.test(text) && this.#findIn(folded(text)).length === 0) return text;
    const { text: plain, starts, ends } = unescaped(text);
    let struck = '';
    let kept = 0;
    for (const [from, to] of this.#findIn(folded(plain))) {
      const start = starts[from] ?? 0;
      // merge overlapping and adjacent matches
      if (start > kept || struck === '') struck += text.slice(kept, start) + redacted;
      kept = Math.max(kept, ends[to - 1] ?? 0);
    }
    return struck + text.slice(kept);
  }

  /** Sorted by start. */
  #findIn(text: string): [from: number, to: number][] {
    const found: [number, number][] = [];
    const note = (needle: string, isFound = (_at: number): boolean => true): void => {
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
        if (isFound(at)) found.push([at, at + needle.length]);
    };
    for (const whole of this.#wholes) note(whole);
    for (const word of this.#words)
      note(word, (at) => !isWordLetter(text[at - 1]) && !isWordLetter(text[at + word.length]));
    if (this.#parts.size > 0)
      for (let at = 0; at + part <= text.length; at++)
        if (this.#parts.has(text.slice(at, at + part))) found.push([at, at + part]);
    return found.toSorted(([one], [other]) => one - other);
  }
}

function isWordLetter(letter: string | undefined): boolean {
  return /[a-z0-9\u0080-\u00ff]/.test(letter ?? '');
}

/** Encodes bytes as base64 and hexadecimal. The base64 form depends on the offset, hence three variants. */
function packed(bytes: string): string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const all = btoa(`${' '.repeat(shift)}${bytes}`).replaceAll('=', '');
    // the first and last characters share bits with adjacent bytes
    return all.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  const hexadecimal = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return [...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')), hexadecimal];
}

/** Folds case, and maps plus to space. */
function folded(bytes: string): string {
  return bytes.toLowerCase().replaceAll('+', ' ');
}

/** Bytes of a text, one character each, and the range in the text that each comes from. */
interface Bytes {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const maxLayers = 4;

/** Converts to bytes and decodes URL, JSON and HTML escapes, including nested ones. */
function unescaped(text: string): Bytes {
  let bytes = utf8(text);
  for (let layer = 0; layer < maxLayers && /[%&\\]/.test(bytes.text); layer++) {
    const without = withoutEscapes(bytes);
    if (without.text.length === bytes.text.length) break;
    bytes = without;
  }
  return bytes;
}

function utf8(text: string): Bytes {
  const [letters, starts, ends]: [string[], number[], number[]] = [[], [], []];
  let at = 0;
  for (const letter of text) {
    const spelling = letter < '\u0080' ? letter : bytesOf(letter);
    for (const byte of spelling) {
      letters.push(byte);
      starts.push(at);
      ends.push(at + letter.length);
    }
    at += letter.length;
  }
  return { text: letters.join(''), starts, ends };
}

function bytesOf(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

const escapes =
  /%([0-9a-f]{2})|\\x([0-9a-f]{2})|(\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u[0-9a-f]{4})|\\(["'\\/])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos|nbsp|sol|plus|equals|colon);/gi;
const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  sol: '/',
  plus: '+',
  equals: '=',
  colon: ':',
};

function withoutEscapes({ text, starts, ends }: Bytes): Bytes {
  const [letters, newStarts, newEnds]: [string[], number[], number[]] = [[], [], []];
  const add = (byte: string, from: number, to: number): void => {
    letters.push(byte);
    newStarts.push(starts[from] ?? 0);
    newEnds.push(ends[to - 1] ?? 0);
  };
  let kept = 0;
  const copyTo = (end: number): void => {
    for (; kept < end; kept++) add(text[kept] ?? '', kept, kept + 1);
  };
  for (const found of text.matchAll(escapes)) {
    const end = found.index + found[0].length;
    copyTo(found.index);
    for (const byte of escapedBytes(found)) add(byte, found.index, end);
    kept = end;
  }
  copyTo(text.length);
  return { text: letters.join(''), starts: newStarts, ends: newEnds };
}

function escapedBytes([, percent, backslash, units, sign, decimal, hexadecimal, name]: RegExpExecArray): string {
  const byte = percent ?? backslash;
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  if (units !== undefined) {
    const codes = [...units.matchAll(/[0-9a-f]{4}/gi)].map(([code]) => Number.parseInt(code, 16));
    return bytesOf(String.fromCharCode(...codes));
  }
  if (sign !== undefined) return sign;
  if (name !== undefined) return names[name.toLowerCase()] ?? '';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10_ff_ff ? bytesOf(String.fromCodePoint(code)) : '';
}
