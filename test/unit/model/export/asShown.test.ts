import assert from 'node:assert/strict';
import {
  chosenColumns,
  columnsAsShown,
  exportColumns,
  rowsAsShown,
} from '../../../../src/model/export/exportColumns.ts';
import type { ExportFormat } from '../../../../src/model/export/exportFormat.ts';
import { setNumberLocale } from '../../../../src/model/formatNumber.ts';
import type { Cell } from '../../../../src/model/list/recordPage.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';
import { column, page, row } from '../../services/export/exportPages.ts';

describe('exported columns', () => {
  it('have access rights only if the table shows them', () => {
    const edit = { ...column('leads.edit'), isDeclared: false, isAccess: true } as const;
    const columns = [column('leads.country'), edit];
    const layout = { order: [], hidden: [], shown: ['leads.edit'], pinned: [] };
    const keys = (shows: boolean): string[] =>
      chosenColumns(columns, shows ? layout : null, 'all').map(({ key }) => key);
    assert.deepEqual([keys(false), keys(true)], [['leads.country'], ['leads.country', 'leads.edit']]);
  });
});

describe('export as shown', () => {
  before(() => setNumberLocale('de-DE'));
  after(() => setNumberLocale('en'));

  const form = read(
    answer(
      { country: 'DE' },
      { permission: 2, elements: [element('country', { template: 'select', options: { DE: 'Germany' } })] },
    ),
  );
  const columns = [
    column('leads.country'),
    column('leads.amount', 'number'),
    column('leads.born', 'date'),
    column('leads.active', 'boolean'),
  ];
  const first = page([row('1234', 'DE', '1234.5', '2026-11-16', '1'), row('2', null, '', '0000-00-00', 'x')], {
    columns,
  });
  const chosen = exportColumns(first, columns);
  const written = (format: ExportFormat, isTold = true): (readonly Cell[])[] =>
    rowsAsShown(columnsAsShown(first, chosen, isTold ? form : undefined), format)(first.rows).map(({ cells }) => cells);

  it('has the labels of choices, and dates and numbers in the locale of the user', () => {
    assert.deepEqual(written('csv'), [
      ['Germany', '1.234,5', '16.11.2026', 'Yes'],
      [null, '', '', 'x'],
    ]);
    assert.deepEqual(written('csv', false)[0], ['DE', '1.234,5', '16.11.2026', 'Yes']);
  });

  it('has the same number of decimals in every row', () => {
    const amounts = page([row('1', null, '1036.50', null, null), row('2', null, '123456.5', null, null)], { columns });
    const shown = rowsAsShown(columnsAsShown(amounts, exportColumns(amounts, columns), form), 'markdown');
    assert.deepEqual(
      shown([...amounts.rows, row('3', null, '7', null, null)]).map(({ cells }) => cells[1]),
      ['1.036,50', '123.456,50', '7,00'],
    );
  });

  it('keeps dates and numbers typed for a spreadsheet, which formats them itself', () => {
    assert.deepEqual(written('excel'), [
      ['Germany', '1234.5', '2026-11-16', 'Yes'],
      [null, '', '0000-00-00', 'x'],
    ]);
  });

  it('keeps ids unchanged, and everything if it was not requested', () => {
    const shown = columnsAsShown(first, chosen, form);
    assert.deepEqual([shown[0]?.key, shown[0]?.shown], ['leads.id', undefined]);
    assert.equal(rowsAsShown(chosen, 'csv')(first.rows), first.rows);
  });
});
