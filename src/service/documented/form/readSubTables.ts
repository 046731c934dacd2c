import { type FieldPath, labelFromKey, pathKey } from '../../../model/form/fieldPath.ts';
import type { FormElement, RecordField, SubTable } from '../../../model/form/formElement.ts';
import { subTableAt, tablesAround } from '../../../model/form/subTable.ts';
import type { Association } from '../../../model/form/recordForm.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { textOfHtml } from '../textOfHtml.ts';
import { asBoolean, firstOf, nonBlank } from '../tolerant.ts';
import { entryForField } from './entryForField.ts';
import { controlWord, type FoundGroup, type FoundNode } from './readFormElements.ts';
import { holdsRows, isNothing } from './readRecord.ts';

/** Evidence that distinguishes a record's sub-tables from its other parts. */
export interface SubTableEvidence {
  readonly values: JsonObject;
  readonly nodes: readonly FoundNode[];
  readonly associations: readonly Association[];
  /** The form's metadata, including its `labels`. */
  readonly form: JsonObject;
}

/** A part of the record that elements refer into: `addresses` of `addresses.city`. */
interface Part {
  readonly path: FieldPath;
  readonly at: FieldPath;
  /** The part's own element, if it has one in addition to those of its fields. */
  readonly whole: RecordField | undefined;
  /** Names of the fields in it. */
  readonly names: Set<string>;
  /** True if it contains an editable field. */
  hasOpen: boolean;
}

/** All sub-tables of the record, outer ones first. */
export function readSubTables(fields: readonly RecordField[], evidence: SubTableEvidence): SubTable[] {
  const containers = containersIn(evidence.nodes);
  const found = new Map<string, Part>();
  for (const part of partsOf(fields)) {
    // a part sent as a single value is edited as one
    if (part.whole?.permission.editable && !part.hasOpen) continue;
    if (isTable(part, found, evidence, containers)) found.set(pathKey(part.at), part);
  }
  const tables = [...found.values()].map((part) => ({
    path: part.path,
    key: pathKey(part.path),
    at: part.at,
    ...nameOf(part, containers, evidence.form),
    fields: [] as RecordField[],
    tables: [] as SubTable[],
  }));
  for (const field of fields)
    if (!subTableAt(tables, field.at)) tablesAround(tables, field.at).at(-1)?.fields.push(field);
  for (const table of tables) tablesAround(tables, table.at).at(-1)?.tables.push(table);
  return tables;
}

/** Outer parts first. */
function partsOf(fields: readonly RecordField[]): Part[] {
  const parts = new Map<string, Part>();
  const wholes = new Map(fields.map((field) => [pathKey(field.at), field]));
  for (const { at, path, permission } of fields) {
    for (let length = 1; length < at.length; length++) {
      const next = at[length] ?? '';
      // an element for one specific row isn't a field of every row
      if (isNumber(next) || isNumber(at[length - 1] ?? '')) break;
      const parentPath = at.slice(0, length);
      const key = pathKey(parentPath);
      const part: Part = parts.get(key) ?? {
        path: path.slice(0, path.length - at.length + length),
        at: parentPath,
        whole: wholes.get(key),
        names: new Set(),
        hasOpen: false,
      };
      parts.set(key, part);
      part.names.add(next);
      part.hasOpen ||= permission.editable;
    }
  }
  return [...parts.values()].toSorted((one, other) => one.at.length - other.at.length);
}

function isNumber(segment: string): boolean {
  return /^\d+$/.test(segment);
}

function isTable(
  part: Part,
  tables: ReadonlyMap<string, Part>,
  { values, associations }: SubTableEvidence,
  containers: ReadonlyMap<string, FoundGroup>,
): boolean {
  const isMany = (): boolean => isNamedTable(part.at.at(-1) ?? '', associations, containers.get(pathKey(part.path)));
  const held = samplesAt(values, part.at, tables).filter((value) => !isNothing(value));
  // the record's value is stronger evidence than any name
  if (held.length === 0) return isMany();
  return held.every((value) => {
    if (Array.isArray(value)) return value.every(isObject);
    if (!isObject(value)) return false;
    return holdsRows(value, part.names) || (isObjectOfObjects(value, part.names) && isMany());
  });
}

function isObjectOfObjects(value: JsonObject, names: ReadonlySet<string>): boolean {
  return Object.entries(value).every(([key, row]) => isObject(row) && !names.has(key));
}

/** Parts that the interface shows as rows (true), or as one object under a plural name (false). */
const documented: ReadonlyMap<string, boolean> = new Map([
  ['addresses', true],
  ['email_addresses', true],
  ['phone_numbers', true],
  ['roles_users', true],
  ['images', false],
  ['organizations', false],
  ['stage_log', false],
]);

/** Plural words that name a single thing. */
const singularPlurals = new Set(
  'settings details options preferences properties attributes params parameters credentials statistics stats dimensions coordinates permissions rights terms news series'.split(
    ' ',
  ),
);

function looksPlural(name: string): boolean {
  const word = name.slice(name.lastIndexOf('_') + 1).toLowerCase();
  return word.endsWith('s') && !/(ss|us|is)$/.test(word) && !singularPlurals.has(word);
}

/** True if an empty part is a table without rows, judging by the form's names for it. */
function isNamedTable(name: string, associations: readonly Association[], container: FoundGroup | undefined): boolean {
  const association = associations.find((one) => one.name === name && one.kind !== 'unknown');
  if (association) return /many$/i.test(association.kind);
  if (container && saysRows(container.element)) return true;
  return documented.get(name) ?? looksPlural(name);
}

const rowsWord =
  /^(sub|inline|editable|data|dynamic)?(table|grid|rows|list|collection|repeater|repeat|multirow|hasmany)$/;
const rowsKeys = ['multiple', 'is_multiple', 'allow_multiple', 'repeatable', 'is_repeatable', 'repeat', 'has_many'];

function saysRows(element: JsonObject): boolean {
  return rowsWord.test(controlWord(element)) || rowsKeys.some((key) => asBoolean(firstOf(element, key)) === true);
}

const maxSamples = 200;

/** Values at a path, in each of the rows that contain it. */
function samplesAt(
  values: JsonObject,
  at: FieldPath,
  tables: ReadonlyMap<string, Part>,
): readonly (JsonValue | undefined)[] {
  let held: readonly (JsonValue | undefined)[] = [values];
  at.forEach((segment, depth) => {
    if (tables.has(pathKey(at.slice(0, depth)))) held = held.flatMap((value) => Object.values(value ?? {}));
    // the first rows are a sufficient sample
    held = held
      .slice(0, maxSamples)
      .map((value) => (isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined));
  });
  return held;
}

/** Named groups, by name. */
function containersIn(nodes: readonly FoundNode[]): Map<string, FoundGroup> {
  const found = new Map<string, FoundGroup>();
  const visit = (node: FoundNode): void => {
    if (node.type === 'input') return;
    if (node.path) found.set(pathKey(node.path), node);
    node.nodes.forEach(visit);
  };
  nodes.forEach(visit);
  return found;
}

function nameOf(
  { path, at }: Part,
  containers: ReadonlyMap<string, FoundGroup>,
  form: JsonObject,
): Pick<SubTable, 'label' | 'help'> {
  const container = containers.get(pathKey(path));
  const label = container?.label ?? nonBlank(entryForField(firstOf(form, 'labels'), path, at));
  const help =
    container && nonBlank(firstOf(container.element, 'help', 'help_text', 'helpText', 'hint', 'description'));
  return {
    label: (label && textOfHtml(label, 500)) || labelFromKey(at.at(-1) ?? ''),
    ...(help === undefined ? {} : { help: textOfHtml(help, 2_000) }),
  };
}

/**
 * Collects the fields of each table in the form's tree at the position of the first one. A group that contains only a
 * table is replaced by it.
 */
export function withRows(elements: readonly FormElement[], tables: readonly SubTable[]): FormElement[] {
  const placed = new Set<SubTable>();
  const laid = (all: readonly FormElement[]): FormElement[] =>
    all.flatMap((element): FormElement[] => {
      if (element.type === 'rows') return [element];
      if (element.type === 'field') {
        const { at } = element.field;
        const [table] = [...tablesAround(tables, at), subTableAt(tables, at)];
        if (!table) return [element];
        if (placed.has(table)) return [];
        placed.add(table);
        return [{ type: 'rows', table, collapsed: false }];
      }
      const inside = laid(element.elements);
      const [only, ...others] = inside;
      if (!only) return [];
      const isOwn = only.type === 'rows' && others.length === 0 && element.label === only.table.label;
      return isOwn ? [{ ...only, collapsed: element.collapsed }] : [{ ...element, elements: inside }];
    });
  return laid(elements);
}
