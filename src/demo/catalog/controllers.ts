import type { DemoColumn } from './column.ts';
import * as columns from './columns.ts';

/** A controller: its table, its labels and its columns. The table and the alias have the controller's name. */
export interface DemoController {
  readonly module: string;
  readonly name: string;
  readonly singular: string;
  /** The model's name, as in `<field>_model` companions. */
  readonly model: string;
  readonly columns: readonly DemoColumn[];
  readonly column: ReadonlyMap<string, DemoColumn>;
  /** Sub-tables of each record. */
  readonly tables: readonly DemoTable[];
  /** Columns whose joined texts are the display name of a record. */
  readonly displayColumns: readonly string[];
  readonly keyPrefix: string;
  readonly hasWorkflow: boolean;
}

/** A sub-table of a record: all rows have the same columns, and each has its own id. */
export interface DemoTable {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly DemoColumn[];
}

function controller(
  path: string,
  singular: string,
  keyPrefix: string,
  own: readonly DemoColumn[],
  displayColumns: readonly string[],
  tables: readonly DemoTable[] = [],
): DemoController {
  const [module = '', name = ''] = path.split('/');
  const model = name.charAt(0).toUpperCase() + name.slice(1);
  const column = new Map(own.map((one) => [one.name, one]));
  const hasWorkflow = column.has('current_stage');
  return { module, name, singular, model, columns: own, column, tables, displayColumns, keyPrefix, hasWorkflow };
}

const fullName = ['first_name', 'last_name'];
export const leads = controller('crm/leads', 'Lead', 'LD', columns.leadColumns, fullName);
export const accounts = controller('crm/accounts', 'Account', 'AC', columns.accountColumns, ['name']);
export const peoples = controller('crm/peoples', 'Person', 'PE', columns.peopleColumns, fullName, [
  {
    name: 'phone_numbers',
    label: 'Phone Numbers',
    columns: [
      { name: 'number', label: 'Number', kind: 'phone', maxLength: 40 },
      { name: 'note', label: 'Note', kind: 'text', maxLength: 80 },
    ],
  },
  { name: 'documents', label: 'Documents', columns: [{ name: 'scan', label: 'Scan', kind: 'file', maxLength: 200 }] },
]);
export const activities = controller('crm/activities', 'Activity', 'AT', columns.activityColumns, ['subject']);
export const users = controller('access_controls/users', 'User', 'US', columns.userColumns, fullName);
export const listviews = controller('core/listviews', 'List View', 'LV', columns.listViewColumns, ['name']);

/** Controllers whose records are stored in a table; list views are in the catalog. */
export const storedControllers: readonly DemoController[] = [leads, accounts, peoples, activities, users];
const all = [...storedControllers, listviews];

const byPath = new Map(all.map((one) => [pathOf(one), one]));
const byName = new Map(all.map((one) => [one.name, one]));
const byModelClass = new Map(all.map((one) => [modelClassOf(one).toLowerCase(), one]));

export function pathOf({ module, name }: DemoController): string {
  return `${module}/${name}`;
}

export function modelClassOf({ module, model }: DemoController): string {
  return `${module}.models.${model}`;
}

/** `<module>/<controller>` */
export function controllerAt(path: string): DemoController | undefined {
  return byPath.get(path);
}

export function controllerNamed(name: string): DemoController | undefined {
  return byName.get(name);
}

export function controllerOfModelClass(modelClass: string): DemoController | undefined {
  return byModelClass.get(modelClass.toLowerCase());
}

/** The business key of a record: `LD-0000017`. */
export function keyOf({ keyPrefix }: DemoController, id: number): string {
  return `${keyPrefix}-${String(id).padStart(7, '0')}`;
}

export function searchedColumns({ columns: own }: DemoController): DemoColumn[] {
  return own.filter((column) => column.searched);
}

/** Columns whose values are in a nested object of the record. */
const nested: Readonly<Record<string, readonly string[]>> = { stage_remarks: ['stage_log', 'remarks'] };

/** The path of a field inside its record, usually just its name. */
export function pathInRecord(column: DemoColumn): readonly string[] {
  return nested[column.name] ?? [column.name];
}

/** The key path of a field, as in form elements and error entries. */
export function fieldPath({ name }: DemoController, column: DemoColumn): string[] {
  return [name, ...pathInRecord(column)];
}

export function columnAtPath({ columns: own }: DemoController, path: readonly string[]): DemoColumn | undefined {
  return own.find((column) => pathInRecord(column).join('.') === path.join('.'));
}
