import { t } from '@vscode/l10n';
import { type ControllerName, parseControllerName, shortName } from '../controller.ts';
import { labelFromKey } from '../form/fieldPath.ts';
import { type Association, type RecordForm, recordTitle } from '../form/recordForm.ts';
import type { RelatedTo } from './recordQuery.ts';

/**
 * The related records of one record as a list. It has an address like a list view, so that tables, staged changes, bulk
 * runs and exports don't need to know that the service queries it differently. The names of the list and its record
 * aren't part of it: a renamed record keeps its lists.
 */
export interface RelatedList {
  /** Controller of the record that they belong to. */
  readonly parent: ControllerName;
  /** Name of the association. */
  readonly name: string;
  /** The query sent to the service. */
  readonly to: RelatedTo;
}

/** Prefix that no list view id has. */
const mark = '=related ';

/** Returns the id that the list uses in place of a list view's id. */
export function relatedListView({ parent, name, to }: RelatedList): string {
  return mark + JSON.stringify([parent, name, to.id, to.key, to.modelClass]);
}

/** Undefined for a list view of the service. */
export function parseRelatedList(listView: string | undefined): RelatedList | undefined {
  if (listView === undefined || !listView.startsWith(mark)) return undefined;
  const [controller, name, id, key, modelClass, ...others] = textsIn(listView.slice(mark.length));
  const parent = parseControllerName(controller ?? '');
  if (!parent || name === undefined || !id || !key || modelClass === undefined || others.length > 0) return undefined;
  return { parent, name, to: { id, key, modelClass } };
}

function textsIn(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}

/**
 * Label of related records: the service's, else the model's name, else the table in the association's name, as in
 * `activities.lead_id`.
 */
export function relatedLabel({ label, modelClass, name }: Association, controller: ControllerName | undefined): string {
  const model = modelClass?.split(/[\\/.:]+/).findLast((segment) => segment !== '');
  return (
    label ??
    labelFromKey(
      (controller && shortName(controller)) ?? model ?? name.split('.').find((segment) => segment !== '') ?? name,
    )
  );
}

/** Title of its tab, once the record's form is loaded. */
export function relatedTitle(
  { name }: RelatedList,
  controller: ControllerName,
  parent?: Pick<RecordForm, 'name' | 'id' | 'singular' | 'associations'>,
): string {
  const association = parent?.associations.find((one) => one.name === name);
  const label = relatedLabel(association ?? { name, kind: 'unknown', raw: null }, controller);
  return parent ? t('{0} of {1}', label, recordTitle(parent)) : label;
}

/** Key under which the column layout is stored: shared by all records of a controller. */
export function layoutName(listView: string | undefined): string | undefined {
  const related = parseRelatedList(listView);
  return related ? `${mark}${related.parent} ${related.name}` : listView;
}
