import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { nonBlank } from './tolerant.ts';

/** The likeliest first, without what only spelling tells apart. A token to refresh with, or against forgery, is none of them. */
const names = [
  'accesstoken',
  'bearertoken',
  'authtoken',
  'apitoken',
  'jwttoken',
  'token',
  'jwt',
  'bearer',
  'authorization',
];
const deepest = 5;
const mostPlaces = 1_000;

/** How a token is handed out is not shown, so it may stand anywhere in the answer; the nearest to the top counts. */
export function tokenIn(answer: JsonObject): string | undefined {
  const places = placesIn(answer);
  for (const name of names) {
    for (const place of places) {
      for (const [key, value] of Object.entries(place)) {
        const token = plainKey(key) === name ? tokenOf(value) : undefined;
        if (token !== undefined) return token;
      }
    }
  }
  return undefined;
}

/** As it follows `Bearer` in the header; a sentence is none. */
function tokenOf(value: JsonValue): string | undefined {
  const token = typeof value === 'string' ? nonBlank(value.replace(/^\s*bearer\s+/i, '')) : undefined;
  return token === undefined || /\s/.test(token) ? undefined : token;
}

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '');
}

/** Level by level. The form and its like describe, and hand out nothing. */
function placesIn(answer: JsonObject): JsonObject[] {
  const found: JsonObject[] = [];
  let level: JsonValue[] = [answer];
  for (let depth = 0; depth < deepest && found.length < mostPlaces; depth++) {
    found.push(...level.filter(isObject));
    level = level.flatMap((place) =>
      Array.isArray(place)
        ? place.slice(0, mostPlaces)
        : isObject(place)
          ? Object.entries(place).flatMap(([key, value]) => (describing.has(key) ? [] : [value]))
          : [],
    );
  }
  return found.slice(0, mostPlaces);
}

const describing = new Set(['form', 'filterRules', 'permissions', 'timezones', 'locales', 'themes', 'currencies']);
