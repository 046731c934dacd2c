import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { type Connection, defaultNetworkChoices, defaultServiceChoices } from './connection.ts';
import { readConnection } from './connectionSetting.ts';

/** Writes only non-default values, to keep the setting readable. */
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

/** Returns the setting with these connections. Keeps unreadable entries, which may be work in progress. */
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
