import { t } from '@vscode/l10n';
import {
  type BulkEndpoint,
  choiceSeparators,
  dateFormats,
  bulkPathProblem,
  type Connection,
  connectionColors,
  defaultNetworkChoices,
  defaultServiceChoices,
  demoId,
  type NetworkChoices,
  ownProxyProblem,
  readBaseUrl,
} from './connection.ts';
import { parseControllerName } from '../controller.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { boundedNumber, connectionNumbers } from '../numberSetting.ts';

const { timeoutSeconds, pageSize } = connectionNumbers;

/** One sentence about an invalid entry of the connections setting; the other entries still apply. */
export interface SettingProblem {
  readonly problem: string;
}

/** Reads the connections setting, which may be hand-written. */
export function readConnections(
  setting: JsonValue | undefined,
  defaults = defaultNetworkChoices,
): { connections: Connection[]; problems: string[] } {
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (Array.isArray(setting) ? setting : []).entries()) {
    const read = isObject(entry) ? readConnection(entry, defaults) : { problem: t('it is not an object') };
    if ('problem' in read) problems.push(t('Connection {0} in the settings was skipped: {1}', index + 1, read.problem));
    else if (connections.some((other) => other.id === read.id))
      problems.push(
        t('Connection {0} in the settings was skipped: the id “{1}” is already in use.', index + 1, read.id),
      );
    else connections.push(read);
  }
  return { connections, problems };
}

export function readConnection(entry: JsonObject, defaults: NetworkChoices): Connection | SettingProblem {
  const id = words(entry['id']);
  if (id === undefined || !/^[a-z0-9][a-z0-9-]*$/.test(id))
    return { problem: t('its id must consist of lowercase letters, digits and hyphens.') };
  if (id === demoId) return { problem: t('the id “{0}” is reserved for the demo. Use another id.', id) };
  const base = readBaseUrl(words(entry['baseUrl']) ?? '');
  if (base.problem !== undefined) return { problem: base.problem };
  const bulkEdit = readEndpoint(entry['bulkEdit'], 'post');
  const bulkDelete = readEndpoint(entry['bulkDelete'], 'get');
  const lookUpViews = readLookUpViews(entry['lookUpViews']);
  const color = oneOf(entry['color'], connectionColors);
  const saveAction = words(entry['saveAction']);
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
      choiceSeparator: oneOf(entry['choiceSeparator'], choiceSeparators) ?? defaultServiceChoices.choiceSeparator,
      dateFormat: oneOf(entry['dateFormat'], dateFormats) ?? defaultServiceChoices.dateFormat,
      ...(saveAction === undefined ? {} : { saveAction }),
      relatedKey: oneOf(entry['relatedKey'], ['record', 'related']) ?? defaultServiceChoices.relatedKey,
      relatedClass: oneOf(entry['relatedClass'], ['record', 'related']) ?? defaultServiceChoices.relatedClass,
      ...(lookUpViews.length > 0 ? { lookUpViews: Object.fromEntries(lookUpViews) } : {}),
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

function readLookUpViews(value: JsonValue | undefined): [controller: string, view: string][] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, one]): [string, string][] => {
    const [controller, view] = [parseControllerName(key), words(one)];
    return controller && view !== undefined ? [[controller, view]] : [];
  });
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
