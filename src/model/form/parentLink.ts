import { withValueAt } from './fieldValue.ts';
import { t } from '@vscode/l10n';
import { shortName } from '../controller.ts';
import type { JsonObject } from '../json.ts';
import type { RelatedList } from '../list/relatedList.ts';
import { labelFromKey, pathKey } from './fieldPath.ts';
import type { RecordField } from './formElement.ts';
import { type Association, type RecordForm, recordName } from './recordForm.ts';
import { withReference } from './value.ts';

/** A foreign key that the form for a new record doesn't include; taken from the association with the parent. */
export interface ParentLink {
  readonly key: string;
  /** Id of the parent. */
  readonly id: string;
  readonly name: string;
}

/** Initial values of a new related record. */
export interface LinkedStart {
  readonly values: JsonObject;
  readonly link?: ParentLink;
  /** One sentence that says why it isn't linked to its parent. */
  readonly problem?: string;
}

type Parent = Pick<RecordForm, 'controller' | 'alias' | 'id' | 'name' | 'model' | 'values' | 'associations'>;
type Child = Pick<RecordForm, 'controller' | 'primaryKey' | 'fields' | 'otherFields'>;

/**
 * Finds the reference from a new record to the record in whose list it is added. Never guesses: it could set the wrong
 * field.
 */
export function linkedStart({ name, to }: RelatedList, parent: Parent, form: Child): LinkedStart {
  const association = parent.associations.find((one) => one.name === name);
  const key = association && childKey(association, parent, form);
  const field = key === undefined ? onlyReferenceTo(parent, form) : fieldNamed(form, key);
  if (field) {
    if (field.permission.editable) return { values: valuesFor(field, to.id, parent) };
    return {
      values: {},
      problem: t('“{0}” is read-only here: the new record is not linked to {1}.', field.label, recordName(parent)),
    };
  }
  if (key === undefined) {
    const problem = t(
      'The service does not say which field links the new record to {0}. Set it here if there is one.',
      recordName(parent),
    );
    return { values: {}, problem };
  }
  const known = fieldNamed({ fields: form.otherFields }, key);
  const values = known ? valuesFor(known, to.id, parent) : { [key]: to.id };
  return { values, link: { key, id: to.id, name: recordName(parent) } };
}

/** Adds a field for the missing key to the form, so that it is shown, validated and sent like any other. */
export function withParentLink(form: RecordForm, link: ParentLink | undefined): RecordForm {
  if (!link || form.operation !== 'add' || fieldNamed(form, link.key)) return form;
  const { key, id, name } = link;
  const path = [form.root, key];
  const known = fieldNamed({ fields: form.otherFields }, key);
  const plain = { path, key: pathKey(path), at: [key], label: labelFromKey(key.replace(/_id$/, '')) };
  const field: RecordField = {
    ...(known ?? { ...plain, required: false, rules: [], unreadRules: [], isSystem: false }),
    // a reference holds the name; otherwise the name becomes the label of a choice
    ...(known?.reference
      ? { kind: known.kind, options: known.options }
      : { kind: 'choice', options: [{ value: id, text: name }] }),
    permission: { editable: true, from: 'record' },
  };
  return {
    ...form,
    elements: [...form.elements, { type: 'field', field }],
    fields: [...form.fields, field],
    otherFields: form.otherFields.filter((other) => other !== known),
  };
}

/** Column of the new record that holds the parent's id; undefined if the key belongs to another table. */
function childKey({ kind, foreignKey, table }: Association, parent: Parent, form: Child): string | undefined {
  if (foreignKey === undefined || kind === 'belongsTo' || kind === 'manyToMany') return undefined;
  const [key = '', owner = table] = foreignKey.split('.').toReversed();
  if (key === '' || key === 'id' || key === form.primaryKey?.split('.').at(-1)) return undefined;
  if (parent.controller === form.controller) return key;
  const isOfParent = owner === parent.alias || owner === shortName(parent.controller);
  // if the kind is unknown, a key that the parent has points from the parent to the other record
  return isOfParent || (kind === 'unknown' && Object.hasOwn(parent.values, key)) ? undefined : key;
}

function fieldNamed({ fields }: Pick<RecordForm, 'fields'>, key: string): RecordField | undefined {
  const named = fields.filter(({ at }) => at.length === 1 && at[0] === key);
  return named.find(({ permission }) => permission.editable) ?? named[0];
}

function onlyReferenceTo({ controller, model }: Parent, { fields }: Child): RecordField | undefined {
  const [field, second] = fields.filter(({ at, permission, reference }) => {
    if (at.length !== 1 || !permission.editable || !reference) return false;
    return reference.controller
      ? reference.controller === controller
      : reference.model !== undefined && reference.model === model;
  });
  return second ? undefined : field;
}

/** Only a reference can have a name; for any other field, the service would reject the key. */
function valuesFor({ at, reference }: RecordField, id: string, parent: Parent): JsonObject {
  if (!reference) return withValueAt({}, at, id);
  const model = reference.model ?? parent.model;
  return withReference({}, at, { id, text: parent.name || null, ...(model !== undefined && { model }) });
}
