import assert from 'node:assert/strict';
import { type FieldKind, fieldKinds } from '../../../../src/model/form/fieldKind.ts';
import type { ConditionOperator } from '../../../../src/model/list/condition.ts';
import type { ConditionField } from '../../../../src/model/list/conditionField.ts';
import type { Cell } from '../../../../src/model/list/recordPage.ts';
import { rowFilter } from '../../../../src/model/list/rowFilter.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { expectationsOf, kinds, options } from './conditionTable.ts';

const now = new Date(2026, 10, 18, 12, 0, 0);

/** The cells that match, in their order. */
function matches(
  field: ConditionField,
  operator: ConditionOperator,
  values: readonly string[],
  cells: readonly Cell[],
): readonly Cell[] {
  const context = { columns: [plainColumn('leads.x')], fields: { 'leads.x': field }, now };
  const filter = rowFilter([{ column: 'leads.x', operator, values }], context);
  return cells.filter((cell) => filter({ cells: [cell] }));
}

describe('condition on a column', () => {
  for (const kind of Object.keys(fieldKinds) as FieldKind[]) {
    for (const operator of fieldKinds[kind].conditions)
      it(`matches the expected cells for ${operator} of a ${kind}`, () => {
        const { cells, rows } = expectationsOf(kind, operator);
        assert.ok(rows.length > 0, 'every operator of the kind has an expectation');
        for (const [values, hits] of rows)
          assert.deepEqual(
            matches(kinds[kind]?.field ?? { kind }, operator, values, cells),
            hits,
            values.join(' and '),
          );
      });
  }

  it('finds a phone number in any notation', () => {
    const cells = ['+49 (0)30 100413', '030/100413', '030 100414'];
    assert.deepEqual(matches({ kind: 'text' }, 'contains', ['030 100413'], cells), cells.slice(0, 2));
  });

  it('reads dates in the notation of the column', () => {
    const cells = ['05/06/2031', '06/05/2031'];
    const monthFirst = { kind: 'date' as const, format: 'MM/DD/YYYY' };
    assert.deepEqual(matches(monthFirst, 'after', ['2031-05-31'], cells), ['06/05/2031']);
    assert.deepEqual(matches({ kind: 'date', format: 'DD/MM/YYYY' }, 'after', ['2031-05-31'], cells), ['05/06/2031']);
    assert.deepEqual(matches({ kind: 'date' }, 'after', ['2031-05-31'], cells), []);
  });

  it('parses numbers with a decimal comma or grouped digits, unless the comma is ambiguous', () => {
    const cells = ['13,70', '1.234,56', '1,234.56', '1 500,5', '0,125', '1,370', '1234,567', '12345,678'];
    assert.deepEqual(matches({ kind: 'number' }, 'greater', ['1000'], cells), [
      '1.234,56',
      '1,234.56',
      '1 500,5',
      '1234,567',
      '12345,678',
    ]);
    assert.deepEqual(matches({ kind: 'number' }, 'is', ['13.7'], cells), ['13,70']);
    assert.deepEqual(matches({ kind: 'number' }, 'less', ['1'], cells), ['0,125']);
  });

  it('parses timestamps in date columns', () => {
    const seconds = Date.UTC(2026, 1, 14) / 1_000;
    const cells = [String(seconds), `${seconds + 86_400}000`, '20260214'];
    assert.deepEqual(matches({ kind: 'date' }, 'is', ['2026-02-14'], cells), [cells[0], cells[2]]);
    assert.deepEqual(matches({ kind: 'date' }, 'after', ['2026-02-14'], cells), [cells[1]]);
    assert.deepEqual(matches({ kind: 'text' }, 'after', ['2026-02-14'], cells), []);
  });

  it('counts values that cannot be compared', () => {
    const unread = (field: ConditionField, operator: ConditionOperator, values: readonly string[]): number => {
      let count = 0;
      const context = { columns: [plainColumn('leads.x')], fields: { 'leads.x': field }, now };
      const onUnread = (): void => void (count += 1);
      const filter = rowFilter([{ column: 'leads.x', operator, values }], { ...context, onUnread });
      for (const cell of ['7', '1,370', 'n/a', '05/06/2031', '', null]) filter({ cells: [cell] });
      return count;
    };
    assert.equal(unread({ kind: 'number' }, 'greater', ['5']), 3);
    assert.equal(unread({ kind: 'number' }, 'isOneOf', ['5', '6']), 3);
    assert.equal(unread({ kind: 'date' }, 'before', ['2031-06-30']), 4);
    assert.equal(unread({ kind: 'date', format: 'DD/MM/YYYY' }, 'inLast', ['7', 'days']), 3);
    assert.equal(unread({ kind: 'text' }, 'is', ['5']), 0);
    assert.equal(unread({ kind: 'number' }, 'isEmpty', []), 0);
  });

  it('converts a time zone to local time, as the table shows it', () => {
    const cell = '2026-11-18T00:30:00Z';
    const here = new Date(cell);
    const day = `${here.getFullYear()}-${String(here.getMonth() + 1).padStart(2, '0')}-${String(here.getDate()).padStart(2, '0')}`;
    assert.deepEqual(matches({ kind: 'dateTime' }, 'is', [day], [cell]), [cell]);
    assert.deepEqual(matches({ kind: 'dateTime' }, 'inLast', ['24', 'hours'], [new Date(now).toISOString()]).length, 1);
    assert.deepEqual(
      matches({ kind: 'dateTime' }, 'inLast', ['24', 'hours'], [new Date(now.getTime() + 1_000).toISOString()]),
      [],
    );
  });

  it('compares a text column as dates if a date was typed', () => {
    const cells = ['2026-11-18 10:00:00', 'Acme', '2025-01-01'];
    assert.deepEqual(matches({ kind: 'text' }, 'greater', ['2026-01-01'], cells), ['2026-11-18 10:00:00']);
  });

  it('matches the value or the label if the list shows both', () => {
    const columns = [plainColumn('leads.team'), plainColumn('leads.team', { key: 'Team' })];
    const filter = rowFilter([{ column: 'leads.team', operator: 'contains', values: ['west'] }], {
      columns,
      fields: { 'leads.team': { kind: 'reference' } },
      now,
    });
    assert.equal(filter({ cells: ['7', 'Western team'] }), true);
    assert.equal(filter({ cells: ['7', 'Eastern team'] }), false);
  });

  it('names a column that the list view does not have', () => {
    assert.throws(
      () => rowFilter([{ column: 'leads.y', operator: 'isEmpty', values: [] }], { columns: [], fields: {}, now }),
      { message: 'Could not filter by “leads.y”: the list view has no such column.' },
    );
  });
});

describe('equality that was sent to the service', () => {
  const matchesSent = (field: ConditionField, value: string | null, cells: readonly Cell[]): readonly Cell[] => {
    const filter = rowFilter([], {
      columns: [plainColumn('leads.x')],
      fields: { 'leads.x': field },
      now,
      sent: { 'leads.x': value },
    });
    return cells.filter((cell) => filter({ cells: [cell] }));
  };

  it('is checked as loosely as a service may compare', () => {
    assert.deepEqual(matchesSent({ kind: 'text' }, 'straße', ['STRASSE', 'Straße ', 'Weg']), ['STRASSE', 'Straße ']);
    assert.deepEqual(matchesSent({ kind: 'choice', options }, '1', ['1', 'Open', '2']), ['1', 'Open']);
    assert.deepEqual(matchesSent({ kind: 'text' }, null, ['', null, 'x']), ['', null]);
  });

  it('is left to the service where the list shows a label whose value is unknown', () => {
    assert.deepEqual(matchesSent({ kind: 'reference', isLabel: true }, '7', ['Western team']), ['Western team']);
  });
});
