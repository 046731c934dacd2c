import { parseControllerName } from '../controller.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { connectionNumbers } from '../numberSetting.ts';
import { choiceSeparators, connectionColors, dateFormats } from './connection.ts';

const { timeoutSeconds, pageSize } = connectionNumbers;

type IsValue = (value: JsonValue) => boolean;

const isText: IsValue = (value) => typeof value === 'string' && value.trim() !== '';
const isYesOrNo: IsValue = (value) => typeof value === 'boolean';
const isOneOf =
  (...allowed: readonly string[]): IsValue =>
  (value) =>
    allowed.some((one) => one === value);
const isNumber =
  ({ min, max }: { readonly min: number; readonly max: number }): IsValue =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max;
const isEndpoint: IsValue = (value) =>
  isObject(value) &&
  isText(value['path'] ?? null) &&
  Object.entries(value).every(([key, one]) => Object.hasOwn(endpointKeys, key) && endpointKeys[key]?.(one) === true);

const endpointKeys: Readonly<Record<string, IsValue>> = {
  path: isText,
  method: isOneOf('get', 'post'),
  ids: isText,
  idsAs: isOneOf('repeated', 'comma'),
};

/** Validators for the values of each known key of an entry. */
const entryKeys: Readonly<Record<string, IsValue>> = {
  id: isText,
  name: isText,
  baseUrl: isText,
  readOnly: isYesOrNo,
  color: isOneOf(...connectionColors),
  languageModels: isOneOf('ask', 'off'),
  pathSuffix: isOneOf('asDocumented', 'always', 'never'),
  deleteMethod: isOneOf('auto', 'post', 'get'),
  emptyValue: isOneOf('null', 'empty'),
  choiceSeparator: isOneOf(...choiceSeparators),
  dateFormat: isOneOf(...dateFormats),
  saveAction: isText,
  relatedKey: isOneOf('record', 'related'),
  relatedClass: isOneOf('record', 'related'),
  lookUpViews: (value) =>
    isObject(value) && Object.entries(value).every(([key, one]) => parseControllerName(key) && isText(one)),
  bulkEdit: isEndpoint,
  bulkDelete: isEndpoint,
  timeoutSeconds: isNumber(timeoutSeconds),
  pageSize: isNumber(pageSize),
  extraCa: isText,
  proxy: isText,
};

/** Returns the first key that is unknown or has an invalid value, for files that are validated strictly. */
export function uselessKey(entry: JsonObject): { readonly key: string; readonly isKnown: boolean } | undefined {
  for (const [key, value] of Object.entries(entry)) {
    const isKnown = Object.hasOwn(entryKeys, key);
    if (!isKnown || entryKeys[key]?.(value) !== true) return { key, isKnown };
  }
  return undefined;
}
