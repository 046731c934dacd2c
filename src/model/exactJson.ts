import { isObject, type JsonValue } from './json.ts';

/**
 * Like `JSON.parse`, but returns a number that would lose precision, such as 9007199254740993, as a string of its
 * digits. The service writes most numbers as strings anyway.
 */
export function parseJson(text: string, revive?: (key: string, value: JsonValue) => JsonValue | undefined): JsonValue {
  const changed = changedNumbers(text);
  return JSON.parse(changed.length === 0 ? text : withTexts(text, changed), revive) as JsonValue;
}

interface NumberInText {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** A double preserves 15 digits, so shorter numbers are exact. */
const fewest = 16;
const number = /(?<=^-?|[[:,\s]-?)\d[\d.]*(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/y;

/** Also finds numbers inside strings. */
function changedNumbers(text: string): NumberInText[] {
  const found: NumberInText[] = [];
  // checking every 16th character finds any run of 16 digits; the cost is negligible next to parsing
  for (let at = fewest - 1; at < text.length; at += fewest) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigitOrPoint(text.charCodeAt(start - 1))) start--;
    while (isDigitOrPoint(text.charCodeAt(at))) at++;
    if (at - start < fewest) continue;
    number.lastIndex = start;
    const [literal] = number.exec(text) ?? [];
    if (literal === undefined) continue;
    const end = start + literal.length;
    if (text[start - 1] === '-') start--;
    const digits = exactDigits(text.slice(start, end));
    if (digits !== undefined) found.push({ start, end, digits });
  }
  return found;
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/** Returns undefined for a number that survives a round trip. */
function exactDigits(literal: string): string | undefined {
  const again = String(Number(literal));
  if (again === literal) return undefined;
  const digits = plainDecimal(literal);
  if (digits === undefined || (digits === plainDecimal(again) && !again.includes('e'))) return undefined;
  if (isPrintedDouble(literal, digits)) return undefined;
  return /e/i.test(literal) ? digits : literal;
}

/** Some services write 0.1 as 0.10000000000000001, all 17 digits of a double; parsing it gives the same double. */
function isPrintedDouble(literal: string, digits: string): boolean {
  const significant = literal.replace(/e.*/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').length;
  return digits.includes('.') && significant === 17 && plainDecimal(Number(literal).toPrecision(17)) === digits;
}

/**
 * Normalizes a JSON number: no exponent, no insignificant zeros. Returns undefined for anything else, and for an
 * exponent too large for a record value.
 */
export function plainDecimal(literal: string): string | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(literal) ?? [];
  if (whole === undefined) return undefined;
  const point = Math.max(whole.length + Number(exponent), 0);
  const digits = whole + fraction;
  const shifted = '0'.repeat(Math.max(-Number(exponent) - whole.length, 0)) + digits;
  let end = shifted.length;
  while (end > point && shifted[end - 1] === '0') end--;
  const above = shifted.slice(0, point).padEnd(point, '0').replace(/^0+/, '') || '0';
  return `${sign}${above}${end > point ? `.${shifted.slice(point, end)}` : ''}`;
}

function withTexts(text: string, numbers: readonly NumberInText[]): string {
  let written = '';
  let from = 0;
  let outside = 0;
  let quote = text.indexOf('"');
  for (const { start, end, digits } of numbers) {
    while (quote >= 0 && quote < start) {
      outside = endOfText(text, quote);
      quote = text.indexOf('"', outside);
    }
    if (outside > start) continue;
    written += `${text.slice(from, start)}"${digits}"`;
    from = end;
  }
  return written + text.slice(from);
}

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text[escapes - 1] === '\\') escapes--;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return text.length;
}

/**
 * A key that an object in valid JSON has more than once: `JSON.parse` drops all values of it but the last. `colons` is
 * the number of colons outside strings.
 */
export function duplicateKey(text: string, parsed: JsonValue, colons: number): string | undefined {
  if (colons === keyCount(parsed)) return undefined;
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') {
      const end = endOfText(text, at);
      last = text.slice(at, end);
      at = end - 1;
    } else if (letter === '{' || letter === '[') open.push(new Set());
    else if (letter === '}' || letter === ']') open.pop();
    else if (letter === ':') {
      const key = JSON.parse(last) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

function keyCount(value: JsonValue): number {
  const inside = isObject(value) ? Object.values(value) : Array.isArray(value) ? value : [];
  return inside.reduce((sum: number, one) => sum + keyCount(one), isObject(value) ? inside.length : 0);
}
