import type { JsonValue } from './json.ts';

/**
 * As `JSON.parse`, but a number that it would change, such as 9007199254740993, is a text with its digits: that is how
 * the service writes most numbers anyway.
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

/** A double keeps 15 digits, so nothing shorter is changed. */
const fewest = 16;
const number = /(?<=^-?|[[:,\s]-?)\d[\d.]*(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/y;

/** Those inside of texts as well. */
function changedNumbers(text: string): NumberInText[] {
  const found: NumberInText[] = [];
  // a run of that many is met by looking at every so many, which is nothing beside the parsing
  for (let at = fewest - 1; at < text.length; at += fewest) {
    if (!isFigure(text.charCodeAt(at))) continue;
    let start = at;
    while (isFigure(text.charCodeAt(start - 1))) start--;
    while (isFigure(text.charCodeAt(at))) at++;
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

function isFigure(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/** Undefined for a number that stays as it is written when it is read and written again. */
function exactDigits(literal: string): string | undefined {
  const again = String(Number(literal));
  if (again === literal) return undefined;
  const digits = plainDecimal(literal);
  if (digits === undefined || (digits === plainDecimal(again) && !again.includes('e'))) return undefined;
  if (isPrintedDouble(literal, digits)) return undefined;
  return /e/i.test(literal) ? digits : literal;
}

/** Some services write 0.1 as 0.10000000000000001: all 17 digits of their own double, which is the same one here. */
function isPrintedDouble(literal: string, digits: string): boolean {
  const significant = literal.replace(/e.*/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').length;
  return digits.includes('.') && significant === 17 && plainDecimal(Number(literal).toPrecision(17)) === digits;
}

/**
 * A number as JSON writes them, without an exponent and without noughts that say nothing. Undefined for anything else,
 * and for an exponent that no number of a record has.
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
