import { type ControllerName, parseControllerName } from '../../model/controller.ts';
import { type JsonObject } from '../../model/json.ts';
import { firstOf, nonBlank } from './tolerant.ts';

const operations = new Set(['index', 'view', 'add', 'edit', 'delete', 'signup', 'autocomplete', 'lookup']);

/**
 * The controller that an object names: `controller` and `module`, `crm/leads`, or a URL such as
 * `/crm/leads/index.json?…`.
 */
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
  const [path = ''] = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').split(/[?#]/, 1);
  const segments = path.split('/').filter((segment) => segment !== '');
  const operation = segments.findIndex(
    (segment, index) => index >= 2 && operations.has(segment.replace(/\.json$/, '')),
  );
  if (operation > 0) return parseControllerName(segments.slice(operation - 2, operation).join('/'));
  return segments.length === 2 ? parseControllerName(segments.join('/')) : undefined;
}

/** `\module\crm\model\leads` and `Crm.Leads` suggest `crm/leads`. A guess, good enough for a look-up. */
export function likelyController(model: string): ControllerName | undefined {
  if (model.length > 1_000) return undefined;
  const segments = model
    .split(/[\\/.:]+/)
    .filter((segment) => segment !== '' && !/^(modules?|models?|app|controllers?|src|entity|entities)$/i.test(segment));
  return segments.length === 2 ? parseControllerName(segments.join('/').toLowerCase()) : undefined;
}
