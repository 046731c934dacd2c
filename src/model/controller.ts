import { trimBoth } from './trim.ts';

declare const brand: unique symbol;

/** A controller, spelled as in list views: `<module>/<controller>`, such as `crm/leads`. */
export type ControllerName = string & { readonly [brand]: true };

const segment = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Returns undefined unless the text is exactly two plain path segments. */
export function parseControllerName(text: string): ControllerName | undefined {
  const [module, controller, ...rest] = trimBoth(text.trim(), /\//).split('/', 3);
  if (!module || !controller || rest.length > 0 || !segment.test(module) || !segment.test(controller)) return undefined;
  return controllerName(module, controller);
}

/** Expects two valid segments. */
export function controllerName(module: string, controller: string): ControllerName {
  return `${module}/${controller}` as ControllerName;
}

/** Returns `crm` for `crm/leads`. */
export function moduleOf(name: ControllerName): string {
  return name.slice(0, name.indexOf('/'));
}

/** Returns `leads` for `crm/leads`. */
export function shortName(name: ControllerName): string {
  return name.slice(name.indexOf('/') + 1);
}
