import { controllerAt } from '../catalog/controllers.ts';
import type { Controller } from '../catalog/controller.ts';
import { index } from '../operations/index.ts';
import { listViewListing } from '../operations/listViewListing.ts';
import { problem } from '../problem.ts';
import type { Operation } from './exchange.ts';

interface Route {
  readonly controller: Controller;
  readonly operation: Operation;
}

type Methods = Readonly<Record<string, Operation>>;

const operations: Readonly<Record<string, Methods>> = {
  index: {
    GET: (service, exchange) => (exchange.controller.name === 'listviews' ? listViewListing : index)(service, exchange),
  },
};

/** `/<module>/<controller>/<operation>`, with or without `.json`. */
export function routeOf(method: string, path: string): Route {
  const [, module = '', name = '', word = '', ...rest] = path.replace(/\.json$/, '').split('/');
  const controller = controllerAt(module, name);
  if (!controller || rest.length > 0)
    throw problem(404, 'unknown_controller', `There is no controller ${module}/${name}.`);
  const methods = Object.hasOwn(operations, word) ? operations[word] : undefined;
  if (!methods) throw problem(404, 'unknown_operation', `${module}/${name} has no operation "${word}".`);
  const operation = methods[method === 'HEAD' ? 'GET' : method];
  if (!operation)
    throw problem(
      405,
      'method_not_allowed',
      `${word} is not asked for with ${method}; use ${Object.keys(methods).join(' or ')}.`,
    );
  return { controller, operation };
}
