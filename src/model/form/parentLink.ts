import { t } from '@vscode/l10n';
import { shortName } from '../controller.ts';
import type { JsonObject } from '../json.ts';
import type { RelatedList } from '../list/relatedList.ts';
import { labelFromKey, pathKey } from './fieldPath.ts';
import type { RecordField } from './formElement.ts';
import { type Association, type RecordForm, recordName } from './recordForm.ts';
import { referenceEntries } from './referenceValue.ts';

/** A foreign key that the form for a new record does not name: it is taken from the association with the parent. */
export interface ParentLink {
  readonly key: string;
  /** Of the parent. */
  readonly id: string;
  readonly name: string;
}

/** What a new related record begins with. */
export interface LinkedStart {
  readonly values: JsonObject;
  readonly link?: ParentLink;
  /** Why it is not linked to its parent, as one sentence. */
  readonly problem?: string;
}

type Parent = Pick<RecordForm, 'controller' | 'alias' | 'id' | 'name' | 'model' | 'values' | 'associations'>;
type Child = Pick<RecordForm, 'controller' | 'primaryKey' | 'fields' | 'otherFields'>;

/** The reference from a new record to the record in whose list it is added. Nothing is guessed: a wrong field could be set. */
export function linkedStart({ name, to }: RelatedList, parent: Parent, form: Child): LinkedStart {
  const association = parent.associations.find((one) => one.name === name);
  const key = association && childKey(association, parent, form);
  const field = key === undefined ? onlyReferenceTo(parent, form) : fieldNamed(form, key);
  if (field) {
    if (field.permission.editable) return { values: entriesOf(field, to.id, parent) };
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
  const values = known ? entriesOf(known, to.id, parent) : { [key]: to.id };
  return { values, link: { key, id: to.id, name: recordName(parent) } };
}

/** The form with a field for the key that it does not name, so that it is shown, checked and sent as any other. */
export function withParentLink(form: RecordForm, link: ParentLink | undefined): RecordForm {
  if (!link || form.operation !== 'add' || fieldNamed(form, link.key)) return form;
  const { key, id, name } = link;
  const path = [form.root, key];
  const known = fieldNamed({ fields: form.otherFields }, key);
  const plain = { path, key: pathKey(path), at: [key], label: labelFromKey(key.replace(/_id$/, '')) };
  const field: RecordField = {
    ...(known ?? { ...plain, required: false, rules: [], unreadRules: [], isSystem: false }),
    // a reference has its name beside it; without that, the name is the label of a choice
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

/** The column of the new record that holds the parent's id; undefined when the key belongs to another table. */
function childKey({ kind, foreignKey, table }: Association, parent: Parent, form: Child): string | undefined {
  if (foreignKey === undefined || kind === 'belongsTo' || kind === 'manyToMany') return undefined;
  const [key = '', owner = table] = foreignKey.split('.').toReversed();
  if (key === '' || key === 'id' || key === form.primaryKey?.split('.').at(-1)) return undefined;
  if (parent.controller === form.controller) return key;
  const isOfParent = owner === parent.alias || owner === shortName(parent.controller);
  // without a kind, a key that the parent has itself leads from the parent to the other
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

/** A label and a type belong to a reference alone: beside a plain field they would be refused as unknown. */
function entriesOf({ at, reference }: RecordField, id: string, parent: Parent): JsonObject {
  const model = reference?.model ?? parent.model;
  const value = { id, text: parent.name === '' ? null : parent.name, ...(model !== undefined && { model }) };
  const entries = reference ? referenceEntries(at, value) : [{ at, value: id }];
  return Object.fromEntries(entries.map((entry) => [entry.at[0], entry.value]));
}
