import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FieldKind } from '../../../../src/model/form/fieldKind.ts';
import { comparableText, isEmpty } from '../../../../src/model/form/fieldValue.ts';
import type { ColumnProfile, ProfiledColumn } from '../../../../src/model/list/columnProfile.ts';
import { ColumnProfiler, maxListed, maxRecords } from '../../../../src/model/list/columnProfiler.ts';
import { columnSums } from '../../../../src/model/list/columnSums.ts';
import type { Cell } from '../../../../src/model/list/recordPage.ts';

const measures = { text: 'length', number: 'number', date: 'moment', dateTime: 'moment', boolean: 'truth' } as const;

function columnOf(kind: keyof typeof measures, more: Partial<ProfiledColumn> = {}): ProfiledColumn {
  return { key: 'leads.value', field: { kind }, measure: measures[kind], ...more };
}

function profilerOf(column: ProfiledColumn, cells: readonly Cell[], distinct?: number): ColumnProfiler {
  const profiler = new ColumnProfiler(column, distinct === undefined ? {} : { distinct });
  for (const [at, cell] of cells.entries()) profiler.add(cell, { id: String(at), name: `Lead ${at}` });
  return profiler;
}

function profileOf(column: ProfiledColumn, cells: readonly Cell[]): ColumnProfile {
  return profilerOf(column, cells).profile;
}

/** Reference implementation: the number of records with each distinct value. */
function naively(kind: FieldKind, cells: readonly Cell[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (cell === null || cell.trim() === '' || isEmpty(cell, kind)) continue;
    const text = comparableText(cell, kind);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

describe('profile of a column', () => {
  const someCells: Readonly<Record<string, fc.Arbitrary<Cell>>> = {
    text: fc.constantFrom(null, '', ' ', 'a', 'A', ' a', 'ä', 'gmbh', '🎪', 'Straße'),
    number: fc.constantFrom(null, '', '1', '1.0', '01', '-3', '2.5', '+2.50', 'n/a', '900719925474099312345'),
    date: fc.constantFrom(
      null,
      '',
      '0000-00-00',
      '2031-05-06',
      '2031-05-06 00:00:00',
      '6.5.2031',
      '1999-12-31',
      'soon',
    ),
    boolean: fc.constantFrom(null, '', '1', '0', 'true', 'no', 'maybe'),
  };

  it('counts the same as a naive count after every record, by the equality of each kind', () => {
    for (const [name, cell] of Object.entries(someCells)) {
      const kind = name as keyof typeof measures;
      fc.assert(
        fc.property(fc.array(cell, { maxLength: 60 }), (cells) => {
          const profiler = new ColumnProfiler(columnOf(kind));
          for (const [at, one] of cells.entries()) {
            profiler.add(one, { id: String(at), name: '' });
            const counts = naively(kind, cells.slice(0, at + 1));
            const { read, empty, distinct, frequent, repeated } = profiler.profile;
            const all = [...counts.values()];
            const more = all.filter((count) => count > 1);
            assert.equal(read, at + 1);
            assert.equal(
              read - empty,
              all.reduce((sum, count) => sum + count, 0),
            );
            assert.equal(distinct, counts.size);
            assert.deepEqual(repeated, { values: more.length, records: more.reduce((sum, count) => sum + count, 0) });
            assert.deepEqual(
              frequent.map(({ count }) => count),
              all.toSorted((a, b) => b - a).slice(0, 10),
            );
            for (const { value, count } of frequent) assert.equal(counts.get(comparableText(value, kind)), count);
          }
        }),
        { numRuns: 60 },
      );
    }
  });

  it('lists exactly the ten most frequent of many values, wherever they occur', () => {
    const values = fc.array(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 400 });
    fc.assert(
      fc.property(values, (cells) => {
        const counts = [...naively('text', cells).values()].toSorted((a, b) => b - a).slice(0, 10);
        assert.deepEqual(
          profileOf(columnOf('text'), cells).frequent.map(({ count }) => count),
          counts,
        );
      }),
    );
  });

  it('adds decimal numbers exactly, and returns the min and max as written', () => {
    const decimal = fc
      .tuple(fc.constantFrom('', '-', '+'), fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.nat(99))
      .map(([sign, whole, cents]) => `${sign}${whole}.${String(cents).padStart(2, '0')}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(decimal, fc.constantFrom('7', 'x', null)), { minLength: 1 }), (cells) => {
        const { numbers } = profileOf(columnOf('number'), cells);
        const sums = columnSums(cells);
        assert.equal(numbers?.count, sums?.count);
        assert.equal(numbers?.sum, sums?.sum);
        assert.equal(numbers?.average, sums?.average);
        for (const end of ['min', 'max'] as const) {
          assert.equal(columnSums([numbers?.[end].value ?? null])?.sum, sums && columnSums([sums[end]])?.sum);
          if (numbers) assert.ok(cells.includes(numbers[end].value));
        }
      }),
    );
  });

  it('returns min and max of identifiers, but no sum', () => {
    const { numbers } = profileOf(columnOf('number', { measure: 'identifier' }), ['7', '12', '3']);
    assert.deepEqual(numbers, { count: 3, min: { value: '3' }, max: { value: '12' } });
  });

  it('finds the oldest and the newest date in any notation, and skips values that are not dates', () => {
    const cells = [
      '2031-05-06 10:00:00',
      '31.12.1999',
      '2030-01-01',
      '05/06/2040',
      'soon',
      '0000-00-00 00:00:00',
      null,
    ];
    const { moments, empty } = profileOf(columnOf('dateTime'), cells);
    assert.deepEqual(moments, { count: 3, oldest: { value: '31.12.1999' }, newest: { value: '2031-05-06 10:00:00' } });
    assert.equal(empty, 2);
  });

  it('sorts times with different time zones chronologically', () => {
    const cells = ['2031-05-06T10:00:00+02:00', '2031-05-06T09:30:00Z', '2031-05-06T05:00:00-03:00'] as const;
    const { moments } = profileOf(columnOf('dateTime'), cells);
    assert.deepEqual(moments, { count: 3, oldest: { value: cells[0] }, newest: { value: cells[1] } });
  });

  it('measures the length of texts in characters', () => {
    const { lengths } = profileOf(columnOf('text'), ['abc', '', '🎪🎪', 'a', null]);
    assert.deepEqual(lengths, {
      min: 1,
      average: '2',
      max: 3,
      shortest: { value: 'a' },
      longest: { value: 'abc' },
    });
  });

  it('counts yes and no in any spelling', () => {
    const { truths, distinct } = profileOf(columnOf('boolean'), ['1', 'true', '0', 'maybe', null, '1']);
    assert.deepEqual([truths, distinct], [{ yes: 3, no: 1 }, 4]);
  });

  it('lists unused choices, whether the list contains values or labels', () => {
    const options = ['new', 'won', 'lost', ''].map((value) => ({ value, text: value.toUpperCase() }));
    const one = { key: 'leads.status', field: { kind: 'choice', options }, measure: 'none' } as const;
    assert.deepEqual(profileOf(one, ['new', 'LOST', 'new', 'other', null]).unused, [options[1]]);
    const several = { ...one, field: { kind: 'choices', options } } as const;
    const { unused, distinct } = profileOf(several, ['won,new', 'new, won', '["new"]']);
    assert.deepEqual([unused, distinct], [[options[2]], 2]);
    assert.equal(profileOf(columnOf('text'), ['a']).unused, undefined);
  });

  it('lists repeated values with their records, up to a limit', () => {
    const cells = Array.from({ length: 1_000 }, (_, at) => (at < 300 ? 'many' : `twice ${at % 350}`));
    const profiler = profilerOf(columnOf('text'), cells);
    const { repeated } = profiler;
    assert.deepEqual(profiler.profile.repeated, { values: 351, records: 1_000 });
    assert.equal(repeated.length, maxListed);
    assert.deepEqual([repeated[0]?.value, repeated[0]?.count, repeated[0]?.index], ['many', 300, 0]);
    assert.deepEqual(
      repeated[0]?.others.map(({ id }) => id),
      Array.from({ length: maxRecords - 1 }, (_, at) => String(at + 1)),
    );
    assert.deepEqual(repeated[1]?.others, [{ id: '650', name: 'Lead 650' }]);
  });

  it('reports a lower bound if there are too many distinct values to count', () => {
    const { profile } = profilerOf(columnOf('text'), ['a', 'b', 'c', 'd', 'a', 'd'], 3);
    assert.deepEqual([profile.distinct, profile.isDistinctCut, profile.read], [3, true, 6]);
    assert.deepEqual(profile.frequent[0], { value: 'a', count: 2 });
    assert.equal(profilerOf(columnOf('text'), ['a', 'b', 'c', 'a'], 3).profile.isDistinctCut, false);
  });

  it('truncates long values without splitting a surrogate pair', () => {
    const long = `${'x'.repeat(1_999)}🎪${'y'.repeat(100_000)}`;
    const { frequent, lengths } = profileOf(columnOf('text'), [long, long, `${long}!`]);
    assert.deepEqual(frequent[0], { count: 2, value: 'x'.repeat(1_999), isCut: true });
    assert.equal(frequent.length, 2);
    assert.deepEqual(lengths?.longest, { value: 'x'.repeat(1_999), isCut: true });
  });
});
