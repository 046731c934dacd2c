import { t } from '@vscode/l10n';
import {
  type BulkEndpoint,
  bulkPathProblem,
  type Connection,
  connectionColors,
  defaultNetworkChoices,
  defaultServiceChoices,
  demoId,
  type NetworkChoices,
  readBaseUrl,
} from './connection.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { ownProxyProblem } from './proxy.ts';
import { boundedNumber, connectionNumbers } from '../numberSetting.ts';

const { timeoutSeconds, pageSize } = connectionNumbers;

/** What is wrong with an entry of the connections setting, in one sentence; the other entries are used all the same. */
export interface SettingProblem {
  readonly problem: string;
}

/** Reads the connections setting, which a person may have written by hand. */
export function readConnections(
  setting: JsonValue | undefined,
  defaults = defaultNetworkChoices,
): { connections: Connection[]; problems: string[] } {
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (Array.isArray(setting) ? setting : []).entries()) {
    const read = isObject(entry) ? readConnection(entry, defaults) : { problem: t('it is not an object') };
    if ('problem' in read) problems.push(t('Connection {0} in the settings is left out: {1}', index + 1, read.problem));
    else if (connections.some((other) => other.id === read.id))
      problems.push(t('Connection {0} in the settings is left out: the id “{1}” is taken.', index + 1, read.id));
    else connections.push(read);
  }
  return { connections, problems };
}

function readConnection(entry: JsonObject, defaults: NetworkChoices): Connection | SettingProblem {
  const id = words(entry['id']);
  if (id === undefined || !/^[a-z0-9][a-z0-9-]*$/.test(id))
    return { problem: t('its id must be lower-case letters, digits and dashes.') };
  if (id === demoId) return { problem: t('the id “{0}” is kept for the demo. Give it another.', id) };
  const base = readBaseUrl(words(entry['baseUrl']) ?? '');
  if (base.problem !== undefined) return { problem: base.problem };
  const bulkEdit = readEndpoint(entry['bulkEdit'], 'post');
  const bulkDelete = readEndpoint(entry['bulkDelete'], 'get');
  const color = oneOf(entry['color'], connectionColors);
  const extraCa = words(entry['extraCa']);
  const proxy = words(entry['proxy']);
  const problem =
    (proxy === undefined ? undefined : ownProxyProblem(proxy)) ??
    bulkPathProblem(bulkEdit?.path ?? '') ??
    bulkPathProblem(bulkDelete?.path ?? '');
  if (problem !== undefined) return { problem };
  return {
    id,
    name: words(entry['name']) ?? id,
    baseUrl: base.url,
    readOnly: entry['readOnly'] === true,
    ...(color === undefined ? {} : { color }),
    ...(entry['languageModels'] === 'off' ? { languageModels: 'off' } : {}),
    choices: {
      pathSuffix: oneOf(entry['pathSuffix'], ['asDocumented', 'always', 'never']) ?? defaultServiceChoices.pathSuffix,
      deleteMethod: oneOf(entry['deleteMethod'], ['auto', 'post', 'get']) ?? defaultServiceChoices.deleteMethod,
      emptyValue: oneOf(entry['emptyValue'], ['null', 'empty']) ?? defaultServiceChoices.emptyValue,
      relatedKey: oneOf(entry['relatedKey'], ['record', 'related']) ?? defaultServiceChoices.relatedKey,
      relatedClass: oneOf(entry['relatedClass'], ['record', 'related']) ?? defaultServiceChoices.relatedClass,
      ...(bulkEdit ? { bulkEdit } : {}),
      ...(bulkDelete ? { bulkDelete } : {}),
    },
    network: {
      timeoutMs: boundedNumber(entry['timeoutSeconds'], timeoutSeconds, defaults.timeoutMs / 1_000) * 1_000,
      pageSize: boundedNumber(entry['pageSize'], pageSize, defaults.pageSize),
      ...(extraCa === undefined ? {} : { extraCa }),
      ...(proxy === undefined ? {} : { proxy }),
    },
  };
}

/** The other way round: only what differs from the defaults, so that the setting stays readable. */
export function writeConnection(connection: Connection, usual = defaultNetworkChoices): JsonObject {
  const { id, name, baseUrl, readOnly, color, languageModels, choices, network } = connection;
  const differing = <T extends object>(chosen: T, from: T): [string, JsonValue][] =>
    Object.entries(chosen).filter(
      ([key, value]) => value !== undefined && value !== (from as Record<string, unknown>)[key],
    );
  const entries = [...differing(choices, defaultServiceChoices), ...differing(network, usual)];
  const renamed = entries.map(([key, value]) =>
    key === 'timeoutMs' ? ['timeoutSeconds', Number(value) / 1000] : [key, value],
  );
  const marks = {
    ...(readOnly ? { readOnly } : {}),
    ...(color === undefined ? {} : { color }),
    ...(languageModels === undefined ? {} : { languageModels }),
  };
  return { id, name, baseUrl, ...marks, ...Object.fromEntries(renamed) };
}

/** The setting with these connections in it. What could not be read is someone's work in progress, and stays. */
export function writeConnections(
  setting: JsonValue | undefined,
  connections: readonly Connection[],
  usual = defaultNetworkChoices,
): JsonValue[] {
  const taken = new Set<string>();
  const unread = (Array.isArray(setting) ? setting : []).filter((entry) => {
    const read = isObject(entry) ? readConnection(entry, usual) : undefined;
    if (!read || 'problem' in read || taken.has(read.id)) return true;
    taken.add(read.id);
    return false;
  });
  return [...connections.map((connection) => writeConnection(connection, usual)), ...unread];
}

function readEndpoint(value: JsonValue | undefined, usualMethod: 'get' | 'post'): BulkEndpoint | undefined {
  if (!isObject(value)) return undefined;
  const path = words(value['path']);
  if (path === undefined) return undefined;
  return {
    path,
    method: oneOf(value['method'], ['get', 'post']) ?? usualMethod,
    ids: words(value['ids']) ?? 'ids[]',
    idsAs: oneOf(value['idsAs'], ['repeated', 'comma']) ?? 'repeated',
  };
}

function words(value: JsonValue | undefined): string | undefined {
  const found = typeof value === 'string' ? value.trim() : '';
  return found === '' ? undefined : found;
}

function oneOf<const T extends string>(value: JsonValue | undefined, allowed: readonly T[]): T | undefined {
  return allowed.find((word) => word === value);
}
