import type { JsonValue } from '../../model/json.ts';
import type { Answer } from './exchange.ts';
import type { PartMemory } from './partMemory.ts';
import { hasMoreValues } from './valueCount.ts';

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

export function parseAnswer(answer: Content, memory?: PartMemory): Parsed {
  if (hasMoreValues(answer.body, mostValues)) return { kind: 'crowd' };
  try {
    if (memory && answer.url && isLong(answer)) {
      return { kind: 'json', value: memory.parse(answer.url.pathname, answer.body, parsePieces) };
    }
    const text = decode(answer);
    const start = firstCharacter(text);
    if (start === '') return { kind: 'empty' };
    if (start === '<') return { kind: 'webPage', title: pageTitle(text) };
    return { kind: 'json', value: parseJson(text, mayHoldProto(answer.body)) };
  } catch {
    return { kind: 'other' };
  }
}

/** JSON that may be about one of many records. */
function isLong({ body, header }: Content): boolean {
  return body.length > 4_000 && body[0] === 0x7b && isUtf8(charsetIn(header('content-type')));
}

function parsePieces(pieces: readonly (Buffer | string)[]): JsonValue {
  const isSuspect = pieces.some((piece) => typeof piece !== 'string' && mayHoldProto(piece));
  return parseJson(pieces.map((piece) => piece.toString('utf8')).join(''), isSuspect);
}

/** Drops `__proto__` keys: no field is called that, and copying one would change the copy's prototype. */
export function parseJson(text: string, isSuspect = mayHoldProto(Buffer.from(text))): JsonValue {
  if (!isSuspect) return JSON.parse(text) as JsonValue;
  return JSON.parse(text, (key, value: JsonValue) => (key === '__proto__' ? undefined : value)) as JsonValue;
}

/** Looked for in the bytes, which is many times faster than in the text. Letters of a key may be written as escapes. */
function mayHoldProto(bytes: Buffer): boolean {
  return bytes.includes('proto__') || bytes.includes('\\u005') || bytes.includes('\\u007') || bytes.includes('\\u006');
}

function decode(answer: Content): string {
  const charset = charsetIn(answer.header('content-type'));
  // by far the usual case, and Buffer is faster at it than TextDecoder
  if (isUtf8(charset)) return withoutMark(answer.body.toString('utf8'));
  try {
    return withoutMark(new TextDecoder(charset).decode(answer.body));
  } catch {
    return withoutMark(answer.body.toString('utf8'));
  }
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
  const title = /<title[^>]*>([^<]{1,200})/i.exec(html.slice(0, 20_000))?.[1]?.replace(/\s+/g, ' ').trim();
  return title || undefined;
}
