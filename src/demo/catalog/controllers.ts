import type { Column } from './column.ts';
import {
  leadColumns,
  listViewColumns,
  accountColumns,
  activityColumns,
  peopleColumns,
  userColumns,
} from './columns.ts';

/** One record type: its table, its words and its columns. The table and the alias bear the controller's name. */
export interface Controller {
  readonly module: string;
  readonly name: string;
  readonly singular: string;
  /** The model's name, as `<field>_model` companions spell it. */
  readonly model: string;
  readonly columns: readonly Column[];
  readonly column: ReadonlyMap<string, Column>;
  /** Columns whose texts, joined, name a record to a person; the first that is not empty is enough for most. */
  readonly displayColumns: readonly string[];
  /** Begins the numbers that the service gives: `LD-000017`. */
  readonly keyPrefix: string;
  readonly hasWorkflow: boolean;
}

export type ControllerWords = Omit<Controller, 'column'>;

function defineController(words: ControllerWords): Controller {
  return { ...words, column: new Map(words.columns.map((column) => [column.name, column])) };
}

export function pathOf(controller: Controller): string {
  return `${controller.module}/${controller.name}`;
}

export function modelClassOf(controller: Controller): string {
  return `${controller.module}.models.${controller.model}`;
}

export function controllerClassOf(controller: Controller): string {
  return `${controller.module}.controllers.${controller.model}Controller`;
}

export function searchedColumns(controller: Controller): Column[] {
  return controller.columns.filter((column) => column.searched);
}

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

/** Columns that a record keeps inside an object of its own. */
const nested: Readonly<Record<string, readonly string[]>> = { stage_remarks: ['stage_log', 'remarks'] };

/** The path of a field inside its record: mostly its name alone. */
export function pathInRecord(column: Column): readonly string[] {
  return nested[column.name] ?? [column.name];
}

/** The key path of a field, as form elements and error entries name it. */
export function fieldPath(controller: Controller, column: Column): string[] {
  return [controller.name, ...pathInRecord(column)];
}

export function columnAtPath(controller: Controller, path: readonly string[]): Column | undefined {
  const nestedName = Object.keys(nested).find((name) => nested[name]?.join('.') === path.join('.'));
  const name = nestedName ?? (path.length === 1 ? path[0] : undefined);
  const column = name === undefined ? undefined : controller.column.get(name);
  return column && pathInRecord(column).join('.') === path.join('.') ? column : undefined;
}
