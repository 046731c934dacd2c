/** A record type. Its name is `<module>/<controller>`, as list views spell it: `crm/leads`. */
export interface ControllerName {
  readonly module: string;
  readonly controller: string;
}

const part = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Answers undefined for anything that could not stand in a path as two plain segments. */
export function parseControllerName(text: string): ControllerName | undefined {
  const [module, controller, ...rest] = text
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .split('/');
  if (!module || !controller || rest.length > 0 || !part.test(module) || !part.test(controller)) return undefined;
  return { module, controller };
}

export function controllerText(name: ControllerName): string {
  return `${name.module}/${name.controller}`;
}
