import assert from 'node:assert/strict';
import { BulkRows } from '../../../../../src/features/bulk/host/bulkRows.ts';
import type { JournalLine, BulkPlan } from '../../../../../src/model/bulk/bulkJournal.ts';
import type { BulkColumn, BulkFilter } from '../../../../../src/features/bulk/bulkProtocol.ts';
import { MemoryLedger } from '../../../../support/memoryLedger.ts';

describe('records of a bulk run', () => {
  const edit = (id: string, name: string, before: string, after = 'Pune'): JournalLine => ({
    type: 'record',
    id,
    name,
    cells: [{ at: ['city'], before, after }],
  });
  const ledgerOf = (lines: readonly JournalLine[]): MemoryLedger => {
    const ledger = new MemoryLedger({ kind: 'edit' } as BulkPlan);
    for (const line of lines) ledger.apply(line);
    ledger.apply({ type: 'ready', labels: { city: 'City' }, dropped: [] });
    return ledger;
  };
  const lines: readonly JournalLine[] = [
    { type: 'left', id: '1', name: 'Lead 1', how: 'unchanged' },
    edit('2', 'Lead 10', 'Goa'),
    { type: 'left', id: '3', name: 'Lead 3', how: 'refused', why: 'No.' },
    edit('4', 'Lead 9', 'Agra'),
    edit('5', 'lead 2', 'Delhi'),
  ];
  const ids = async (
    rows: BulkRows,
    ledger: MemoryLedger,
    filter: BulkFilter,
    sort?: { by: BulkColumn; isDescending: boolean },
  ): Promise<string> => (await rows.get(ledger, filter, 0, 100, sort)).rows.map(({ id }) => id).join('');

  it('start with those to be written, and end with the unchanged ones', async () => {
    const [rows, ledger] = [new BulkRows(), ledgerOf(lines)];
    assert.equal(await ids(rows, ledger, 'all'), '24531');
    ledger.setExcluded('4', true);
    assert.equal(await ids(rows, ledger, 'all'), '24531', 'what is left out stays in its place');
    ledger.apply({ type: 'sent', ids: ['2'], at: 1 });
    ledger.apply({ type: 'failed', id: '2', why: 'No.' });
    assert.equal(await ids(rows, ledger, 'all'), '24531', 'nothing moves while it runs');
  });

  it('show numbers of a field with the same decimals, before and after a window is closed', async () => {
    const at = ['amount'];
    const cells = [
      { at, before: '1036.5', after: '123456.5', beforeText: '1,036.5', afterText: '123,456.5' },
      { at, before: 7, after: '7.25' },
      { at, before: null, after: 'n/a' },
    ];
    const planned = new MemoryLedger({ kind: 'edit' } as BulkPlan);
    for (const [index, cell] of cells.entries()) {
      planned.addField({ at, label: 'Amount', kind: 'number', options: [] }, cell);
      planned.apply({ type: 'record', id: `${index}`, name: '', cells: [cell] });
    }
    const shown = async (ledger: MemoryLedger): Promise<string[]> =>
      (await new BulkRows().get(ledger, 'all', 0, 10)).rows.map(
        ({ cells: [cell] }) => `${cell?.before} ${cell?.after}`,
      );
    const expected = ['1,036.50 123,456.50', '7.00 7.25', ' n/a'];
    assert.deepEqual(await shown(planned), expected);
    const read = new MemoryLedger({ kind: 'edit' } as BulkPlan);
    for (const cell of cells) read.apply({ type: 'record', id: cell.after, name: '', cells: [cell] });
    read.apply({ type: 'ready', labels: {}, decimals: Object.fromEntries(planned.decimals), dropped: [] });
    assert.deepEqual(await shown(read), expected);
  });

  it('stay unchanged after a run, and are not shown as excluded', async () => {
    const [rows, ledger] = [new BulkRows(), ledgerOf(lines)];
    ledger.setExcluded('4', true);
    assert.equal(await ids(rows, ledger, 'unchanged'), '1');
    assert.equal(await ids(rows, ledger, 'left'), '43');
  });

  it('are sorted by their displayed text, in both directions, and within a filter', async () => {
    const [rows, ledger] = [new BulkRows(), ledgerOf(lines)];
    const up = (by: BulkColumn, filter: BulkFilter = 'all'): Promise<string> =>
      ids(rows, ledger, filter, { by, isDescending: false });
    const down = (by: BulkColumn): Promise<string> => ids(rows, ledger, 'all', { by, isDescending: true });
    assert.equal(await up('record'), '15342');
    assert.equal(await down('record'), '24351');
    assert.equal(await up('change', 'change'), '452');
    assert.ok((await up('change')).startsWith('452'), 'those without a change come after the others');
    ledger.apply({ type: 'failed', id: '5', why: 'No.' });
    assert.equal(await up('outcome'), '53241');
    ledger.apply({ type: 'done', id: '4' });
    assert.equal(await up('outcome'), '53214', 'an outcome moves with the run');
    assert.equal(await up('record'), '15342');
  });

  it('are sorted as a whole, not only the visible ones', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => edit(`${index}`, `Lead ${20_000 - index}`, 'Goa'));
    const [rows, ledger] = [new BulkRows(), ledgerOf(many)];
    const at = async (from: number): Promise<string | undefined> =>
      (await rows.get(ledger, 'all', from, 1, { by: 'record', isDescending: false })).rows[0]?.name;
    assert.deepEqual([await at(0), await at(10_000), await at(19_999)], ['Lead 1', 'Lead 10001', 'Lead 20000']);
  });

  it('are not re-sorted by name at every step of a run', async () => {
    const [rows, ledger] = [new BulkRows(), ledgerOf(lines)];
    const sort = { by: 'record', isDescending: false } as const;
    await rows.get(ledger, 'all', 0, 1, sort);
    ledger.apply({ type: 'done', id: '5' });
    const before = ledger.reads;
    await rows.get(ledger, 'all', 0, 1, sort);
    assert.equal(ledger.reads - before, 1, 'only the row that is shown');
  });

  it('are read only as far as shown; too many to sort by text are sorted by outcome', async () => {
    const many = Array.from({ length: 200_001 }, (_, index) => edit(`${index}`, `Lead ${200_001 - index}`, 'Goa'));
    const [rows, ledger] = [new BulkRows(), ledgerOf(many)];
    ledger.apply({ type: 'failed', id: '150000', why: 'No.' });
    const before = ledger.reads;
    const first = async (by: BulkColumn): Promise<string | undefined> =>
      (await rows.get(ledger, 'all', 0, 10, { by, isDescending: false })).rows[0]?.id;
    assert.deepEqual([await first('outcome'), await first('record')], ['150000', '0']);
    assert.ok(ledger.reads - before <= 21, `${ledger.reads - before}`);
  });
});
