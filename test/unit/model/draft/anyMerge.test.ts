import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { type SaveEntry, saveEntries } from '../../../../src/service/documented/form/saveBody.ts';
import { type FieldPath, pathKey } from '../../../../src/model/form/fieldPath.ts';
import {
  type FormValue,
  isEmpty,
  isRows,
  isValues,
  ownValue,
  sameValue,
  scalarText,
  valueAt,
} from '../../../../src/model/form/fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../src/model/json.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import { mergeRecord, type RecordMerge } from '../../../../src/model/draft/recordMerge.ts';
import { textValues } from '../../../../src/model/draft/recordText.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { unsentChange } from '../../../../src/model/draft/whyNotSent.ts';
import { type AnyMerge, anyMerge } from './anyRecord.ts';

/** Every non-empty plain value, by path. */
function leaves(value: JsonValue | undefined, at: FieldPath = [], found = new Map<string, Leaf>()): Map<string, Leaf> {
  if (Array.isArray(value)) value.forEach((part, index) => leaves(part, [...at, String(index)], found));
  else if (isObject(value)) for (const [key, part] of Object.entries(value)) leaves(part, [...at, key], found);
  else if (!isEmpty(value)) found.set(pathKey(at), { at, text: scalarText(value) ?? '' });
  return found;
}

interface Leaf {
  readonly at: FieldPath;
  readonly text: string;
}

/** Paths at which two states differ, at any depth. */
function differences(one: JsonObject, other: JsonObject): FieldPath[] {
  const [left, right] = [leaves(one), leaves(other)];
  const paths: FieldPath[] = [];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const [a, b] = [left.get(key), right.get(key)];
    if (a?.text !== b?.text && !(a && b && sameValue(a.text, b.text, 'number'))) paths.push((a ?? b)?.at ?? []);
  }
  return paths;
}

function isIn(path: FieldPath, at: FieldPath): boolean {
  return at.length <= path.length && at.every((part, index) => path[index] === part);
}

const withoutRows = (path: FieldPath): FieldPath => path.filter((part) => !/^\d+$/.test(part));

/** Maps a text or model companion to its field. */
function mainPath(path: FieldPath): FieldPath {
  const last = path.at(-1) ?? '';
  return [...path.slice(0, -1), last.replace(/^__(?=.)|_model$/g, '')];
}

function isReported(path: FieldPath, ...lists: (readonly { readonly at: FieldPath }[])[]): boolean {
  return lists.flat().some(({ at }) => isIn(path, at) || isIn(mainPath(path), at));
}

function bodyOf(form: RecordForm, merge: RecordMerge): SaveEntry[] {
  const action = actionForSave(form);
  assert.ok(action);
  return saveEntries(form, merge.toSend, action, { emptyValue: 'null' });
}

/** Undefined if a row has nothing that can be sent: the save is rejected, so nothing is lost. */
function bodyOrRefusal(form: RecordForm, merge: RecordMerge): SaveEntry[] | undefined {
  try {
    return bodyOf(form, merge);
  } catch (error) {
    if (/ has no id and no value that can be sent, /.test(String(error))) return undefined;
    throw error;
  }
}

function pathOf(key: string): FieldPath {
  return key.slice('data['.length, -1).split('][');
}

/** The value in the body for a path in the record; 'null' if it or its parent was cleared. */
function sentFor(body: ReadonlyMap<string, unknown>, form: RecordForm, at: FieldPath): unknown {
  for (const root of new Set([form.root, ...form.fields.map(({ path }) => path[0] ?? '')])) {
    for (const path of [[root, ...at], at]) {
      for (let end = path.length; end > 0; end--) {
        const value = body.get(pathKey(path.slice(0, end)));
        if (value !== undefined && (end === path.length || value === 'null')) return value;
      }
    }
  }
  return undefined;
}

const runs = { numRuns: 80 };

describe('any merge', function () {
  it('sends exactly the editable fields, with one action', () => {
    fc.assert(
      fc.property(anyMerge('edit'), ({ form, base, mine }) => {
        const merge = mergeRecord(form, { values: base, earlier: [] }, mine);
        assert.equal(unsentChange(form, merge.toSend), undefined);
        const body = bodyOf(form, merge);
        const open = form.fields.filter(({ permission }) => permission.editable);
        assert.equal(body.filter(([key]) => key.startsWith('data[action]')).length, 1);
        const paths = body.map(([key]) => pathOf(key)).filter(([root]) => root !== 'action' && root !== 'normalized');
        for (const path of paths) {
          if (path.at(-1) === 'id') continue;
          const plain = withoutRows(path);
          // a table whose rows were removed
          const isTable = form.subTables.some(({ key }) => key === pathKey(plain));
          if (isTable && isEditableAt(form, plain) === undefined) continue;
          assert.ok(isEditableAt(form, plain) ?? isEditableAt(form, mainPath(plain)), `${path.join('.')} was sent`);
        }
        for (const field of open) {
          const isPlain = field.path.length === 2 && field.kind !== 'file' && field.kind !== 'password';
          const isHolder = form.fields.some(({ path }) => path.length > 2 && isIn(path, field.path));
          if (isPlain && !isHolder)
            assert.ok(
              paths.some((path) => isIn(path, field.path)),
              `${field.key} was not sent`,
            );
        }
      }),
      runs,
    );
  });

  it('reports every lost change of mine', () => {
    fc.assert(
      fc.property(anyMerge('edit'), fc.boolean(), (sides, hasBase) => checkMine(sides, hasBase)),
      runs,
    );
  });

  it('reports every lost change of theirs', () => {
    fc.assert(
      fc.property(anyMerge('edit'), ({ form, base, mine }) => {
        const theirs = textValues(form);
        const merge = mergeRecord(form, { values: base, earlier: [] }, mine);
        const lost = new Set(differences(merge.merged, theirs).map(pathKey));
        for (const path of differences(base, theirs)) {
          if (!lost.has(pathKey(path)) || isRowGone(path, base, mine, theirs)) continue;
          // the text of a reference changes with the reference
          const isText = pathKey(mainPath(path)) !== pathKey(path) && isReported(path, merge.mine);
          assert.ok(isText || isReported(path, merge.conflicts, merge.refused), `${path.join('.')} of theirs is lost`);
        }
      }),
      runs,
    );
  });

  it('overwrites no value that was never seen', () => {
    fc.assert(
      fc.property(anyMerge('edit'), ({ form, mine }) => {
        assert.deepEqual(mergeRecord(form, { values: undefined, earlier: [] }, mine).toSend, {});
      }),
      runs,
    );
  });

  it('loses no input of a new record', () => {
    fc.assert(
      fc.property(anyMerge('add'), (sides) => checkMine(sides, true)),
      runs,
    );
  });
});

function checkMine({ form, base, mine }: AnyMerge, hasBase: boolean): void {
  const theirs = textValues(form);
  const merge = mergeRecord(form, { values: hasBase ? base : undefined, earlier: [] }, mine);
  const reportedIn = hasBase ? [merge.conflicts, merge.refused] : [merge.conflicts, merge.refused, merge.theirs];
  const entries = bodyOrRefusal(form, merge);
  if (!entries) return;
  const body = new Map(entries.map(([key, value]) => [pathKey(pathOf(key)), value]));
  const open = new Set(differences(mine, theirs).map(pathKey));
  const mineLeaves = leaves(mine);
  for (const path of hasBase ? differences(base, mine) : differences(theirs, mine)) {
    if (!open.has(pathKey(path)) || isReported(path, ...reportedIn) || isBesideNothing(path, mine)) continue;
    if (hasBase && isRowGone(path, base, mine, theirs)) continue;
    if (isNewRow(path, mine) && valueAt(mine, path) === undefined) continue;
    if (isAddedByBoth(path, mine, theirs, base)) continue;
    const name = path.join('.');
    assert.ok(isReported(path, merge.mine), `${name} is neither sent nor reported`);
    const sent = sentFor(body, form, inMerged(path, mine, merge.merged));
    const expected = mineLeaves.get(pathKey(path))?.text;
    if (expected === undefined) {
      const isSaid =
        sent === 'null' || (sent === undefined && (isRowAway(path, mine, theirs) || isInWhole(form, path)));
      assert.ok(isSaid, `${name} was emptied, and is sent as ${String(sent)}`);
    } else if (!isClosedRow(path, mine, theirs, base)) assert.equal(sent, expected, name);
  }
}

/** A row without an id is new: the service fills in what it omits. */
function isNewRow([list = '', index = '']: FieldPath, mine: JsonObject): boolean {
  const row = ownValue(ownValue(mine, list), index);
  return isValues(row) && isRows(ownValue(mine, list)) && isEmpty(ownValue(row, 'id'));
}

/** True if the other side added the same row, at any index. */
function isAddedByBoth(
  [list = '', index = '']: FieldPath,
  mine: JsonObject,
  theirs: JsonObject,
  base: JsonObject,
): boolean {
  const id = ownValue(ownValue(ownValue(mine, list), index), 'id');
  const has = (values: JsonObject): boolean => {
    const rows = ownValue(values, list);
    return isRows(rows) && rows.some((row) => ownValue(row, 'id') === id);
  };
  return !isEmpty(id) && has(theirs) && !has(base);
}

/** The path of my row after the rows that they added before it. */
function inMerged(path: FieldPath, mine: JsonObject, merged: JsonObject): FieldPath {
  const [list = '', index = '', ...rest] = path;
  const row = ownValue(ownValue(mine, list), index);
  const rows = ownValue(merged, list);
  if (!isRows(rows) || row === undefined || isDeepStrictEqual(rows[Number(index)], row)) return path;
  const moved = rows.findIndex((each) => isDeepStrictEqual(each, row));
  return moved < 0 ? path : [list, String(moved), ...rest];
}

/** The innermost field that contains the path decides. */
function isEditableAt(form: RecordForm, path: FieldPath): boolean | undefined {
  const around = form.fields.filter((field) => isIn(path, field.path));
  return around.toSorted((one, other) => other.path.length - one.path.length)[0]?.permission.editable;
}

/** The text or model of an empty reference means nothing; if omitted, it stays unchanged. */
function isBesideNothing(path: FieldPath, mine: JsonObject): boolean {
  const main = mainPath(path);
  return pathKey(main) !== pathKey(path) && (isEmpty(valueAt(mine, main)) || valueAt(mine, path) === undefined);
}

/** Both sides removed the row: another row is at its index now, and nothing is lost. */
function isRowGone([list = '', index = '']: FieldPath, base: JsonObject, ...others: JsonObject[]): boolean {
  const id = ownValue(ownValue(ownValue(base, list), index), 'id');
  if (isEmpty(id)) return false;
  return others.every((other) => {
    const rows = ownValue(other, list);
    return !isRows(rows) || rows.every((row) => ownValue(row, 'id') !== id);
  });
}

/** A removed row is no longer in the list, which is sent with the other rows. */
function isRowAway(path: FieldPath, mine: JsonObject, theirs: JsonObject): boolean {
  return path.some((part, index) => {
    const [list, before] = [mine, theirs].map((values) => valueAt(values, path.slice(0, index)));
    if (!isRows(list) || list.length === 0) return false;
    return (
      Number(part) >= list.length || ownValue(ownValue(list, part), 'id') !== ownValue(ownValue(before, part), 'id')
    );
  });
}

/** A part of a field that is sent as one value is replaced along with it. */
function isInWhole(form: RecordForm, path: FieldPath): boolean {
  const open = form.fields.filter(({ permission }) => permission.editable);
  return open.some(
    ({ at }) => isIn(path, at) && !open.some((other) => other.at.length > at.length && isIn(other.at, at)),
  );
}

/** A part of a row that isn't sent and that the row had before; rows are identified by id. */
function isClosedRow(path: FieldPath, mine: JsonObject, ...others: JsonObject[]): boolean {
  const [list = '', index = ''] = path;
  const id = ownValue(ownValue(ownValue(mine, list), index), 'id');
  const rest = path.slice(2);
  const inRow = (each: FormValue): string | undefined => scalarText(valueAt(each, rest));
  return others.some((other) => {
    const rows = ownValue(other, list);
    const found = isRows(rows) && !isEmpty(id) ? rows.find((each) => ownValue(each, 'id') === id) : undefined;
    return found !== undefined && inRow(found) === inRow(ownValue(ownValue(mine, list), index));
  });
}
