import type { ServiceChoices } from '../../model/connection/connection.ts';
import type { ControllerName } from '../../model/controller.ts';

export type PathSuffix = ServiceChoices['pathSuffix'];

/** The interface prints these without `.json`, and all others with it. */
const printedBare = new Set(['view', 'edit form', 'add form']);

export type Operation =
  | 'index'
  | 'view'
  | 'edit form'
  | 'add form'
  | 'edit'
  | 'add'
  | 'delete'
  | 'signup'
  | 'license_agreement';

export function operationPath(controller: ControllerName, operation: Operation, suffix: PathSuffix): string {
  const isSuffixed = suffix === 'asDocumented' ? !printedBare.has(operation) : suffix === 'always';
  const segments = [controller.module, controller.controller, operation.replace(/ form$/, '')].map(encodeURIComponent);
  return segments.join('/') + (isSuffixed ? '.json' : '');
}

/** The suffix that would turn this operation's path into its other spelling. */
export function otherSuffix(operation: Operation, suffix: PathSuffix): PathSuffix {
  return operationPath(nowhere, operation, suffix).endsWith('.json') ? 'never' : 'always';
}

const nowhere: ControllerName = { module: '', controller: '' };
