import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { type JsonObject } from '../model/json.ts';
import { firstOf, nonBlank } from './tolerant.ts';

const operations = new Set(['index', 'view', 'add', 'edit', 'delete', 'signup', 'autocomplete', 'lookup']);

/** The record type that an object names: `controller` and `module`, `crm/leads`, or an address such as `/crm/leads/index.json?…`. */
export function namedController(from: JsonObject, ...keys: string[]): ControllerName | undefined {
  const module = nonBlank(firstOf(from, 'module'));
  for (const key of keys) {
    const named = nonBlank(firstOf(from, key));
    if (named === undefined || named.length > 1_000) continue;
    const found =
      controllerInAddress(named) ?? (module === undefined ? undefined : parseControllerName(`${module}/${named}`));
    if (found) return found;
  }
  return undefined;
}

export function controllerInAddress(address: string): ControllerName | undefined {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  const parts = path.split('/').filter((part) => part !== '');
  const operation = parts.findIndex((part, index) => index >= 2 && operations.has(part.replace(/\.json$/, '')));
  if (operation > 0) return parseControllerName(parts.slice(operation - 2, operation).join('/'));
  return parts.length === 2 ? parseControllerName(parts.join('/')) : undefined;
}

/** `\module\crm\model\leads` and `Crm.Leads` suggest `crm/leads`. A guess, good for looking something up. */
export function likelyController(model: string): ControllerName | undefined {
  if (model.length > 1_000) return undefined;
  const parts = model
    .split(/[\\/.:]+/)
    .filter((part) => part !== '' && !/^(modules?|models?|app|controllers?|src|entity|entities)$/i.test(part));
  return parts.length === 2 ? parseControllerName(parts.join('/').toLowerCase()) : undefined;
}
