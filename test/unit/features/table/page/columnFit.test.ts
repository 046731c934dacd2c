import assert from 'node:assert/strict';
import type { ColumnLayout, TableRow } from '../../../../../src/features/table/tableProtocol.ts';
import { CellFormatter } from '../../../../../src/features/table/page/cellFormatter.ts';
import { ColumnArrangement, ColumnFit } from '../../../../../src/features/table/page/columns/columnLayout.ts';
import { plainColumn, plainRow } from '../../../../support/plainColumn.ts';

/** Every character is ten pixels wide. */
const fit = new ColumnFit(new CellFormatter('en', { yes: 'Yes', no: 'No' }), (text) => text.length * 10);
/** Width of the paddings, and of the sort icon next to a header. */
const frame = 22;
const sign = 20;
/** Spare width for three more digits and their separator. */
const spare = 40;

describe('column width', () => {
  it('fits the header and the texts of the first rows, between 60 and 320 pixels', () => {
    const usual = (label: string, ...values: string[]): number => fit.usual(plainColumn('a', { label }), values);
    assert.equal(usual('A'), 60);
    assert.equal(usual('A longer name'), 130 + sign + frame);
    assert.equal(usual('Name', 'x', 'Asha Rao of Pune', 'y', 'z', 'w'), 160 + frame);
    assert.equal(usual('Name', 'x'.repeat(500)), 320);
  });

  it('fits every number and every total, however long they are', () => {
    const amount = plainColumn('a', { kind: 'number' });
    const number = '123456789012345678901234567.25';
    const shown = '123,456,789,012,345,678,901,234,567.25';
    assert.equal(fit.usual(amount, ['1', number]), shown.length * 10 + frame + spare);
    assert.equal(fit.needed(amount, ['1', number]), shown.length * 10 + frame);
    assert.equal(fit.needed(amount, ['1000000', '0.123456']), '1,000,000'.length * 10 + frame, 'grouped it is longer');
    assert.equal(
      fit.needed({ ...amount, decimals: 6 }, ['1000', '0.123456']),
      '1,000.000000'.length * 10 + frame,
      'padded it is longer',
    );
    assert.equal(fit.usual({ ...amount, total: 1_420_879_580.25 }, []), '1,420,879,580.25'.length * 10 + frame);
    assert.equal(fit.usual(amount, ['n/a'.repeat(100)]), 320, 'that is no number');
  });

  it('fits labels if they are known, and is not widened by a label later', () => {
    const formatter = new CellFormatter('en', { yes: 'Yes', no: 'No' });
    const options = ['Low', 'Medium, or a bit more'].map((text, value) => ({ value: String(value), text }));
    formatter.learn({ a: { filter: 'choice', shown: { kind: 'number', options } } });
    const labeled = new ColumnFit(formatter, (text) => text.length * 10);
    const grade = plainColumn('a', { kind: 'number' });
    assert.equal(labeled.usual(grade, ['1000', '2000', '3000', '1']), 210 + frame, 'by labels, not by values');
    assert.equal(labeled.asked(grade, ['1']), 210 + frame);
    assert.equal(labeled.digits(grade, ['1000']), 0);
  });

  it('may be larger on request', () => {
    assert.equal(fit.asked(plainColumn('a'), ['x'.repeat(40)]), 400 + frame);
    assert.equal(fit.asked(plainColumn('a'), ['x'.repeat(500)]), 600);
  });
});

const columns = [plainColumn('name'), plainColumn('amount', { kind: 'number' })];
const row = (name: string, amount: string): TableRow => plainRow(name, [name, amount], { name });

function arranged(layout: ColumnLayout | null = null, fitted?: Record<string, number>) {
  const arrangement = new ColumnArrangement({ fit, layout, fitted, onChange: () => undefined });
  const show = (...rows: TableRow[]): readonly number[] => {
    arrangement.learn(rows, columns);
    arrangement.setColumns(columns);
    return arrangement.columns.map(({ width }) => width);
  };
  return { arrangement, show };
}

describe('column widths of a table', () => {
  it('are set by the first rows, but grow so that no number is cut off', () => {
    const { show } = arranged();
    assert.deepEqual(show(row('Asha Rao of Pune', '12')), [182, 102]);
    assert.deepEqual(show(row('Asha Rao of Pune and of Goa', '12')), [182, 102]);
    assert.deepEqual(show(row('x', '1234567890')), [182, '1,234,567,890'.length * 10 + frame + spare]);
    assert.deepEqual(show(row('x', '1')), [182, '1,234,567,890'.length * 10 + frame + spare]);
  });

  it('stay the same after sorting, although the rows and the column objects are new', () => {
    const { arrangement } = arranged();
    const sorted = (amount: string): number | undefined => {
      const arrived = [...columns];
      arrangement.learn([row('x', amount)], arrived);
      arrangement.setColumns(arrived);
      arrangement.learn([row('y', amount)], arrived); // the next page
      return arrangement.columns[1]?.width;
    };
    const first = sorted('1036.50');
    assert.equal(sorted('995000.25'), first);
    assert.equal(sorted('1.00'), first);
    assert.equal(sorted('123456789012.50'), '123,456,789,012.50'.length * 10 + frame + spare, 'no number is cut');
  });

  it('wait for rows when the first response has none', () => {
    const { show } = arranged();
    assert.deepEqual(show(), [82, 102]);
    const { arrangement } = arranged();
    arrangement.learn([], columns);
    arrangement.setColumns(columns);
    const next = [...columns];
    arrangement.learn([row('Asha Rao of Pune', '1')], next);
    arrangement.setColumns(next);
    assert.equal(arrangement.columns[0]?.width, 182);
  });

  it('stay as dragged, also when the table is shown again', () => {
    const dragged = { order: [], hidden: [], shown: [], pinned: [], widths: { name: 77, amount: 66 } };
    assert.deepEqual(arranged(dragged).show(row('Asha Rao of Pune', '1234567890')), [77, 66]);
    const first = arranged();
    first.show(row('Asha Rao of Pune', '12'));
    assert.deepEqual(arranged(null, first.arrangement.fitted).show(row('x', '1')), [182, 102]);
  });

  it('stay when visible texts change, and fit those when the table is shown again', () => {
    const { arrangement, show } = arranged();
    show(row('DE', '12'));
    arrangement.refitLater(columns.slice(0, 1));
    assert.deepEqual(show(row('Germany, with its islands', '12')), [82, 102]);
    assert.deepEqual(arrangement.fitted, { amount: 102 });
    assert.deepEqual(arranged(null, arrangement.fitted).show(row('Germany, with its islands', '1')), [272, 102]);
  });
});
