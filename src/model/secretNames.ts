import { type FieldPath, pathKey } from './form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';

/** True if a text contains a secret known to this window, such as a token. */
export type IsSecret = (text: string) => boolean;

const secretParts =
  /passw|kennwort|passphrase|passcode|pwd|secret(?!ar)|token|credential|(?:api|access|private|signing|encryption|master)_?key/;
const secretWords = /(?:^|_)(?:auth|authorization|pin|otp|totp|cvv|cvc|pw)(?:_|$)/;

/** True if a field, column, parameter or key with this name holds a secret: `api_token`, `ApiKey`, `PIN code`. */
export function isSecretName(name: string): boolean {
  const words = wordsIn(name);
  return secretParts.test(words) || secretWords.test(words);
}

/** Like `isSecretName`, for a number: a count of tokens isn't secret, a PIN is. */
export function isSecretNumberName(name: string): boolean {
  return secretWords.test(wordsIn(name));
}

function wordsIn(name: string): string {
  return name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase();
}

/**
 * Removes values with the name of a secret, including those in rows and nested objects. Keeps empty values and those at
 * `harmless` paths.
 */
export function withoutSecretNames(
  values: JsonObject,
  isSecret: IsSecret,
  harmless: ReadonlySet<string> = new Set(),
): JsonObject {
  return cleanObject(values, [], isSecret, harmless);
}

function cleanObject(values: JsonObject, at: FieldPath, isSecret: IsSecret, harmless: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, JsonValue][] => {
      const path = [...at, key];
      const isNamedSo = isSecretName(key) && typeof value !== 'boolean' && value !== null && value !== '';
      const clean = isNamedSo && !harmless.has(pathKey(path)) ? undefined : cleanValue(value, path, isSecret, harmless);
      return clean === undefined ? [] : [[key, clean]];
    }),
  );
}

function cleanValue(
  value: JsonValue,
  at: FieldPath,
  isSecret: IsSecret,
  harmless: ReadonlySet<string>,
): JsonValue | undefined {
  if (typeof value === 'string') return isSecret(value) ? undefined : value;
  if (Array.isArray(value))
    return value.map((one, index) => cleanValue(one, [...at, String(index)], isSecret, harmless) ?? null);
  return isObject(value) ? cleanObject(value, at, isSecret, harmless) : value;
}
