import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import type { RecordAccess } from './resolvePermission.ts';
import type { RecordForm } from '../../../model/form/recordForm.ts';
import { hasPlainValue } from './readFormElements.ts';
import type { RecordInAnswer } from './readRecord.ts';

/** The parts of a form that don't depend on the record's values. */
export type FormLayout = Pick<
  RecordForm,
  'root' | 'elements' | 'fields' | 'subTables' | 'otherFields' | 'submitActions' | 'associations' | 'splitLayout'
>;

/** The input that a layout was read from. */
export interface LayoutSource {
  readonly answer: JsonObject;
  readonly record: RecordInAnswer;
  readonly access: RecordAccess;
}

interface KeptLayout {
  readonly source: LayoutSource;
  readonly layout: FormLayout;
  /** Keys of the record for which the layout depends on whether there is a plain value. */
  readonly asked: ReadonlySet<string>;
  /** Version of the notations that the layout was read with. */
  readonly version: number;
  /** Keys of the response that elements took their options from. */
  readonly lists: readonly string[];
}

/** Keys of a response that belong to the record and don't affect the layout, except for the shape of `data`. */
const recordKeys: ReadonlySet<string> = new Set([
  'data',
  'id',
  'name',
  'errors',
  'message',
  'rebaseline',
  'is_editable',
  'is_deletable',
  'is_record_deleted',
  'allow_comments',
  'is_comment',
]);

/** A controller has a few layouts at a time, for example one per stage. */
const maxKept = 4;
const maxTypes = 50;

/**
 * Caches form layouts: reading a form's metadata takes many times as long as reading the record in it, and thousands of
 * records share the same metadata. A layout is reused only if everything it was read from is equal.
 */
export class FormLayoutCache {
  readonly #layouts = new Map<string, KeptLayout[]>();

  get(type: string, source: LayoutSource, version: number): FormLayout | undefined {
    const layouts = this.#layouts.get(type) ?? [];
    const at = layouts.findIndex((one) => one.version === version && isSame(one, source));
    const [found] = at < 0 ? [] : layouts.splice(at, 1);
    if (found) layouts.unshift(found);
    return found?.layout;
  }

  store(type: string, one: KeptLayout): void {
    if (one.lists.some((name) => recordKeys.has(name))) return;
    const layouts = this.#layouts.get(type) ?? [];
    this.#layouts.delete(type);
    this.#layouts.set(type, [one, ...layouts].slice(0, maxKept));
    const [oldest] = this.#layouts.keys();
    if (this.#layouts.size > maxTypes && oldest !== undefined) this.#layouts.delete(oldest);
  }
}

function isSame({ source, asked }: KeptLayout, { answer, record, access }: LayoutSource): boolean {
  return (
    source.access.operation === access.operation &&
    source.access.isDeleted === access.isDeleted &&
    source.access.isEditable === access.isEditable &&
    sameEntries(source.record.data, record.data, sameShape) &&
    source.record.alias === record.alias &&
    [...source.record.roots].join('\n') === [...record.roots].join('\n') &&
    (source.record.values === source.record.data) === (record.values === record.data) &&
    [...asked].every((key) => hasPlainValue(source.record.values, key) === hasPlainValue(record.values, key)) &&
    sameEntries(source.answer, answer, sameAnswer)
  );
}

type Compare = (one: JsonValue, other: JsonValue, key: string, depth: number) => boolean;

/** Deeper values aren't compared and count as different. */
const deepest = 300;

/** True if both have the same keys in the same order. */
function sameEntries(one: JsonObject, other: JsonObject, isAlike: Compare, depth = 0): boolean {
  const keys = Object.keys(one);
  const others = Object.keys(other);
  if (keys.length !== others.length || depth > deepest) return false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? '';
    if (key !== others[index] || !isAlike(one[key] ?? null, other[key] ?? null, key, depth + 1)) return false;
  }
  return true;
}

function sameParts(one: JsonValue[], other: JsonValue, isAlike: Compare, key: string, depth: number): boolean {
  if (!Array.isArray(other) || one.length !== other.length || depth > deepest) return false;
  return one.every((item, at) => isAlike(item, other[at] ?? null, key, depth + 1));
}

const sameJson: Compare = (one, other, key, depth) => {
  if (one === other) return true;
  if (Array.isArray(one)) return sameParts(one, other, sameJson, key, depth);
  return isObject(one) && isObject(other) && sameEntries(one, other, sameJson, depth);
};

const sameAnswer: Compare = (one, other, key, depth) => recordKeys.has(key) || sameJson(one, other, key, depth);

/** Compares structure only. The only values that affect a layout are a reference's model and the `deleted` flag. */
const sameShape: Compare = (one, other, key, depth) => {
  if (Array.isArray(one)) return sameParts(one, other, sameShape, key, depth);
  if (isObject(one)) return isObject(other) && sameEntries(one, other, sameShape, depth);
  if (typeof other === 'object' && other !== null) return false;
  return one === other || (key !== 'deleted' && !key.endsWith('_model'));
};
