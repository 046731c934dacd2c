import { trimBoth } from './trim.ts';

declare const brand: unique symbol;

/** A record type, as list views spell it: `<module>/<controller>`, such as `crm/leads`. */
export type ControllerName = string & { readonly [brand]: true };

const segment = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Answers undefined for anything that could not stand in a path as two plain segments. */
export function parseControllerName(text: string): ControllerName | undefined {
  const [module, controller, ...rest] = trimBoth(text.trim(), /\//).split('/', 3);
  if (!module || !controller || rest.length > 0 || !segment.test(module) || !segment.test(controller)) return undefined;
  return controllerName(module, controller);
}

/** For two segments that are known to be plain. */
export function controllerName(module: string, controller: string): ControllerName {
  return `${module}/${controller}` as ControllerName;
}

/** `crm` of `crm/leads`. */
export function moduleOf(name: ControllerName): string {
  return name.slice(0, name.indexOf('/'));
}

/** `leads` of `crm/leads`. */
export function shortName(name: ControllerName): string {
  return name.slice(name.indexOf('/') + 1);
}
