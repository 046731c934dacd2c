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

describe('the numbers of a chart', () => {
  it('are the columns of numbers, by the column of texts', () => {
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

  it('are found whatever the columns are called and wherever they stand', () => {
    const content = drawn('bar', [column('N'), column('X')], rows(['3', 'a'], ['4', 'b']));
    assert.deepEqual(labels(content), ['a', 'b']);
    assert.deepEqual(numbers(content), [[3, 4]]);
  });

  it('take the label from a column that sounds like a group before one that comes first', () => {
    const columns = [column('Remark'), column('Lead source'), column('Records', 'number')];
    assert.deepEqual(labels(drawn('pie', columns, rows(['x', 'Web', '1'], ['y', 'Fair', '2']))), ['Web', 'Fair']);
  });

  it('leave ids, hidden columns and years out of the series', () => {
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

  it('tell how many values are no numbers, and leave them out', () => {
    const content = drawn(
      'bar',
      [column('Stage'), column('Records', 'number')],
      rows(['a', '1'], ['b', 'n/a'], ['c', '']),
    );
    assert.deepEqual(numbers(content), [[1, null, null]]);
    assert.deepEqual(content.notes, ['1 value is not a number and is left out.']);
  });

  it('are added up when plain records share a label, and counted when there is nothing to add', () => {
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
    assert.match(counts.notes.join(), /counted/);
  });

  it('show eight series at most and say so', () => {
    const columns = [column('Stage'), ...Array.from({ length: 12 }, (_, place) => column(`Sum ${place}x`, 'number'))];
    const content = drawn('bar', columns, rows(['New', ...Array.from({ length: 12 }, () => '1')]));
    assert.equal(content.series.length, 8);
    assert.deepEqual(content.notes, ['8 of 12 columns with numbers are shown.']);
  });

  it('keep an empty label, and name rows that have none', () => {
    assert.deepEqual(labels(drawn('bar', [column('Stage'), column('N', 'number')], rows([null, '1'], ['a', '2']))), [
      '(empty)',
      'a',
    ]);
    assert.deepEqual(labels(drawn('bar', [column('N', 'number')], rows(['1'], ['2']))), ['Row 1', 'Row 2']);
  });
});

describe('a line', () => {
  const columns = [column('Remark'), column('Created'), column('Records', 'number')];

  it('runs in time, whatever the order of the rows', () => {
    const content = drawn('line', columns, rows(['x', '2026-03', '3'], ['y', '2025-12', '1'], ['z', '2026-01', '2']));
    assert.deepEqual(labels(content), ['2025-12', '2026-01', '2026-03']);
    assert.deepEqual(numbers(content), [[1, 2, 3]]);
    assert.equal((content as LineContent).step, 'month');
    assert.deepEqual(pluck(content.points, 'row'), [1, 2, 0]);
  });

  it('names days and truths as the table does', () => {
    const days = [column('Day', 'date'), column('Records', 'number')];
    const content = drawn('line', days, rows(['2026-03-02', '3'], ['2026-03-01', '1']));
    assert.deepEqual([labels(content), numbers(content)], [['03/01/2026', '03/02/2026'], [[1, 3]]]);
    const truths = [column('Active', 'boolean'), column('Records', 'number')];
    assert.deepEqual(labels(drawn('pie', truths, rows(['1', '3'], ['0', '1']))), ['Yes', 'No']);
  });

  it('leaves rows without a date out and counts them', () => {
    const dates = Array.from({ length: 9 }, (_, place) => ['', `2026-0${place + 1}`, '1']);
    const content = drawn('line', columns, rows(...dates, ['', 'later', '5']));
    assert.equal(content.points.length, 9);
    assert.deepEqual(content.notes, ['1 row has no date and is left out.']);
  });

  it('keeps the order of labels that are no dates', () => {
    const content = drawn('line', [column('Stage'), column('N', 'number')], rows(['b', '1'], ['a', '2']));
    assert.deepEqual(labels(content), ['b', 'a']);
    assert.equal((content as LineContent).step, null);
  });
});

describe('a pie', () => {
  const columns = [column('Source'), column('Records', 'number'), column('Sum', 'number')];

  it('shows the column of numbers that is chosen, and the first one where that is gone', () => {
    const shown = (choice: ChartChoice): string =>
      measured(drawn('pie', columns, rows(['Web', '1', '5']), choice)).label;
    assert.equal(shown({}), 'Records');
    assert.equal(shown({ measure: 'sum' }), 'Sum');
    assert.equal(shown({ measure: 'gone' }), 'Records');
  });

  it('becomes bars for negative values, and for nothing but zeros', () => {
    const negative = drawn('pie', columns, rows(['Web', '1', '-5'], ['Fair', '2', '5']), { measure: 'sum' });
    assert.equal(negative.kind, 'bar');
    assert.match(negative.notes[0] ?? '', /negative/);
    assert.equal(drawn('pie', columns, rows(['Web', '0', '1'])).kind, 'bar');
  });

  it('puts the smallest of many slices into one', () => {
    const many = Array.from({ length: 60 }, (_, place) => [`s${place}`, String(place + 1), '1']);
    const content = drawn('pie', columns, rows(...many));
    assert.equal(content.points.length, 50);
    assert.equal(content.points.at(-1)?.label, 'Other (11)');
    assert.equal(content.points.at(-1)?.row, null);
    assert.equal(content.series[0]?.values.at(-1), 66);
    assert.equal(content.points[0]?.label, 's11');
  });
});

describe('what a person chooses to draw', () => {
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

  it('is a guess that says so, with every other column to choose', () => {
    assert.deepEqual(choices({}), {
      group: ['> Guess: Stage', 'Name', 'Stage', 'City', 'Amount'],
      measure: ['> Guess: Amount', 'Number of records', 'Amount'],
    });
    assert.deepEqual(choices({}, 'bar').measure, ['> Guess: Amount', 'Number of records', 'Amount']);
    assert.deepEqual(choices({}, 'gauge'), {}, 'one number is no choice');
  });

  it('is grouped by the chosen column, whatever kind that is', () => {
    assert.deepEqual(labels(drawn('pie', columns, leads, { group: 'city' })), ['Goa', 'Pune']);
    assert.deepEqual(labels(drawn('bar', columns, leads, { group: 'amount' })), ['10.50', '5', '2.25']);
    assert.deepEqual(choices({ group: 'city' }).group, ['Guess', 'Name', 'Stage', '> City', 'Amount']);
    assert.match(choices({ group: 'gone' }).group?.[0] ?? '', /^> Guess: Stage$/);
  });

  it('is counted, or the chosen number', () => {
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

  it('can be put right where the guess leads to nothing', () => {
    const country = [column('Land'), column('Amount', 'number')];
    const cells = rows(['Goa', '1'], ['Pune', '2']);
    assert.equal(read('geo', country, cells, { group: 'amount' }).kind, 'nothing');
    const source = { kind: 'geo' as const, helper: '', surveyed: survey(country, cells), rows: cells, choice: {} };
    const [group] = chartOptions(source, readChart(source));
    assert.deepEqual(
      group?.options.map(({ text }) => text),
      ['Guess', 'Land', 'Amount'],
    );
  });

  it('has the decimals of its column', () => {
    assert.equal(announce(drawn('bar', columns, leads), 0), 'New, Amount: 12.75, 1 of 2');
    assert.equal(announce(drawn('bar', columns, leads), 1), 'Won, Amount: 5.00, 2 of 2');
  });
});

describe('a chart of nothing', () => {
  it('says why', () => {
    const sentence = (...given: Parameters<typeof read>): string => {
      const content = read(...given);
      return content.kind === 'nothing' ? content.sentence : content.kind;
    };
    assert.equal(sentence('bar', [column('Stage')], []), 'There are no records to draw.');
    assert.match(sentence('bar', [], rows([])), /no.* numbers/i);
    assert.match(sentence('gauge', [column('Stage')], rows(['New'])), /numbers/);
    assert.match(sentence('geo', [column('Stage'), column('N', 'number')], rows(['New', '1'])), /country/);
    assert.equal(
      sentence('other', [column('Stage')], rows(['New'])),
      'The chart kind of this list view is not known: the table is shown.',
    );
    const named = readChart({ kind: 'other', helper: 'sankey', surveyed: [], rows: [], choice: {} });
    assert.match(named.kind === 'nothing' ? named.sentence : '', /“sankey”/);
  });
});

describe('any rows at all', () => {
  const kinds: ChartKind[] = ['line', 'pie', 'bar', 'gauge', 'geo', 'other'];
  const columnKinds: ColumnKind[] = ['text', 'number', 'date', 'dateTime', 'boolean'];
  const cell = fc.option(
    fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('2026-01', 'DE', 'France', '-1', '{a|b}', '<img>')),
  );

  it('give as many numbers as points, and no number that cannot be drawn', () => {
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
