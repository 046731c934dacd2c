import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChartKind } from '../../../../../../src/model/list/listView.ts';
import type { ColumnKind } from '../../../../../../src/model/list/recordPage.ts';
import type { ChartChoice } from '../../../../../../src/features/table/tableProtocol.ts';
import { announce, chartOptions, readChart } from '../../../../../../src/features/table/page/chart/chartKinds.ts';
import { measured } from '../../../../../../src/features/table/page/chart/data/chartContent.ts';
import { survey } from '../../../../../../src/features/table/page/chart/data/chartSeries.ts';
import type { LineContent } from '../../../../../../src/features/table/page/chart/kinds/lineChart.ts';
import { column, drawn, labels, numbers, read, rows } from './chartRows.ts';
import { pluck } from '../../../../../support/pluck.ts';

describe('chart data', () => {
  it('has the number columns as series, labeled by the text column', () => {
    const content = drawn(
      'bar',
      [column('Stage'), column('Records', 'number'), column('Budget', 'number')],
      rows(['New', '1204', '10.5'], ['Lost', '88', null]),
    );
    assert.deepEqual(labels(content), ['New', 'Lost']);
    assert.equal(content.labelName, 'Stage');
    assert.deepEqual(pluck(content.series, 'label'), ['Records', 'Budget']);
    assert.deepEqual(numbers(content), [
      [1204, 88],
      [10.5, null],
    ]);
    assert.deepEqual(content.notes, []);
  });

  it('is found whatever the name and position of the columns', () => {
    const content = drawn('bar', [column('N'), column('X')], rows(['3', 'a'], ['4', 'b']));
    assert.deepEqual(labels(content), ['a', 'b']);
    assert.deepEqual(numbers(content), [[3, 4]]);
  });

  it('prefers a label column that sounds like a group over the first one', () => {
    const columns = [column('Remark'), column('Lead source'), column('Records', 'number')];
    assert.deepEqual(labels(drawn('pie', columns, rows(['x', 'Web', '1'], ['y', 'Fair', '2']))), ['Web', 'Fair']);
  });

  it('excludes ids, hidden columns and years from the series', () => {
    const columns = [
      column('Id', 'number'),
      column('Owner id', 'number'),
      column('Year', 'number'),
      column('Hidden', 'number', { isVisible: false }),
      column('Records', 'number'),
    ];
    const content = drawn('bar', columns, rows(['1', '7', '2025', '9', '3'], ['2', '7', '2026', '9', '4']));
    assert.deepEqual(labels(content), ['2025', '2026']);
    assert.deepEqual(numbers(content), [[3, 4]]);
  });

  it('excludes and counts values that are not numbers', () => {
    const content = drawn(
      'bar',
      [column('Stage'), column('Records', 'number')],
      rows(['a', '1'], ['b', 'n/a'], ['c', '']),
    );
    assert.deepEqual(numbers(content), [[1, null, null]]);
    assert.deepEqual(content.notes, ['1 value is not a number and was skipped.']);
  });

  it('is summed if records share a label, and counted if there are no numbers', () => {
    const budgets = drawn(
      'bar',
      [column('Stage'), column('Budget', 'number')],
      rows(['New', '1'], ['Won', '5'], ['New', '2']),
    );
    assert.deepEqual(labels(budgets), ['New', 'Won']);
    assert.deepEqual(numbers(budgets), [[3, 5]]);
    assert.deepEqual(budgets.notes, ['Rows with the same Stage are added up.']);
    assert.equal(budgets.points[1]?.row, 1);
    const counts = drawn(
      'bar',
      [column('Stage'), column('City')],
      rows(['New', 'Goa'], ['Won', 'Pune'], ['New', 'Goa']),
    );
    assert.deepEqual(numbers(counts), [[2, 1]]);
    assert.match(counts.notes.join(), /Showing the number of rows for each Stage/);
  });

  it('has at most eight series and says so', () => {
    const columns = [column('Stage'), ...Array.from({ length: 12 }, (_, place) => column(`Sum ${place}x`, 'number'))];
    const content = drawn('bar', columns, rows(['New', ...Array.from({ length: 12 }, () => '1')]));
    assert.equal(content.series.length, 8);
    assert.deepEqual(content.notes, ['8 of 12 columns with numbers are shown.']);
  });

  it('keeps an empty label, and names rows without one', () => {
    assert.deepEqual(labels(drawn('bar', [column('Stage'), column('N', 'number')], rows([null, '1'], ['a', '2']))), [
      '(empty)',
      'a',
    ]);
    assert.deepEqual(labels(drawn('bar', [column('N', 'number')], rows(['1'], ['2']))), ['Row 1', 'Row 2']);
  });
});

describe('line chart', () => {
  const columns = [column('Remark'), column('Created'), column('Records', 'number')];

  it('is in chronological order, whatever the row order', () => {
    const content = drawn('line', columns, rows(['x', '2026-03', '3'], ['y', '2025-12', '1'], ['z', '2026-01', '2']));
    assert.deepEqual(labels(content), ['2025-12', '2026-01', '2026-03']);
    assert.deepEqual(numbers(content), [[1, 2, 3]]);
    assert.equal((content as LineContent).step, 'month');
    assert.deepEqual(pluck(content.points, 'row'), [1, 2, 0]);
  });

  it('labels days and Booleans as the table does', () => {
    const days = [column('Day', 'date'), column('Records', 'number')];
    const content = drawn('line', days, rows(['2026-03-02', '3'], ['2026-03-01', '1']));
    assert.deepEqual([labels(content), numbers(content)], [['03/01/2026', '03/02/2026'], [[1, 3]]]);
    const truths = [column('Active', 'boolean'), column('Records', 'number')];
    assert.deepEqual(labels(drawn('pie', truths, rows(['1', '3'], ['0', '1']))), ['Yes', 'No']);
  });

  it('excludes and counts rows without a date', () => {
    const dates = Array.from({ length: 9 }, (_, place) => ['', `2026-0${place + 1}`, '1']);
    const content = drawn('line', columns, rows(...dates, ['', 'later', '5']));
    assert.equal(content.points.length, 9);
    assert.deepEqual(content.notes, ['1 row has no date and was skipped.']);
  });

  it('keeps the order of labels that are not dates', () => {
    const content = drawn('line', [column('Stage'), column('N', 'number')], rows(['b', '1'], ['a', '2']));
    assert.deepEqual(labels(content), ['b', 'a']);
    assert.equal((content as LineContent).step, null);
  });
});

describe('pie chart', () => {
  const columns = [column('Source'), column('Records', 'number'), column('Sum', 'number')];

  it('shows the chosen number column, or the first one if that no longer exists', () => {
    const shown = (choice: ChartChoice): string =>
      measured(drawn('pie', columns, rows(['Web', '1', '5']), choice)).label;
    assert.equal(shown({}), 'Records');
    assert.equal(shown({ measure: 'sum' }), 'Sum');
    assert.equal(shown({ measure: 'gone' }), 'Records');
  });

  it('becomes a bar chart for negative values or only zeros', () => {
    const negative = drawn('pie', columns, rows(['Web', '1', '-5'], ['Fair', '2', '5']), { measure: 'sum' });
    assert.equal(negative.kind, 'bar');
    assert.match(negative.notes[0] ?? '', /negative/);
    assert.equal(drawn('pie', columns, rows(['Web', '0', '1'])).kind, 'bar');
  });

  it('merges the smallest of many slices into one', () => {
    const many = Array.from({ length: 60 }, (_, place) => [`s${place}`, String(place + 1), '1']);
    const content = drawn('pie', columns, rows(...many));
    assert.equal(content.points.length, 50);
    assert.equal(content.points.at(-1)?.label, 'Other (11)');
    assert.equal(content.points.at(-1)?.row, null);
    assert.equal(content.series[0]?.values.at(-1), 66);
    assert.equal(content.points[0]?.label, 's11');
  });
});

describe('chart settings', () => {
  // the service only says "pie"
  const columns = [column('Name'), column('Stage'), column('City'), column('Amount', 'number', { decimals: 2 })];
  const leads = rows(['a', 'New', 'Goa', '10.50'], ['b', 'Won', 'Goa', '5'], ['c', 'New', 'Pune', '2.25']);
  const choices = (choice: ChartChoice, kind: ChartKind = 'pie', of = columns): Record<string, string[]> => {
    const source = { kind, helper: '', surveyed: survey(of, leads), rows: leads, choice };
    return Object.fromEntries(
      chartOptions(source, readChart(source)).map(({ part, options, chosen }) => [
        part,
        options.map(({ text }, index) => (index === chosen ? `> ${text}` : text)),
      ]),
    );
  };

  it('start with a guess that is marked as such, and offer every other column', () => {
    assert.deepEqual(choices({}), {
      group: ['> Automatic: Stage', 'Name', 'Stage', 'City', 'Amount'],
      measure: ['> Automatic: Amount', 'Number of records', 'Amount'],
    });
    assert.deepEqual(choices({}, 'bar').measure, ['> Automatic: Amount', 'Number of records', 'Amount']);
    assert.deepEqual(choices({}, 'gauge'), {}, 'one number is no choice');
  });

  it('group by the chosen column of any kind', () => {
    assert.deepEqual(labels(drawn('pie', columns, leads, { group: 'city' })), ['Goa', 'Pune']);
    assert.deepEqual(labels(drawn('bar', columns, leads, { group: 'amount' })), ['10.50', '5', '2.25']);
    assert.deepEqual(choices({ group: 'city' }).group, ['Automatic', 'Name', 'Stage', '> City', 'Amount']);
    assert.match(choices({ group: 'gone' }).group?.[0] ?? '', /^> Automatic: Stage$/);
  });

  it('count the records or use the chosen number', () => {
    const counted = drawn('pie', columns, leads, { measure: null });
    assert.deepEqual([numbers(counted), counted.notes], [[[2, 1]], []]);
    const year = [...columns, column('Year', 'number')];
    const years = leads.map((row, index) => ({ ...row, cells: [...row.cells, String(2020 + index)] }));
    assert.deepEqual(
      numbers(drawn('line', year, years, { measure: 'year' })),
      [[2020 + 2022, 2021]],
      'which is no guess',
    );
  });

  it('can be corrected if the guess yields nothing', () => {
    const country = [column('Land'), column('Amount', 'number')];
    const cells = rows(['Goa', '1'], ['Pune', '2']);
    assert.equal(read('geo', country, cells, { group: 'amount' }).kind, 'nothing');
    const source = { kind: 'geo' as const, helper: '', surveyed: survey(country, cells), rows: cells, choice: {} };
    const [group] = chartOptions(source, readChart(source));
    assert.deepEqual(
      group?.options.map(({ text }) => text),
      ['Automatic', 'Land', 'Amount'],
    );
  });

  it('use the decimals of the column', () => {
    assert.equal(announce(drawn('bar', columns, leads), 0), 'New, Amount: 12.75, 1 of 2');
    assert.equal(announce(drawn('bar', columns, leads), 1), 'Won, Amount: 5.00, 2 of 2');
  });
});

describe('empty chart', () => {
  it('says why', () => {
    const sentence = (...given: Parameters<typeof read>): string => {
      const content = read(...given);
      return content.kind === 'nothing' ? content.sentence : content.kind;
    };
    assert.equal(sentence('bar', [column('Stage')], []), 'There are no records to show.');
    assert.match(sentence('bar', [], rows([])), /no.* numbers/i);
    assert.match(sentence('gauge', [column('Stage')], rows(['New'])), /numbers/);
    assert.match(sentence('geo', [column('Stage'), column('N', 'number')], rows(['New', '1'])), /country/);
    assert.equal(
      sentence('other', [column('Stage')], rows(['New'])),
      'The chart type of this list view is not supported. Showing the table instead.',
    );
    const named = readChart({ kind: 'other', helper: 'sankey', surveyed: [], rows: [], choice: {} });
    assert.match(named.kind === 'nothing' ? named.sentence : '', /“sankey”/);
  });
});

describe('arbitrary rows', () => {
  const kinds: ChartKind[] = ['line', 'pie', 'bar', 'gauge', 'geo', 'other'];
  const columnKinds: ColumnKind[] = ['text', 'number', 'date', 'dateTime', 'boolean'];
  const cell = fc.option(
    fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('2026-01', 'DE', 'France', '-1', '{a|b}', '<img>')),
  );

  it('give one number per point, and none that cannot be drawn', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.array(
          fc.tuple(
            fc.constantFrom('Stage', 'Country', 'latitude', 'longitude', 'value', 'x'),
            fc.constantFrom(...columnKinds),
          ),
          { maxLength: 6 },
        ),
        fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 12 }),
        (kind, names, cells) => {
          const content = read(
            kind,
            names.map(([name, type]) => column(name, type)),
            rows(...cells),
          );
          if (content.kind === 'nothing') return content.sentence !== '';
          return content.series.every(
            ({ values }) =>
              values.length === content.points.length && values.every((one) => one === null || Number.isFinite(one)),
          );
        },
      ),
    );
  });
});
