import { isObject, type JsonValue } from '../model/json.ts';
import { parseServiceJson } from './http/parseAnswer.ts';

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
