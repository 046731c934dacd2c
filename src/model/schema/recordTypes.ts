import { keysBeside } from '../form/companionKeys.ts';
import { isRows, isValues, ownValue, type FormValue } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';
import { fieldKinds } from '../form/fieldKind.ts';

interface Branch {
  field?: RecordField;
  readonly inside: Map<string, Branch>;
}

/** Deep enough for any form; what lies deeper is `unknown`. */
const deepest = 20;

/** Generates a TypeScript interface for a record as the service sends it: the current values determine the types. */
export function recordTypes(form: RecordForm): string {
  const root: Branch = { inside: new Map() };
  for (const field of [...form.fields, ...form.otherFields]) insertField(root, field);
  const about = comment([`A record of ${form.controller}.`], '');
  return `${about}export interface ${typeName(form.singular)} ${objectType(root, form.values, form, 1)}\n`;
}

function insertField(root: Branch, field: RecordField): void {
  if (field.at.length === 0 || field.at.length > deepest) return;
  let branch = root;
  for (const segment of field.at) {
    const next = branch.inside.get(segment) ?? { inside: new Map<string, Branch>() };
    branch.inside.set(segment, next);
    branch = next;
  }
  branch.field ??= field;
}

function objectType(branch: Branch, sample: FormValue, form: RecordForm, depth: number): string {
  const indent = '  '.repeat(depth);
  const lines = [...branch.inside].flatMap(([key, inner]) => {
    const { field } = inner;
    const value = ownValue(sample, key) ?? (field && recordValue(form, field));
    const mark = field && !field.permission.editable ? 'readonly ' : '';
    const type = inner.inside.size > 0 ? innerType(inner, value, form, depth) : leafType(field, value, depth);
    const line = `${indent}${mark}${propertyName(key)}${value === undefined ? '?' : ''}: ${type};\n`;
    return [field ? comment(notes(field), indent) : '', line, ...besideReference(inner, key, branch, indent)];
  });
  return `{\n${lines.join('')}${'  '.repeat(depth - 1)}}`;
}

function innerType(branch: Branch, value: FormValue, form: RecordForm, depth: number): string {
  if (isRows(value)) return `${objectType(branch, value[0], form, depth + 1)}[]`;
  return `${objectType(branch, value, form, depth + 1)}${value === null ? ' | null' : ''}`;
}

function besideReference({ field }: Branch, key: string, around: Branch, indent: string): string[] {
  if (!field?.reference) return [];
  return Object.values(keysBeside(key))
    .filter((name) => !around.inside.has(name))
    .map((name) => `${indent}${propertyName(name)}?: string | null;\n`);
}

function notes(field: RecordField): string[] {
  const { controller } = field.reference ?? {};
  return [
    field.label,
    field.help ?? '',
    controller ? `The id of a record of ${controller}.` : '',
    field.required ? 'Required.' : '',
  ].filter((line) => line !== '');
}

function leafType(field: RecordField | undefined, value: FormValue, depth: number): string {
  const chosen = field && field.options.length > 0 ? choiceType(field, value) : undefined;
  const type = chosen ?? valueType(value, depth) ?? 'string';
  return field?.required === true && value !== null ? type : withNull(type);
}

function choiceType(field: RecordField, value: FormValue): string | undefined {
  const literals = [...new Set(field.options.map((option) => literal(option.value)))];
  const held = isRows(value) ? value : [value];
  // the record holds a value that isn't among its choices; there may be more
  if (held.some((one) => typeof one === 'string' && one !== '' && !literals.includes(literal(one)))) return undefined;
  if (held.some((one) => typeof one === 'number' || typeof one === 'boolean')) return undefined;
  const union = literals.join(' | ');
  return fieldKinds[field.kind].isSet && isRows(value) ? `(${union})[]` : union;
}

/** Returns undefined if the value is inconclusive. */
function valueType(value: FormValue, depth: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (depth > deepest) return 'unknown';
  if (isRows(value)) return value.length === 0 ? 'unknown[]' : `${grouped(valueType(value[0], depth) ?? 'null')}[]`;
  if (!isValues(value)) return typeof value === 'object' ? 'unknown' : typeof value;
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(value).map(
    ([key, inner]) => `${indent}${propertyName(key)}: ${valueType(inner, depth + 1) ?? 'string | null'};\n`,
  );
  return lines.length === 0 ? 'Record<string, unknown>' : `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

function grouped(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}

function withNull(type: string): string {
  return `${type} | null`;
}

function comment(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim());
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key);
}

function literal(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1);
  return `'${inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

function typeName(singular: string): string {
  const words = singular.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(name) ? name : `Record${name}`;
}
