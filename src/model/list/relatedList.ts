import { t } from '@vscode/l10n';
import { type ControllerName, parseControllerName } from '../controller.ts';
import { displayKey, modelKey } from '../form/fieldPath.ts';
import type { RecordField } from '../form/formElement.ts';
import type { RecordForm } from '../form/recordForm.ts';
import type { JsonObject } from '../json.ts';
import type { RelatedTo } from './recordQuery.ts';

/**
 * The records that hang together with one record, as a list of their own: it has an address as a list view has one, so
 * that tables, staged cells, bulk work and exports need not know that the service answers it by other means.
 */
export interface RelatedList {
  /** What is asked of the service. */
  readonly to: RelatedTo;
  /** The record that they belong to. */
  readonly parent: { readonly controller: ControllerName; readonly title: string; readonly model: string | undefined };
  /** The association: its name, what it is called, and the field of the related records that points at the parent. */
  readonly name: string;
  readonly label: string;
  readonly field: string | undefined;
}

/** No list view has such an id. */
const mark = '=related ';

/** The id under which the list is known where list views have theirs. */
export function relatedListView({ to, parent, name, label, field }: RelatedList): string {
  const parts = [to.id, to.key, to.modelClass, parent.controller, parent.title, parent.model, name, label, field];
  return mark + JSON.stringify(parts.map((part) => part ?? null));
}

/** Undefined for a list view of the service. */
export function parseRelatedList(listView: string | undefined): RelatedList | undefined {
  if (listView === undefined || !listView.startsWith(mark)) return undefined;
  const parts = textsIn(listView.slice(mark.length));
  if (parts?.length !== 9) return undefined;
  const [id, key, modelClass, controller, title, model, name, label, field] = parts;
  const parentController = parseControllerName(controller ?? '');
  if (!id || !key || !parentController || name === undefined) return undefined;
  return {
    to: { id, key, modelClass: modelClass ?? '' },
    parent: { controller: parentController, title: title ?? '', model },
    name,
    label: label ?? name,
    field,
  };
}

function textsIn(text: string): (string | undefined)[] | undefined {
  try {
    const parts: unknown = JSON.parse(text);
    const isFine = Array.isArray(parts) && parts.every((part) => part === null || typeof part === 'string');
    return isFine ? parts.map((part: string | null) => part ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** What its tab is called. */
export function relatedTitle({ label, parent, to }: RelatedList): string {
  return t('{0} of {1}', label, parent.title || to.id);
}

/** Under which its columns are remembered: the same for all records of a type. */
export function layoutName(listView: string | undefined): string | undefined {
  const related = parseRelatedList(listView);
  return related ? `${mark}${related.parent.controller} ${related.name}` : listView;
}

/**
 * What a new related record begins with: the reference to its parent, all three entries of it. Nothing where the form
 * for it has no field that surely is this reference.
 */
export function parentReference(
  { to, parent, field: named }: RelatedList,
  form: Pick<RecordForm, 'fields'>,
): JsonObject {
  const open = form.fields.filter(({ at, permission }) => at.length === 1 && permission.editable);
  const pointing = open.filter((field) => pointsAt(field, parent));
  const field =
    open.find(({ at }) => at[0] === named?.split('.').at(-1)) ?? (pointing.length === 1 ? pointing[0] : undefined);
  const key = field?.at[0];
  if (!field || key === undefined) return {};
  const model = field.reference?.model ?? parent.model;
  return {
    [key]: to.id,
    [displayKey(key)]: parent.title,
    ...(model !== undefined && { [modelKey(key)]: model }),
  };
}

function pointsAt({ reference }: RecordField, { controller, model }: RelatedList['parent']): boolean {
  if (!reference) return false;
  if (reference.controller) return reference.controller === controller;
  return reference.model !== undefined && reference.model === model;
}
