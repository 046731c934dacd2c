import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nothingStaged } from '../../../../src/model/list/listView.ts';
import {
  readStaged,
  type Staged,
  type StagedChange,
  stagedText,
  withCell,
  withoutSaved,
} from '../../../../src/model/list/stagedCells.ts';

const none: Staged = new Map();
const cell = fc.option(fc.string(), { nil: null });
const anyStaged = fc
  .array(fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), cell, cell))
  .map((cells) => cells.reduce((staged, [id, field, from, to]) => withCell(staged, id, field, { from, to }), none));

/** Ignores order, because JSON sorts numeric keys. */
const sorted = (staged: Staged | undefined): unknown =>
  new Map([...(staged ?? none)].map(([id, cells]) => [id, Object.fromEntries(cells)]));

describe('staged cells', () => {
  it('are serialized in the documented format, and as {} when there are none', () => {
    assert.equal(stagedText(none, 'http://a'), nothingStaged);
    const one = withCell(none, '17', 'city', { from: 'Goa', to: 'Pune' });
    assert.deepEqual(JSON.parse(stagedText(one, undefined)), { 17: { city: { from: 'Goa', to: 'Pune' } } });
  });

  it('are never parsed with a long number rounded', () => {
    const long = '9007199254740993';
    const staged = withCell(none, long, 'account', { from: null, to: long });
    assert.deepEqual(sorted(readStaged(stagedText(staged, undefined)).staged), sorted(staged));
    assert.match(
      readStaged(stagedText(staged, undefined).replace(`"to": "${long}"`, `"to": ${long}`)).problem ?? '',
      /must have the form/,
    );
  });

  it('round-trip, whatever the ids, fields and values', () => {
    fc.assert(
      fc.property(anyStaged, (staged) => {
        const read = readStaged(stagedText(staged, 'http://a'));
        assert.deepEqual(sorted(read.staged), sorted(staged));
        assert.equal(read.madeFor, staged.size === 0 || staged.has('$service') ? undefined : 'http://a');
      }),
    );
  });

  it('keep an id that is a prototype name', () => {
    const one = withCell(none, '__proto__', 'constructor', { from: null, to: 'x' });
    assert.deepEqual(readStaged(stagedText(one, undefined)).staged?.get('__proto__')?.get('constructor'), {
      from: null,
      to: 'x',
    });
  });

  it('are removed when the old value is typed again', () => {
    const one = withCell(none, '17', 'city', { from: 'Goa', to: 'Pune' });
    assert.equal(withCell(one, '17', 'city', { from: 'Goa', to: 'Goa' }).size, 0);
    assert.equal(withCell(one, '17', 'city', undefined).size, 0);
    assert.equal(withCell(none, '17', 'city', { from: null, to: '' }).size, 0);
  });

  it('changed again during a save start from the saved value', () => {
    const saved = withCell(none, '17', 'city', { from: 'Goa', to: 'Pune' });
    assert.equal(withoutSaved(saved, saved).size, 0);
    const again = withCell(saved, '17', 'city', { from: 'Goa', to: 'Delhi' });
    assert.deepEqual(withoutSaved(again, saved).get('17')?.get('city'), { from: 'Pune', to: 'Delhi' });
    const other = withCell(saved, '18', 'city', { from: 'Goa', to: 'Agra' });
    assert.deepEqual([...withoutSaved(other, saved).keys()], ['18']);
  });

  it('reverted during a save are staged back to the old value', () => {
    const back = (saved: StagedChange): StagedChange | undefined =>
      withoutSaved(none, withCell(none, '17', 'city', saved))
        .get('17')
        ?.get('city');
    assert.deepEqual(back({ from: 'Goa', to: 'Pune' }), { from: 'Pune', to: 'Goa' });
    // the list has its own notation
    assert.deepEqual(back({ from: '<GOA>', to: 'Pune', held: 'Goa' }), { from: 'Pune', to: 'Goa' });
    assert.deepEqual(back({ from: 'Ada', to: 'Bob', held: '1', reference: { id: '2' } }), {
      from: 'Bob',
      held: '2',
      to: 'Ada',
      reference: { id: '1' },
    });
    assert.deepEqual(back({ from: null, to: 'Bob', held: null, reference: { id: '2' } }), {
      from: 'Bob',
      held: '2',
      to: null,
    });
  });

  it('with a syntax error are reported with the line', () => {
    assert.match(readStaged('{\n  "17": {,\n}').problem ?? '', /not JSON \(see line 2\)/);
    for (const text of ['[]', 'null', '{"17": 1}', '{"17": {"city": "Pune"}}', '{"17": {"city": {"to": "x"}}}'])
      assert.ok(readStaged(text).problem, text);
    assert.equal(readStaged('').staged?.size, 0);
  });
});
