import type { Column } from './column.ts';

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

export function defineController(words: ControllerWords): Controller {
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
