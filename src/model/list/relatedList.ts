import { t } from '@vscode/l10n';
import { type ControllerName, parseControllerName, shortName } from '../controller.ts';
import { labelFromKey } from '../form/fieldPath.ts';
import { type Association, type RecordForm, recordTitle } from '../form/recordForm.ts';
import type { RelatedTo } from './recordQuery.ts';

/**
 * The records that hang together with one record, as a list of their own: it has an address as a list view has one, so
 * that tables, staged cells, bulk work and exports need not know that the service answers it by other means. What it and
 * its record are called is no part of it: a record that gets another name keeps its lists.
 */
export interface RelatedList {
  /** Where the record is that they belong to. */
  readonly parent: ControllerName;
  /** The association. */
  readonly name: string;
  /** What is asked of the service. */
  readonly to: RelatedTo;
}

/** No list view has such an id. */
const mark = '=related ';

/** The id under which the list is known where list views have theirs. */
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

/** As the service calls them, else by their model, else by the table in their name, such as `activities.lead_id`. */
export function relatedLabel({ label, modelClass, name }: Association, controller: ControllerName | undefined): string {
  const model = modelClass?.split(/[\\/.:]+/).findLast((segment) => segment !== '');
  return (
    label ??
    labelFromKey(
      (controller && shortName(controller)) ?? model ?? name.split('.').find((segment) => segment !== '') ?? name,
    )
  );
}

/** What its tab is called, as soon as the form of its record is known. */
export function relatedTitle(
  { name }: RelatedList,
  controller: ControllerName,
  parent?: Pick<RecordForm, 'name' | 'id' | 'singular' | 'associations'>,
): string {
  const association = parent?.associations.find((one) => one.name === name);
  const label = relatedLabel(association ?? { name, kind: 'unknown', raw: null }, controller);
  return parent ? t('{0} of {1}', label, recordTitle(parent)) : label;
}

/** Under which its columns are remembered: the same for all records of a type. */
export function layoutName(listView: string | undefined): string | undefined {
  const related = parseRelatedList(listView);
  return related ? `${mark}${related.parent} ${related.name}` : listView;
}
