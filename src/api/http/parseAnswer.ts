import type { JsonValue } from '../../model/json.ts';
import type { Answer } from './exchange.ts';

/** What came back, by its looks. The content type is no help: services send JSON as text/html and pages as JSON. */
export type Parsed =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'empty' }
  | { readonly kind: 'webPage'; readonly title: string | undefined }
  | { readonly kind: 'other'; readonly problem: string };

export function parseAnswer(answer: Answer): Parsed {
  const text = decode(answer);
  const start = firstCharacter(text);
  if (start === '') return { kind: 'empty' };
  if (start === '<') return { kind: 'webPage', title: pageTitle(text) };
  try {
    return { kind: 'json', value: parseJson(text, mayHoldProto(answer.body)) };
  } catch (error) {
    return { kind: 'other', problem: error instanceof Error ? error.message : String(error) };
  }
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

function decode(answer: Answer): string {
  const charset = /charset="?([\w-]+)/i.exec(answer.header('content-type') ?? '')?.[1]?.toLowerCase();
  // by far the usual case, and Buffer is faster at it than TextDecoder
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8')
    return withoutMark(answer.body.toString('utf8'));
  try {
    return withoutMark(new TextDecoder(charset).decode(answer.body));
  } catch {
    return withoutMark(answer.body.toString('utf8'));
  }
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
