import { isUtf8 as isValidUtf8 } from 'node:buffer';
import { parseJson } from '../../../model/exactJson.ts';
import { type JsonValue, isObject } from '../../../model/json.ts';
import type { Answer } from './exchange.ts';
import type { JsonFragmentCache } from './jsonFragmentCache.ts';

/** Of 1,000 records with 60 columns each there are 60,000; these fill some hundred megabytes of memory. */
export const mostValues = 5_000_000;

/** What came back, by its looks. The content type is no help: services send JSON as text/html and pages as JSON. */
export type Parsed =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'empty' }
  | { readonly kind: 'webPage'; readonly title: string | undefined }
  /** It holds more than anyone could make sense of. */
  | { readonly kind: 'crowd' }
  | { readonly kind: 'other' };

/** Without its address, nothing is remembered of it. */
type Content = Pick<Answer, 'header' | 'body'> & Partial<Pick<Answer, 'url' | 'status'>>;

export function parseAnswer(answer: Content, memory?: JsonFragmentCache): Parsed {
  if (hasMoreValues(answer.body, mostValues)) return { kind: 'crowd' };
  try {
    if (memory && answer.url && isLong(answer)) {
      return { kind: 'json', value: memory.parse(answer.url.pathname, answer.body, parsePieces) };
    }
    const text = decode(answer);
    const start = firstCharacter(text);
    if (start === '') return { kind: 'empty' };
    if (start === '<') return { kind: 'webPage', title: pageTitle(text) };
    const isAsBytes = isUtf8(charsetIn(answer.header('content-type')));
    return { kind: 'json', value: parseServiceJson(text, isAsBytes ? [answer.body] : undefined) };
  } catch {
    return { kind: 'other' };
  }
}

/** JSON that may be about one of many records. */
function isLong({ body, header }: Content): boolean {
  return body.length > 4_000 && body[0] === 0x7b && isUtf8(charsetIn(header('content-type')));
}

function parsePieces(pieces: readonly (Buffer | string)[]): JsonValue {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : utf8Text(piece))).join('');
  return parseServiceJson(
    text,
    pieces.filter((piece) => typeof piece !== 'string'),
  );
}

/** Drops `__proto__` keys: no field is called that, and copying one would change the copy's prototype. */
export function parseServiceJson(text: string, bytes: readonly Buffer[] = [Buffer.from(text)]): JsonValue {
  const revive = bytes.some(mayHoldProto) ? withoutProto : undefined;
  return bytes.some(mayHoldLongNumber) ? parseJson(text, revive) : (JSON.parse(text, revive) as JsonValue);
}

const withoutProto = (key: string, value: JsonValue): JsonValue | undefined =>
  key === '__proto__' ? undefined : value;

/** Looked for in the bytes, which is many times faster than in the text. Letters of a key may be written as escapes. */
function mayHoldProto(bytes: Buffer): boolean {
  if (bytes.includes('proto__')) return true;
  return bytes.includes('\\u00') && ['\\u005', '\\u006', '\\u007'].some((escape) => bytes.includes(escape));
}

/** Whether 16 digits stand in a row, and not as a text: `parseJson` looks closer. */
function mayHoldLongNumber(bytes: Buffer): boolean {
  const last = bytes.length - 8;
  let at = 8;
  // a row of them has one of these places in it, and what is before or behind it
  for (; at < last; at += 16)
    if (
      isFigure(bytes[at]) &&
      ((isFigure(bytes[at - 4]) && isFigure(bytes[at - 8])) || (isFigure(bytes[at + 4]) && isFigure(bytes[at + 8]))) &&
      isLongRow(bytes, at)
    )
      return true;
  return isLongRow(bytes, Math.min(at, bytes.length));
}

function isLongRow(bytes: Buffer, at: number): boolean {
  let [start, end] = [at, at];
  // no further than that: a text may be a million digits
  while (start > 0 && isFigure(bytes[start - 1]) && at - start < 400) start--;
  while (end < bytes.length && isFigure(bytes[end]) && end - at < 400) end++;
  return end - start >= 16 && bytes[start - 1] !== quote && bytes[end] !== quote;
}

/** A digit or a point, and the slash between them. In one comparison: this is done for every sixteenth byte. */
function isFigure(byte: number | undefined): boolean {
  return ((byte as number) - 0x2e) >>> 0 < 12;
}

function decode(answer: Content): string {
  const charset = charsetIn(answer.header('content-type'));
  // by far the usual case, and Buffer is faster at it than TextDecoder
  if (isUtf8(charset)) return withoutMark(utf8Text(answer.body));
  try {
    return withoutMark(new TextDecoder(charset).decode(answer.body));
  } catch {
    return withoutMark(utf8Text(answer.body));
  }
}

/** Bytes that are no UTF-8 become half a character: it looks like � as well, and no save can send it back as one. */
function utf8Text(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') && !isValidUtf8(bytes) ? text.replaceAll('\uFFFD', '\uDFFD') : text;
}

function charsetIn(contentType: string | undefined): string | undefined {
  return /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

function isUtf8(charset: string | undefined): charset is undefined | 'utf-8' | 'utf8' {
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function firstCharacter(text: string): string {
  return /\S/.exec(text)?.[0] ?? '';
}

function pageTitle(html: string): string | undefined {
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(html.slice(0, 20_000))?.[1]?.replace(/\s+/g, ' ').trim();
  return title || undefined;
}

const [quote, backslash, comma, brace, bracket] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/**
 * Whether JSON holds more values than this: lists, objects, and what commas part. Counted in the bytes, before anything
 * is made of them: a hundred megabytes of `{},{},` are gigabytes once they are parsed.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  // none is shorter than a letter and a comma
  if (json.length < most * 2) return false;
  return marksIn(json) > most && valuesIn(json, most) > most;
}

/** With those inside texts, which can only be more: without a look at where texts end it is many times as quick. */
function marksIn(json: Uint8Array): number {
  const isMark = new Uint8Array(256);
  for (const mark of [comma, brace, bracket]) isMark[mark] = 1;
  let count = 0;
  for (let at = 0; at < json.length; at++) count += isMark[json[at] as number] as number;
  return count;
}

/** Or the first number that is too many. */
function valuesIn(json: Uint8Array, most: number): number {
  let count = 0;
  let isText = false;
  for (let at = 0; at < json.length && count <= most; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma || byte === brace || byte === bracket) count += 1;
  }
  return count;
}

/** Metadata that a database keeps as text may arrive as JSON in a string; what is no JSON is nothing to read. */
export function fromText(source: JsonValue | undefined): JsonValue | undefined {
  if (typeof source !== 'string' || !/^\s*[[{]/.test(source)) return source;
  try {
    return parseServiceJson(source);
  } catch {
    return undefined;
  }
}

/** The same for an object and what stands directly in it under these keys. */
export function fromTexts(source: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  const value = fromText(source);
  if (!isObject(value)) return value;
  const texts = keys.filter((key) => typeof value[key] === 'string');
  if (texts.length === 0) return value;
  return { ...value, ...Object.fromEntries(texts.map((key) => [key, fromText(value[key]) ?? null])) };
}
