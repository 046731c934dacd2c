import { gzipSync } from 'node:zlib';
import type { JsonObject, JsonValue } from '../../../src/model/json.ts';
import { goodAnswers } from './goodAnswers.ts';

type Random = () => number;

/** What a service, or another server at its address, may send. */
export interface BadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const badStatuses = [201, 204, 299, 302, 303, 400, 401, 403, 404, 409, 418, 422, 500, 501];
const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'text/html',
  'text/plain; charset=iso-8859-1',
  'application/json; charset=utf-16le',
  'charset=',
  '',
];
const locations = ['/elsewhere', '', 'http://[', 'http://192.0.2.1/', '//192.0.2.1/x', '/login', 'javascript:alert(1)'];
const keys = words(
  'data errors message paginate header headers form elements children name __name label permission permissions options',
  'value text rule leads leads.id id alias __proto__ constructor toString hasOwnProperty length 0 -1',
).concat('', ' ', '\u0000');
const scalars = words(
  '0 1 2 null undefined submit select leads.city crm/leads __proto__ [object_Object] <b>bold</b>',
).concat('', ' ', '\u0000', '\ud800', '\u202e') as JsonValue[];
scalars.push(null, true, false, 0, -1, 1e308, 0.1, 2 ** 53);

function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}

/** Mostly derived from the `expected` response. */
export function badAnswer(random: Random, expected: keyof typeof goodAnswers): BadAnswer {
  const status = random() < 0.8 ? 200 : one(random, badStatuses);
  const headers: Record<string, string> = {
    'content-type': random() < 0.8 ? 'application/json' : one(random, contentTypes),
  };
  if (status === 302 || status === 303) headers['location'] = one(random, locations);
  const good = random() < 0.8 ? goodAnswers[expected] : one(random, Object.values(goodAnswers));
  const body = bytes(random, good);
  if (random() < 0.97) return { status, headers, body };
  const isPacked = random() < 0.5;
  return {
    status,
    headers: { ...headers, 'content-encoding': one(random, ['gzip', 'br', 'deflate', 'x']) },
    body: isPacked ? gzipSync(body) : body,
  };
}

function bytes(random: Random, good: string): Buffer {
  const kind = random();
  if (kind < 0.02) return Buffer.from(good);
  if (kind < 0.6) return Buffer.from(JSON.stringify(replaced(random, good)));
  if (kind < 0.75) return Buffer.from(JSON.stringify(any(random, 6)));
  if (kind < 0.8) return Buffer.from(large(random, good));
  return torn(random, Buffer.from(kind < 0.9 ? good : JSON.stringify(replaced(random, good))));
}

/** Replaces one to six values. */
function replaced(random: Random, good: string): JsonValue {
  let answer = JSON.parse(good) as JsonValue;
  for (let left = 1 + under(random, 6); left > 0; left--) answer = within(random, answer);
  return answer;
}

function within(random: Random, value: JsonValue): JsonValue {
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || random() < 0.25) return instead(random, value);
  if (Array.isArray(value)) {
    if (value.length === 0) return instead(random, value);
    const place = under(random, value.length);
    value[place] = within(random, value[place] ?? null);
    return value;
  }
  const key = one(random, Object.keys(value));
  if (key === undefined) return instead(random, value);
  set(value, key, within(random, value[key] ?? null));
  return value;
}

function instead(random: Random, value: JsonValue): JsonValue {
  switch (under(random, 7)) {
    case 0:
      return [value];
    case 1:
      return [value, any(random, 2), value];
    case 2:
      return set({}, one(random, keys), value);
    case 3:
      return JSON.stringify(value);
    case 4:
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? set(value, one(random, keys), any(random, 2))
        : any(random, 1);
    default:
      return any(random, 3);
  }
}

function any(random: Random, depth: number): JsonValue {
  const kind = random();
  if (depth === 0 || kind < 0.4) return one(random, scalars);
  const length = under(random, 4);
  if (kind < 0.65) return Array.from({ length }, () => any(random, depth - 1));
  const made: JsonObject = {};
  for (let left = length; left > 0; left--) set(made, one(random, keys), any(random, depth - 1));
  return made;
}

/** Replaces one part with a deep, long or wide value. */
function large(random: Random, good: string): string {
  const places = [...good.matchAll(/\[\]|\{\}|"[^"]*"(?=[,}\]])|null/g)];
  const found = one(random, places);
  const at = found?.index ?? 0;
  const size = 2 ** under(random, 13);
  const part = one(random, [
    () => '['.repeat(size) + ']'.repeat(size),
    () => `${'{"children":['.repeat(size)}${']}'.repeat(size)}`,
    () => `[${'{"name":["leads","x"]},'.repeat(size)}1]`,
    () => `"${'<b>x</b> '.repeat(size)}"`,
    () => `{${Array.from({ length: size }, (_, place) => `"k${place}":${place}`).join(',')}}`,
    () => '9'.repeat(size),
  ])();
  return good.slice(0, at) + part + good.slice(at + (found?.[0].length ?? 0));
}

/** Truncated, with changed bytes, or with a duplicated part. */
function torn(random: Random, whole: Buffer): Buffer {
  const at = under(random, whole.length);
  const to = at + under(random, whole.length - at);
  switch (under(random, 4)) {
    case 0:
      return whole.subarray(0, at);
    case 1:
      return Buffer.concat([whole.subarray(0, at), Buffer.from([under(random, 256)]), whole.subarray(at + 1)]);
    case 2:
      return Buffer.concat([whole.subarray(0, to), whole.subarray(at)]);
    default:
      return Buffer.concat([Buffer.from('\ufeff'), whole.subarray(0, at), whole.subarray(to)]);
  }
}

/** Sets an own property, whatever its name. */
function set(object: JsonObject, key: string, value: JsonValue): JsonObject {
  return Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function under(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function one<T>(random: Random, from: readonly T[]): T {
  return from[under(random, from.length)] as T;
}
