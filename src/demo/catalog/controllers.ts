import { defineController, modelClassOf, type Controller } from './controller.ts';
import { leadColumns } from './leadColumns.ts';
import { listViewColumns } from './listViewColumns.ts';
import { accountColumns, activityColumns, peopleColumns, userColumns } from './otherColumns.ts';

export const leads = defineController({
  module: 'crm',
  name: 'leads',
  singular: 'Lead',
  model: 'Leads',
  columns: leadColumns,
  displayColumns: ['first_name', 'last_name'],
  keyPrefix: 'LD',
  hasWorkflow: true,
});

export const accounts = defineController({
  module: 'crm',
  name: 'accounts',
  singular: 'Account',
  model: 'Accounts',
  columns: accountColumns,
  displayColumns: ['name'],
  keyPrefix: 'AC',
  hasWorkflow: false,
});

export const peoples = defineController({
  module: 'crm',
  name: 'peoples',
  singular: 'People',
  model: 'Peoples',
  columns: peopleColumns,
  displayColumns: ['first_name', 'last_name'],
  keyPrefix: 'PE',
  hasWorkflow: false,
});

export const activities = defineController({
  module: 'crm',
  name: 'activities',
  singular: 'Activity',
  model: 'Activities',
  columns: activityColumns,
  displayColumns: ['subject'],
  keyPrefix: 'AT',
  hasWorkflow: false,
});

export const users = defineController({
  module: 'access_controls',
  name: 'users',
  singular: 'User',
  model: 'Users',
  columns: userColumns,
  displayColumns: ['first_name', 'last_name'],
  keyPrefix: 'US',
  hasWorkflow: false,
});

export const listviews = defineController({
  module: 'core',
  name: 'listviews',
  singular: 'List View',
  model: 'Listviews',
  columns: listViewColumns,
  displayColumns: ['name'],
  keyPrefix: 'LV',
  hasWorkflow: false,
});

/** Those whose records live in a table; list views live in the catalog. */
export const storedControllers: readonly Controller[] = [leads, accounts, peoples, activities, users];
export const controllers: readonly Controller[] = [...storedControllers, listviews];

const byPath = new Map(controllers.map((controller) => [`${controller.module}/${controller.name}`, controller]));
const byName = new Map(controllers.map((controller) => [controller.name, controller]));
const byModelClass = new Map(
  controllers.flatMap((controller) => [
    [modelClassOf(controller).toLowerCase(), controller],
    [controller.model.toLowerCase(), controller],
  ]),
);

export function controllerAt(module: string, name: string): Controller | undefined {
  return byPath.get(`${module}/${name}`);
}

export function controllerNamed(name: string): Controller | undefined {
  return byName.get(name);
}

export function controllerOfModelClass(modelClass: string): Controller | undefined {
  return byModelClass.get(modelClass.toLowerCase());
}
