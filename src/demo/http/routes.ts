import { controllerAt, type DemoController } from '../catalog/controllers.ts';
import { problem } from '../problems.ts';
import { answerDeleteSelected, answerEditSelected } from '../operations/answerBulk.ts';
import { answerDelete } from '../operations/answerDelete.ts';
import { answerIndex } from '../operations/answerIndex.ts';
import { answerListViews } from '../operations/answerListViews.ts';
import { answerSaveAdd, answerSaveEdit } from '../operations/answerSave.ts';
import { answerSignup } from '../operations/answerSignup.ts';
import { answerLicense, signupFormJson } from '../operations/signupFormJson.ts';
import { answerAdd, answerEdit, answerView } from '../operations/answerView.ts';
import type { AccountOperation, Operation } from './operation.ts';

interface Methods<T> {
  readonly GET?: T;
  readonly POST?: T;
  /** A GET that writes must not be asked with HEAD, which may be sent by anyone who only wants to look. */
  readonly writesByGet?: true;
}

const operations: Readonly<Record<string, Methods<Operation>>> = {
  index: {
    GET: (service, exchange) =>
      (exchange.controller.name === 'listviews' ? answerListViews : answerIndex)(service, exchange),
  },
  view: { GET: answerView },
  edit: { GET: answerEdit, POST: answerSaveEdit },
  add: { GET: answerAdd, POST: answerSaveAdd },
  delete: { GET: answerDelete, POST: answerDelete, writesByGet: true },
  edit_selected: { POST: answerEditSelected },
  delete_selected: { GET: answerDeleteSelected, writesByGet: true },
};

interface AccountMethods extends Methods<AccountOperation> {
  readonly isForAnyone?: true;
}

/**
 * What the interface shows without a record type. Signing up needs a token, as everything that writes: whatever runs on
 * this computer reaches this port, and the token is what tells the person at the window that started it from the rest.
 */
const accountOperations: Readonly<Record<string, AccountMethods>> = {
  'access_controls/users/signup': { GET: signupFormJson, POST: answerSignup },
  'access_controls/users/license_agreement': { GET: answerLicense, isForAnyone: true },
};

export interface Route {
  readonly controller: DemoController;
  readonly operation: Operation;
}

/** `/<module>/<controller>/<operation>`, with or without `.json`. */
export function routeOf(method: string, path: string): Route {
  const [, module = '', name = '', word = '', ...rest] = withoutSuffix(path).split('/');
  const controller = controllerAt(`${module}/${name}`);
  if (!controller || rest.length > 0)
    throw problem(404, 'unknown_controller', `There is no controller ${module}/${name}.`);
  const methods = Object.hasOwn(operations, word) ? operations[word] : undefined;
  if (!methods) throw problem(404, 'unknown_operation', `${module}/${name} has no operation "${word}".`);
  return { controller, operation: withMethod(methods, method, word) };
}

export interface AccountRoute {
  readonly operation: AccountOperation;
  readonly isForAnyone: boolean;
}

export function accountRouteOf(method: string, path: string): AccountRoute | undefined {
  const key = withoutSuffix(path).slice(1);
  const methods = Object.hasOwn(accountOperations, key) ? accountOperations[key] : undefined;
  return methods && { operation: withMethod(methods, method, key), isForAnyone: methods.isForAnyone ?? false };
}

function withoutSuffix(path: string): string {
  return path.replace(/\.json$/, '');
}

function withMethod<T>(methods: Methods<T>, method: string, word: string): T {
  const asked = method === 'HEAD' && !methods.writesByGet ? 'GET' : method;
  const operation = asked === 'GET' || asked === 'POST' ? methods[asked] : undefined;
  if (operation) return operation;
  const known = (['GET', 'POST'] as const).filter((one) => methods[one]).join(' or ');
  throw problem(405, 'method_not_allowed', `${word} is not asked for with ${method}; use ${known}.`);
}
